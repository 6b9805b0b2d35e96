"""What several of the test modules here use."""

from __future__ import annotations

import pytest

from naishi.tabletop.kinds import GameKind
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.tabletop.unison import UNISON, Position

NAMES = ("Aiko", "Bruno", "Chika", "Dana", "Emil")


KIND: GameKind = UNISON


def new(seats: int, seed: str = "7") -> RecordedGame[Position]:
    game = KIND.new(NAMES[:seats], {}, seed)
    assert isinstance(game, RecordedGame)
    return game


def is_a_line(refused: pytest.ExceptionInfo[Exception]) -> bool:
    said = str(refused.value)
    return bool(said.strip()) and "\n" not in said
