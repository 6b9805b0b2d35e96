"""Lobby lists of one visitor: matches, challenges, rating."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from naishi.server.errors import StorageError
from naishi.server.play.login import Login
from naishi.server.play.place import LobbyForVisitors
from naishi.server.rating.glicko import Standing
from naishi.server.storage.match import Match


class OwnLists:
    """Reads them again only once something in them may have changed; until then they are as they were."""

    def __init__(self, lobby: LobbyForVisitors, visitor: Login) -> None:
        """Begin with nothing read."""
        self._lobby, self._visitor = lobby, visitor
        self.mine: Sequence[Match] = ()
        self.challenges: Sequence[Match] = ()
        """The tables at which somebody waits for the visitor."""
        self.standing: Standing | None = None
        """The visitor's rating."""
        self._looking = asyncio.Lock()
        """Held while they are read: whoever looks meanwhile waits for what is new."""

    async def look(self) -> None:
        """Read them again, if anything may have changed in them and they can be read."""
        async with self._looking:
            while self._visitor.lists_outdated:  # again, if something has changed while it was read
                self._visitor.lists_outdated = False
                try:
                    self.mine = await self.read_matches()
                    self.challenges = await self._lobby.challenging.to(self._visitor.account)
                    self.standing = await self._lobby.rated.ratings.of(self._visitor.account.id)
                except StorageError:
                    self._visitor.lists_outdated = True
                    break

    async def read_matches(self) -> Sequence[Match]:
        """Return the visitor's own matches, those over whose time was up."""
        visitor, matches = self._visitor, self._lobby.matches
        if not visitor.account.stored:
            return ()
        mine = await matches.lists.of(visitor.account.id)
        now = matches.now()
        if any(match.is_overdue(now) for match in mine):
            await self._lobby.settle_clocks()
            mine = await matches.lists.of(visitor.account.id)  # who it is may have changed meanwhile
        return mine

    def name_any(self, player_ids: Collection[int]) -> bool:
        """Return whether one of some players is in a match of the visitor's."""
        listed = {player_id for match in self.mine for player_id in (match.host, *match.seats)}
        return not listed.isdisjoint(player_ids)

    def show_any(self, matches: Collection[str]) -> bool:
        """Return whether one of some matches is in them."""
        return not {match.id for match in (*self.mine, *self.challenges)}.isdisjoint(matches)
