"""That something has happened which may concern somebody, wherever it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from naishi.sessions.revisions import Revisions


class Happenings:
    """Wakes a room whenever one of several things may have changed, for one visitor."""

    def __init__(self) -> None:
        self._revisions = Revisions()
        self._followed: dict[str, asyncio.Task[None]] = {}

    def follow(self, what: str, changes: AsyncIterator[object], pause: float = 0.0) -> None:
        """Wake whoever waits when this changes, and no longer at what was followed by the same word before.

        Args:
            what: A word for it.
            changes: Yields at each change.
            pause: Seconds between two looks.
        """
        self.forget(what)
        self._followed[what] = asyncio.get_running_loop().create_task(self._pass_on(changes, pause), name=what)

    def forget(self, what: str) -> None:
        """Follow something no more."""
        if (task := self._followed.pop(what, None)) is not None:
            task.cancel()

    def changes(self) -> AsyncIterator[int]:
        """Yield whenever something may have changed since this was called."""
        return self._revisions.since(self._revisions.newest)

    async def close(self) -> None:
        """Follow nothing any more."""
        tasks = list(self._followed.values())
        for what in list(self._followed):
            self.forget(what)
        if tasks:
            await asyncio.wait(tasks)

    async def _pass_on(self, changes: AsyncIterator[object], pause: float) -> None:
        async for _change in changes:
            self._revisions.bump()
            if pause:
                await asyncio.sleep(pause)
