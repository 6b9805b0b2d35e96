"""Public names of `import naishi`, for imports at run time.

Type checkers and the reference read `naishi/__init__.pyi`; a test compares both.
"""

_MODULES = {
    "naishi.common.i18n": "IllegalActionError InvalidActionError InvalidPositionError NaishiError SaveError",
    "naishi.common.version": "__version__",
    "naishi.games.naishi.game.encoding": (
        "decode_action encode_view legal_mask NO_CARD VIEW_COLUMNS VIEW_LEGEND VIEW_WIDTH"
    ),
    "naishi.games.naishi.game.game": "Game",
    "naishi.games.naishi.game.record": "GameRecord Options",
    "naishi.games.naishi.game.view": "Event PlayerView",
    "naishi.games.naishi.rules.actions": (
        "Action Copy Declare Decree Develop Discard End Give Pass Recall Skip Swap Use UseDevelop UseExchange UseRecall"
    ),
    "naishi.games.naishi.rules.cards": "Card Cell Colour Kind LEGENDS_TRAVELLERS Phase Territory Zone",
    "naishi.games.naishi.rules.deal": "Deal",
    "naishi.games.naishi.rules.position": "perft Position",
    "naishi.games.naishi.rules.scoring": "Outcome score ScoreLine ScoreSheet Termination",
    "naishi.games.naishi.rules.totals": "Total total",
    "naishi.tabletop.players": "Player",
}

HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
"""The module of each public name."""
