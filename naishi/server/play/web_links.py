"""Links by which players come in with a browser: each is good once, and not for long."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from naishi.server.storage.codes import LETTERS, hashed

LINK_TIME = 600.0
"""Seconds in which a link is good."""


class WebLinks:
    """The words of the links of all players, as hashes; they end with the process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._links: dict[str, tuple[int, float]] = {}
        """For the hash of each word, whose it is and when it ends."""

    def make(self, player: int) -> str:
        """Return the word of a new link; older ones of the player are void."""
        now = self._clock()
        self._links = {
            word: (owner, end) for word, (owner, end) in self._links.items() if owner != player and end > now
        }
        word = "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))
        self._links[hashed(word)] = player, now + LINK_TIME
        return word

    def take(self, word: str) -> int | None:
        """Use a link up; return whose it was, None where it is wrong, was used or has expired."""
        player, end = self._links.pop(hashed(word.strip().casefold()[:100]), (0, 0.0))
        return player if end > self._clock() else None
