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

    def remembered(self, wrong: float, last: float, now: float) -> float:
        """Return how many wrong tries count by now.

        Args:
            wrong: How many counted at the last one.
            last: When that was.
            now: The time.
        """
        return max(0.0, wrong - (now - last) / self.forgiven)

    def wait(self, wrong: float, last: float, now: float) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        over = ceil(self.remembered(wrong, last, now)) - self.free
        if over < 0:
            return 0.0
        return last + min(self.first_wait * 2.0 ** min(over, 20), self.longest_wait) - now


class Tries:
    """Counts wrong tries, by who made them or what they were made at."""

    def __init__(self, patience: Patience, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience, self._clock = patience, clock
        self._wrong: dict[Hashable, tuple[float, float]] = {}
        """How many there were, and when the last one was made."""

    def wait(self, who: Hashable) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        wrong = self._wrong.get(who)
        return 0.0 if wrong is None else self._patience.wait(*wrong, self._clock())

    def record_wrong(self, who: Hashable) -> None:
        """Count a wrong try."""
        now, wrong = self._clock(), self._wrong.pop(who, None)
        self._wrong[who] = (0.0 if wrong is None else self._patience.remembered(*wrong, now)) + 1, now
        while len(self._wrong) > MOST_REMEMBERED:
            del self._wrong[next(iter(self._wrong))]

    def forget(self, who: Hashable) -> None:
        """Start anew after the right one."""
        self._wrong.pop(who, None)
