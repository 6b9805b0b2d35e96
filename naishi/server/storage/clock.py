"""How much time players can agree on with a table."""

from __future__ import annotations

import re
from typing import NamedTuple

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNMET_AFTER = 5 * MINUTE
"""How long a game of minutes waits for both players before it can be called off without a loss."""

_DAYS = re.compile(r"(\d{1,3})d")
_MINUTES = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\+(\d{1,3})")


class TimeControl(NamedTuple):
    """How much time players have: days for each turn, or minutes for the whole game."""

    time: float
    """In seconds."""
    increment: float | None = None
    """Seconds that are added after each turn; None where `time` is for each turn."""

    @classmethod
    def from_text(cls, text: str) -> TimeControl | None:
        """Read `3d`, three days a turn, or `15+10`, 15 minutes and 10 seconds more a turn; None for anything else."""
        if found := _DAYS.fullmatch(text):
            return cls(int(found[1]) * DAY)
        if found := _MINUTES.fullmatch(text):
            return cls(float(found[1]) * MINUTE, float(found[2]))
        return None

    @property
    def a_turn(self) -> bool:
        """Whether the time is for each turn."""
        return self.increment is None


def is_live(control: str) -> bool:
    """Return whether a clock is for a game in one sitting: minutes, not days."""
    time = TimeControl.from_text(control)
    return time is not None and not time.a_turn


CHOICES = ("10+5", "15+10", "30+20", "1d", "3d", "7d")
"""What players can choose with a table."""
