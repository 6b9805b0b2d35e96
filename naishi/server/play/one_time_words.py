"""Words that are good for something once, and not for long; only hashes of them are kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class OneTimeWords(Protocol):
    """Words, and what each is good for."""

    async def keep(self, word: str, value: str, seconds: float, *, alone: bool = False) -> None:
        """Have a word be good for something.

        Args:
            word: Its hash.
            value: What it is good for.
            seconds: How long.
            alone: Whether other words for the same are void.
        """

    async def take(self, word: str) -> str | None:
        """Use a word up, by its hash; return what it was good for, None where it is wrong, was used or has expired."""


class WordsInMemory:
    """The words of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._words: dict[str, tuple[str, float]] = {}

    async def keep(self, word: str, value: str, seconds: float, *, alone: bool = False) -> None:
        """Have a word be good for something."""
        now, words = self._clock(), self._words.items()
        self._words = {each: kept for each, kept in words if kept[1] > now and not (alone and kept[0] == value)}
        self._words[word] = value, now + seconds

    async def take(self, word: str) -> str | None:
        """Use a word up."""
        value, end = self._words.pop(word, ("", 0.0))
        return value if end > self._clock() else None
