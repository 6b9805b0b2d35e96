"""Links by which players come in with a browser: each is good once, and not for long."""

from __future__ import annotations

import secrets

from naishi.server.play.one_time_words import OneTimeWords
from naishi.server.storage.codes import LETTERS, hashed

LINK_TIME = 600.0
"""Seconds in which a link is good."""


class WebLinks:
    """The links of all players; they end with the server."""

    def __init__(self, words: OneTimeWords) -> None:
        """Begin.

        Args:
            words: Where they are kept.
        """
        self._words = words

    async def make(self, player: int) -> str:
        """Return the word of a new link; older ones of the player are void."""
        word = "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))
        await self._words.keep(hashed(word), str(player), LINK_TIME, alone=True)
        return word

    async def take(self, word: str) -> int | None:
        """Use a link up; return whose it was, None where it is wrong, was used or has expired."""
        player = await self._words.take(hashed(word.strip().casefold()[:100]))
        return None if player is None else int(player)
