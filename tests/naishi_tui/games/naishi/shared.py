"""Games of Naishi from a position."""

from __future__ import annotations

from naishi import Game, Position
from tests.naishi_tui.desk import NAMES


def begun(position: str, *actions: str) -> Game:
    game = Game.from_position(Position.from_text(position), NAMES)
    for action in actions:
        game.play(action)
    return game
