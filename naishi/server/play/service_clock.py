"""The time that clocks of matches go by: it passes only while the server can be reached."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

STALLED = 15.0
"""Seconds between two looks at the time after which nobody can have reached the server: it looks each second."""


class ServiceClock:
    """Seconds since 1970, as the system's clock says when the server begins.

    From then on a step of that clock changes nothing, nor does time in which the process was stopped or the machine
    slept: it would be taken from whoever is to act, who could do nothing. So the two may come apart; once no clock of a
    match runs, this one is set again.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        """Begin.

        Args:
            wall: Tells the system's time, which may be set.
            steady: Tells a time that nobody sets.
        """
        self._wall, self._steady = wall, steady
        self._now, self._seen = wall(), steady()
        self._lock = threading.Lock()

    def __call__(self) -> float:
        """Return the time."""
        with self._lock:
            seen = self._steady()
            passed, self._seen = seen - self._seen, seen
            if passed < STALLED:
                self._now += passed
            return self._now

    def begin_at(self, moment: float) -> None:
        """Go on at a moment, unless it is later already: the system's clock may have been set back since."""
        with self._lock:
            self._now = max(self._now, moment)

    def set_again(self) -> None:
        """Take the system's time: no clock of a match runs."""
        with self._lock:
            self._now, self._seen = self._wall(), self._steady()
