"""Where the public names live: all that `import naishi` offers, for imports at run time.

Type checkers and the reference read `naishi/__init__.pyi`; a test compares both.
"""

_MODULES = {
    "naishi.common.errors": "IllegalActionError InvalidActionError InvalidPositionError NaishiError SaveError",
    "naishi.common.version": "__version__",
    "naishi.game.encoding": "NO_CARD VIEW_COLUMNS VIEW_LEGEND VIEW_WIDTH decode_action encode_view legal_mask",
    "naishi.game.events": "Event",
    "naishi.game.game": "Game",
    "naishi.game.record": "GameRecord Options Player",
    "naishi.game.view": "PlayerView",
    "naishi.rules.actions": (
        "Action Copy Declare Decree Develop Discard End Give Pass Recall Skip Swap Use UseDevelop UseExchange UseRecall"
    ),
    "naishi.rules.cards": "Card Colour Kind",
    "naishi.rules.deal": "Deal",
    "naishi.rules.expansion": "LEGENDS_TRAVELLERS",
    "naishi.rules.outcome": "Outcome Termination",
    "naishi.rules.perft": "perft",
    "naishi.rules.phase": "Phase",
    "naishi.rules.position": "Position",
    "naishi.rules.scoring": "score",
    "naishi.rules.sheet": "ScoreLine ScoreSheet",
    "naishi.rules.territory": "Cell Territory Zone",
    "naishi.rules.totals": "Total total",
}

HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}
"""The module of each public name."""
