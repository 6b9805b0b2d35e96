"""The public names: everything that `import naishi` offers, listed here alone."""

# ruff: noqa: PLC0414 - `as` tells type checkers that a name is exported

TYPE_CHECKING = False  # type checkers take it for true; each name is imported when it is first used
if TYPE_CHECKING:
    from naishi.common.errors import IllegalActionError as IllegalActionError
    from naishi.common.errors import InvalidActionError as InvalidActionError
    from naishi.common.errors import InvalidPositionError as InvalidPositionError
    from naishi.common.errors import NaishiError as NaishiError
    from naishi.common.errors import SaveError as SaveError
    from naishi.common.version import __version__ as __version__
    from naishi.game.encoding import NO_CARD as NO_CARD
    from naishi.game.encoding import VIEW_COLUMNS as VIEW_COLUMNS
    from naishi.game.encoding import VIEW_LEGEND as VIEW_LEGEND
    from naishi.game.encoding import VIEW_WIDTH as VIEW_WIDTH
    from naishi.game.encoding import decode_action as decode_action
    from naishi.game.encoding import encode_view as encode_view
    from naishi.game.encoding import legal_mask as legal_mask
    from naishi.game.events import Event as Event
    from naishi.game.game import Game as Game
    from naishi.game.record import GameRecord as GameRecord
    from naishi.game.record import Options as Options
    from naishi.game.record import Player as Player
    from naishi.game.view import PlayerView as PlayerView
    from naishi.rules.actions import Action as Action
    from naishi.rules.actions import Copy as Copy
    from naishi.rules.actions import Declare as Declare
    from naishi.rules.actions import Decree as Decree
    from naishi.rules.actions import Develop as Develop
    from naishi.rules.actions import Discard as Discard
    from naishi.rules.actions import End as End
    from naishi.rules.actions import Give as Give
    from naishi.rules.actions import Pass as Pass
    from naishi.rules.actions import Recall as Recall
    from naishi.rules.actions import Skip as Skip
    from naishi.rules.actions import Swap as Swap
    from naishi.rules.actions import Use as Use
    from naishi.rules.actions import UseDevelop as UseDevelop
    from naishi.rules.actions import UseExchange as UseExchange
    from naishi.rules.actions import UseRecall as UseRecall
    from naishi.rules.cards import Card as Card
    from naishi.rules.cards import Colour as Colour
    from naishi.rules.cards import Kind as Kind
    from naishi.rules.deal import Deal as Deal
    from naishi.rules.outcome import Outcome as Outcome
    from naishi.rules.outcome import Termination as Termination
    from naishi.rules.perft import perft as perft
    from naishi.rules.phase import Phase as Phase
    from naishi.rules.position import Position as Position
    from naishi.rules.scoring import score as score
    from naishi.rules.sheet import ScoreLine as ScoreLine
    from naishi.rules.sheet import ScoreSheet as ScoreSheet
    from naishi.rules.territory import Cell as Cell
    from naishi.rules.territory import Territory as Territory
    from naishi.rules.territory import Zone as Zone
    from naishi.rules.totals import Total as Total
    from naishi.rules.totals import total as total

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
