"""Naishi, the two-player Japanese court card game: the rules, the score, the record of a game.

>>> import naishi
>>> naishi.score("fort sentinel advisor banner rice / fort mountain naishi rice rice").total
62
"""

from __future__ import annotations

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
from naishi.perft import perft
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
