"""The puzzle of the day: the same for everybody for all of a day, in UTC."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

from naishi.games.naishi.lessons.puzzles import puzzles
from naishi.games.naishi.lessons.task import Puzzle

STEP = 17
"""From one day's puzzle to the next one's: prime to their number, so that each comes once before any comes again, and
large, for they are in the order of how hard they are."""


def today() -> date:
    """Return the day in UTC."""
    return datetime.fromtimestamp(time.time(), UTC).date()


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day."""
    every = puzzles()
    return every[day.toordinal() * STEP % len(every)]
