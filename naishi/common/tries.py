"""Wrong tries at a secret: whoever makes many of them waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil, inf

MOST_REMEMBERED = 10_000
"""How many triers are remembered; who did nothing for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long wrong tries make one wait."""

    free: int
    """The wrong try from which on one waits."""
    first_wait: float
    """Seconds after that one, doubled with each further one."""
    longest_wait: float
    forgiven: float = inf
    """Seconds after which one wrong try is forgotten."""


class Tries:
    """Counts wrong tries, by who made them or what they were made at."""

    def __init__(self, patience: Patience, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience, self._clock = patience, clock
        self._wrong: dict[Hashable, tuple[float, float]] = {}
        """How many there were, and when the last one was made."""

    def wait(self, who: Hashable) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        over = ceil(self._count(who)) - self._patience.free
        if over < 0:
            return 0.0
        wait = min(self._patience.first_wait * 2.0 ** min(over, 20), self._patience.longest_wait)
        return self._wrong[who][1] + wait - self._clock()

    def record_wrong(self, who: Hashable) -> None:
        """Count a wrong try."""
        count = self._count(who) + 1
        self._wrong.pop(who, None)
        self._wrong[who] = count, self._clock()
        while len(self._wrong) > MOST_REMEMBERED:
            del self._wrong[next(iter(self._wrong))]

    def forget(self, who: Hashable) -> None:
        """Start anew after the right one."""
        self._wrong.pop(who, None)

    def _count(self, who: Hashable) -> float:
        """How many wrong tries are remembered."""
        count, last = self._wrong.get(who, (0.0, 0.0))
        return max(0.0, count - (self._clock() - last) / self._patience.forgiven)
