"""Public lobby lists, computed once for everyone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import Context

from naishi.server.database.connection import StorageError
from naishi.server.match.match import Match
from naishi.server.match.match_lists import MatchLists
from naishi.sessions.session import Revisions

INTERVAL = 1.0
"""Seconds between two looks, however much happens."""


class PublicLists:
    """The public tables and games."""

    def __init__(
        self,
        lists: MatchLists,
        here: Callable[[], Collection[int]],
        anybody_here: Callable[[], bool],
        banned: Callable[[], Collection[int]],
    ) -> None:
        """Make empty lists, which are old.

        Args:
            lists: Where they come from.
            here: Returns the players who are on the server.
            anybody_here: Whether there is anybody to see them.
            banned: Returns the players who may not come.
        """
        self.open: Sequence[Match] = ()
        """Tables at which somebody waits."""
        self.watchable: Sequence[Match] = ()
        """Games that go on."""
        self.unlisted: Mapping[int, int] = {}
        """By who has made them, how many more go on than are listed."""
        self.changes = Revisions()
        """Counts the changes of what the lists say."""
        self._lists, self._here, self._banned = lists, here, banned
        self._hosts: frozenset[int] = frozenset()
        self._anybody_here = anybody_here
        self._old = True
        self._looking: asyncio.Task[None] | None = None

    def changed(self) -> None:
        """Note that something may be different; it is looked at a little later."""
        self._old = True
        if self._anybody_here() and self._looking is None:
            # In no visitor's context: the task may outlive the visitor, whose app would stay in memory with it.
            loop = asyncio.get_running_loop()
            self._looking = loop.create_task(self._look_soon(), name="public lists", context=Context())

    def came_or_went(self, player: int) -> None:
        """Note that a player has come or gone: if they have a table, it is listed elsewhere, or no longer."""
        if player in self._hosts:
            self.changed()

    async def refresh(self) -> None:
        """Look, if anything may be different."""
        if self._old:
            await self.look()

    async def look(self) -> None:
        """Look at once."""
        self._old = False
        try:
            public = await self._lists.public(self._here(), self._banned())
        except StorageError:
            self._old = True
            return
        before = self._shown()
        self.open, self.watchable, self._hosts, self.unlisted = public
        if self._shown() != before:
            self.changes.bump()

    def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    async def _look_soon(self) -> None:
        try:
            while self._old and self._anybody_here():
                await asyncio.sleep(INTERVAL)
                await self.look()
        finally:
            self._looking = None

    def _shown(self) -> tuple[object, ...]:
        """Return all that the lists say: two with the same look alike."""
        matches = ((match.id, match.state, match.names, match.round) for match in (*self.open, *self.watchable))
        return (*matches, *self.unlisted.items())
