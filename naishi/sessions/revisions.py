"""Counts changes, and wakes whoever waits for the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


class Revisions:
    """The revisions of something, for one event loop. A slow reader misses only repetitions."""

    def __init__(self) -> None:
        self.newest = 0
        """Counts the changes."""
        self._closed = False
        self._changed = asyncio.Event()

    def bump(self) -> None:
        """Count a change, and wake everybody."""
        self.newest += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        """Let everybody know that nothing will change any more."""
        self._closed = True
        self.bump()

    async def since(self, seen: int) -> AsyncIterator[int]:
        """Yield the newest revision whenever it isn't the one seen last; end once closed."""
        while not self._closed:
            if self.newest == seen:
                await self._changed.wait()
                continue
            seen = self.newest
            yield seen
