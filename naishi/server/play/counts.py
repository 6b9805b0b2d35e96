"""Numbers that are kept for everybody who is counted: how much they may still take, or how often they were wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from naishi.common.tries import MOST_REMEMBERED

T = TypeVar("T")

Count = tuple[float, float]
"""A number, and when it was that."""


class Counts(Protocol):
    """One count for everybody."""

    async def change(self, who: str, change: Callable[[Count | None, float], tuple[Count | None, T]]) -> T:
        """Change the count of somebody, and return what `change` returns beside it.

        Args:
            who: Whose count it is.
            change: Called with the count, None for none, and the time; it may be called again.
        """


class CountsInMemory:
    """The counts of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: dict[str, Count] = {}

    async def change(self, who: str, change: Callable[[Count | None, float], tuple[Count | None, T]]) -> T:
        """Change the count of somebody; who was counted longest ago is forgotten first."""
        count, result = change(self._counts.pop(who, None), self._clock())
        if count is not None:
            self._counts[who] = count
            if len(self._counts) > MOST_REMEMBERED:
                del self._counts[next(iter(self._counts))]
        return result
