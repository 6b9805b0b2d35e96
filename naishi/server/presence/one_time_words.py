"""Single-use codes and links."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Protocol

from naishi.server.database.codes import LETTERS, hashed


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

    async def look(self, word: str) -> str | None:
        """Return what a word is good for, by its hash, without using it up; None as for `take`."""

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

    async def look(self, word: str) -> str | None:
        """Return what a word is good for."""
        value, end = self._words.get(word, ("", 0.0))
        return value if end > self._clock() else None

    async def take(self, word: str) -> str | None:
        """Use a word up."""
        value, end = self._words.pop(word, ("", 0.0))
        return value if end > self._clock() else None


LINK_TIME = 600.0
"""Seconds in which a link is good."""


class WebLinks:
    """The links of all players; they end with the server."""

    def __init__(self, words: OneTimeWords) -> None:
        """Make links from words that are good once.

        Args:
            words: Where they are kept.
        """
        self._words = words

    async def make(self, player: int) -> str:
        """Return the word of a new link; older ones of the player are void."""
        word = "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))
        await self._words.keep(hashed(word), str(player), LINK_TIME, alone=True)
        return word

    async def look(self, word: str) -> int | None:
        """Return whose link it is, without using it up; None where it is wrong, was used or has expired."""
        player = await self._words.look(_hashed(word))
        return None if player is None else int(player)

    async def take(self, word: str) -> int | None:
        """Use a link up; return whose it was, None where it is wrong, was used or has expired."""
        player = await self._words.take(_hashed(word))
        return None if player is None else int(player)

    async def give_back(self, word: str, player: int) -> None:
        """Have a link be good again that was used up for something that was refused."""
        await self._words.keep(_hashed(word), str(player), LINK_TIME)


def _hashed(word: str) -> str:
    return hashed(word.strip().casefold()[:100])
