"""Public lobby lists, and pairing by nearest rating."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass

from naishi.common.errors import NaishiError
from naishi.server.accounts.login import Identities
from naishi.server.accounts.players import Players
from naishi.server.database.connection import StorageError
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.match import Match, MatchStage, Terms
from naishi.server.match.match_lists import MatchLists
from naishi.server.match.store import Matches
from naishi.server.presence.presence import Account, Everybody
from naishi.server.tables.tables import Tables, is_for
from naishi.sessions.session import Revisions

INTERVAL = 1.0
"""Seconds between two looks, however much happens."""


class PublicLists:
    """The public tables and games.

    Args:
        here: Returns the players who are on the server.
        banned: Returns the players who may not come.
    """

    def __init__(
        self,
        lists: MatchLists,
        here: Callable[[], Collection[int]],
        anybody_here: Callable[[], bool],
        banned: Callable[[], Collection[int]],
    ) -> None:
        self.open: Sequence[Match] = ()
        """Tables at which someone waits."""
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
        """Note that something may be different; it is read a little later."""
        self._old = True
        if self._anybody_here() and self._looking is None:
            # In no visitor's context: the task may outlive the visitor, whose app would stay in memory with it.
            loop = asyncio.get_running_loop()
            self._looking = loop.create_task(self._look_soon(), name="public lists", context=Context())

    def came_or_went(self, player: int) -> None:
        if player in self._hosts:
            self.changed()

    async def refresh(self) -> None:
        if self._old:
            await self.look()

    async def look(self) -> None:
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
        matches = ((match.id, match.state, match.names, match.round) for match in (*self.open, *self.watchable))
        return (*matches, *self.unlisted.items())


CONTROL = "10+5"
"""The clock of whoever says nothing else."""
NEAR = 150.0
"""How far apart in rating two players may be who are paired at once."""
WIDENS = 10.0
"""By how much more with each second that one of them waits."""


@dataclass(frozen=True, slots=True)
class Seek:
    """A player who waits for one who is near."""

    player: int
    match: str
    """The public table at which they wait; it ends when they leave, as every table for a game in one sitting."""
    terms: Terms


class Pairing:
    """Pairs players who are here; a seek is a public table, at which others may sit down, too.

    Args:
        identities: Finds the terminals of a player.
    """

    def __init__(
        self, matches: Matches, players: Players, tables: Tables, public: PublicLists, everybody: Everybody,
        identities: Identities, *, alone: bool,
    ) -> None:  # fmt: skip
        self._matches, self._players, self._tables, self._public = matches, players, tables, public
        self._everybody, self._identities, self._alone = everybody, identities, alone
        self._seeks: dict[int, Seek] = {}
        """By player, those that were begun at this process."""

    async def find(self, player: Account, standing: Standing | None, terms: Terms) -> Sequence[Match]:
        """Return the tables of players who are near enough by now, the nearest first.

        Args:
            terms: What they want to play; a table that isn't rated will do, too.
        """
        await self._public.look()
        return self._near(player, standing, terms, waited=0.0)

    def begin(self, player: Account, match: Match, terms: Terms) -> None:
        self._seeks[player.id] = Seek(player.id, match.id, terms)

    async def look(self) -> None:
        """Pair those who wait and are near enough by now; whoever has come later goes to whoever waits longer."""
        if not self._seeks:
            return
        with suppress(StorageError):
            await self._public.refresh()
            for seek in [*self._seeks.values()]:
                await self._look(seek)

    async def _look(self, seek: Seek) -> None:
        own = next(iter(await self._matches.lists.some([seek.match])), None)
        if own is None or own.state is not MatchStage.OPEN or seek.player not in self._everybody:
            self._seeks.pop(seek.player, None)
            return
        player, waited = await self._players.get(seek.player), self._matches.now() - own.updated
        for table in self._near(player, own.standings[0], seek.terms, waited=waited):
            may_come = any(each.match == table.id for each in self._seeks.values()) or not self._alone
            if may_come and (table.updated, table.id) > (own.updated, own.id):
                continue  # they come here
            if await self._move(seek, own, player, table):
                return

    async def _move(self, seek: Seek, own: Match, player: Account, table: Match) -> bool:
        """Have a player sit down at a table instead of their own; return whether that is done with."""
        self._seeks.pop(seek.player, None)
        if not await self._tables.close(own, player):
            return True  # someone has just joined there
        try:
            match = await self._tables.join(table, player)
        except NaishiError:  # it has gone, or they may not play each other
            with suppress(NaishiError):
                self.begin(player, await self._tables.open(player, seek.terms, public=True), seek.terms)
            return True
        for visitor in self._identities.of_player(player.id):
            visitor.paired = match.id
            visitor.own_lists_changed()
        return True

    def _near(self, player: Account, standing: Standing | None, terms: Terms, *, waited: float) -> Sequence[Match]:
        """Return the tables at which a player who has waited so long may sit down, the nearest first."""
        now, mine = self._matches.now(), _points(standing)
        found = list[tuple[float, Match]]()
        for match in self._public.open:
            fits = is_for(match, terms, rated=match.rated and not player.guest)
            if match.host == player.id or match.host not in self._everybody or not match.empty or not fits:
                continue
            apart = abs(_points(match.standings[0]) - mine)
            if apart <= NEAR + WIDENS * max(waited, now - match.updated):
                found.append((apart, match))
        return [match for _apart, match in sorted(found, key=lambda each: (each[0], each[1].updated))]


def _points(standing: Standing | None) -> float:
    return Rating().points if standing is None else standing.rating.points
