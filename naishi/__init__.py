"""Naishi, the two-player Japanese court card game: the rules, the score, the record of a game.

>>> import naishi
>>> naishi.score("fort sentinel advisor banner rice / fort mountain naishi rice rice").total
62
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from naishi.perft import perft  # its name is its module's too, so it can't be looked up late

if TYPE_CHECKING:
    from naishi.actions import Action
    from naishi.cards import Card, Colour, Kind
    from naishi.deal import Deal
    from naishi.errors import (
        IllegalActionError,
        InvalidActionError,
        InvalidPositionError,
        NaishiError,
        SaveError,
    )  # fmt: skip
    from naishi.game import Game
    from naishi.legal import Phase
    from naishi.outcome import Outcome, Termination
    from naishi.position import Position
    from naishi.record import GameRecord, Options, Player
    from naishi.scoring import ScoreSheet, score
    from naishi.territory import Cell, Territory, Zone
    from naishi.view import PlayerView

__all__ = [
    "Action",
    "Card",
    "Cell",
    "Colour",
    "Deal",
    "Game",
    "GameRecord",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidPositionError",
    "Kind",
    "NaishiError",
    "Options",
    "Outcome",
    "Phase",
    "Player",
    "PlayerView",
    "Position",
    "SaveError",
    "ScoreSheet",
    "Termination",
    "Territory",
    "Zone",
    "perft",
    "score",
]

_HOME = {
    "Action": "actions",
    "Card": "cards",
    "Colour": "cards",
    "Kind": "cards",
    "Deal": "deal",
    "Game": "game",
    "Phase": "legal",
    "Outcome": "outcome",
    "Termination": "outcome",
    "Position": "position",
    "GameRecord": "record",
    "Options": "record",
    "Player": "record",
    "ScoreSheet": "scoring",
    "score": "scoring",
    "Cell": "territory",
    "Territory": "territory",
    "Zone": "territory",
    "PlayerView": "view",
}
"""Where each name is defined. It is imported when it is first asked for, so that `naishi --help` answers at once."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        home = _HOME.get(name, "errors" if name in __all__ else None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"naishi.{home}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
