"""Limits on wrong guesses of a secret."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import ceil, inf

MOST_REMEMBERED = 10_000
"""How many triers are remembered; who did nothing for longest is forgotten first."""


WrongTries = tuple[float, float]
"""How many wrong tries there were, and when the last one was made."""


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

    def one_more(self, tries: WrongTries | None, now: float) -> WrongTries:
        """Count another wrong try; of those before it, as many as aren't forgotten by now."""
        return self._remembered(tries, now) + 1, now

    def wait(self, tries: WrongTries | None, now: float) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        over = ceil(self._remembered(tries, now)) - self.free
        if tries is None or over < 0:
            return 0.0
        _count, last = tries
        return last + min(self.first_wait * 2.0 ** min(over, 20), self.longest_wait) - now

    def _remembered(self, tries: WrongTries | None, now: float) -> float:
        if tries is None:
            return 0.0
        wrong, last = tries
        return max(0.0, wrong - (now - last) / self.forgiven)


class Tries:
    """Counts wrong tries, by who made them or what they were made at."""

    def __init__(self, patience: Patience, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience, self._clock = patience, clock
        self._wrong: dict[Hashable, WrongTries] = {}

    def wait(self, who: Hashable) -> float:
        """Return the seconds until one may try again; none or less where one may now."""
        return self._patience.wait(self._wrong.get(who), self._clock())

    def record_wrong(self, who: Hashable) -> None:
        self._wrong[who] = self._patience.one_more(self._wrong.pop(who, None), self._clock())
        while len(self._wrong) > MOST_REMEMBERED:
            del self._wrong[next(iter(self._wrong))]

    def forget(self, who: Hashable) -> None:
        self._wrong.pop(who, None)
