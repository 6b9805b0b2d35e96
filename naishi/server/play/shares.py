"""Shared counts and promises: in memory or in the database."""

from __future__ import annotations

from naishi.server.play.one_time_words import OneTimeWords, WordsInMemory
from naishi.server.storage.sharing import Live, SharedCounts, SharedWays, SharedWords


class Shares:
    """What is counted is None where there is only one process: each counts for itself then."""

    def __init__(self, live: Live | None) -> None:
        self._live = live
        self.ways = None if live is None else SharedWays(live)
        """The ways by which players have come; None for one process."""

    def counts(self, kind: str) -> SharedCounts | None:
        """Return where something is counted."""
        return None if self._live is None else SharedCounts(self._live, kind)

    def words(self, kind: str) -> OneTimeWords:
        """Return where words are kept that are good once."""
        return WordsInMemory() if self._live is None else SharedWords(self._live, kind)
