"""Naishi, the two-player Japanese court card game: the rules, the score, the record of a game.

>>> import naishi
>>> naishi.score("fort sentinel advisor banner rice / fort mountain naishi rice rice").total
62
"""

TYPE_CHECKING = False  # type checkers take it for true; `typing` takes long to import
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
else:

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, with no more than it needs: the rules do without pydantic."""
        if name in {"__all__", "__version__"} or not name.startswith("_"):
            from importlib import import_module  # noqa: PLC0415 - nor does the command need this yet

            from naishi.game.api import HOMES  # noqa: PLC0415

            if name == "__all__":
                return sorted(each for each in HOMES if not each.startswith("_"))
            if name in HOMES:
                globals()[name] = value = getattr(import_module(HOMES[name]), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*__getattr__("__all__"), *globals()})
