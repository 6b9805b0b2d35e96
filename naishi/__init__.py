"""Naishi, the two-player Japanese court card game: the rules, the score, the record of a game.

>>> import naishi
>>> naishi.score("fort sentinel advisor banner rice / fort mountain naishi rice rice").total
62
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naishi.errors import IllegalActionError as IllegalActionError
    from naishi.errors import InvalidActionError as InvalidActionError
    from naishi.errors import InvalidPositionError as InvalidPositionError
    from naishi.errors import NaishiError as NaishiError
    from naishi.errors import SaveError as SaveError
    from naishi.game.game import Game as Game
    from naishi.game.record import GameRecord as GameRecord
    from naishi.game.record import Options as Options
    from naishi.game.record import Player as Player
    from naishi.game.view import PlayerView as PlayerView
    from naishi.rules.actions import Action as Action
    from naishi.rules.cards import Card as Card
    from naishi.rules.cards import Colour as Colour
    from naishi.rules.cards import Kind as Kind
    from naishi.rules.deal import Deal as Deal
    from naishi.rules.legal import Phase as Phase
    from naishi.rules.outcome import Outcome as Outcome
    from naishi.rules.outcome import Termination as Termination
    from naishi.rules.perft import perft as perft
    from naishi.rules.position import Position as Position
    from naishi.rules.scoring import ScoreSheet as ScoreSheet
    from naishi.rules.scoring import score as score
    from naishi.rules.territory import Cell as Cell
    from naishi.rules.territory import Territory as Territory
    from naishi.rules.territory import Zone as Zone

_PUBLIC = {
    "errors": "IllegalActionError InvalidActionError InvalidPositionError NaishiError SaveError",
    "game.game": "Game",
    "game.record": "GameRecord Options Player",
    "game.view": "PlayerView",
    "rules.actions": "Action",
    "rules.cards": "Card Colour Kind",
    "rules.deal": "Deal",
    "rules.legal": "Phase",
    "rules.outcome": "Outcome Termination",
    "rules.perft": "perft",
    "rules.position": "Position",
    "rules.scoring": "ScoreSheet score",
    "rules.territory": "Cell Territory Zone",
}
"""The public names by the module that defines them, imported on first use so that `naishi --help` answers at once."""

_MODULE_OF = {name: module for module, names in _PUBLIC.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)  # noqa: PLE0605 - made from the one list; type checkers read the imports above

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"naishi.{_MODULE_OF[name]}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
