"""What several of the test modules here use."""

from __future__ import annotations

import pytest

from naishi.games.naishi.lessons import Task, puzzles
from naishi.games.naishi.lessons.puzzles import (
    expansion_puzzles,
)

ALL = (*puzzles(), *expansion_puzzles())


every_puzzle = pytest.mark.parametrize("puzzle", ALL, ids=[puzzle.id for puzzle in ALL])


def sentences(task: Task) -> tuple[str, ...]:
    return task.text, task.nudge, task.wrong, task.done
