"""Admission to rated tables, and suspected shared identities."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Protocol

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.database.connection import StorageError
from naishi.server.match.glicko import DAY
from naishi.server.match.match import Match
from naishi.server.presence.account import Account
from naishi.server.ratings.ratings import Ratings

MOST_REMEMBERED = 4096
"""Players of whom it is known how they came."""
MOST_WAYS = 8
"""Keys and addresses that are known of each."""


class KnownWays(Protocol):
    """How players have come."""

    async def note(self, player: int, *ways: str | None) -> None: ...  # noqa: D102 - see `Ways`
    async def shared(self, one: int, other: int) -> bool: ...  # noqa: D102


class Ways:
    """By which keys and from which addresses players have come, for a day: in memory only, and hashed even there."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._secret = secrets.token_bytes(32)
        self._of_player: dict[int, dict[bytes, float]] = {}

    async def note(self, player: int, *ways: str | None) -> None:
        """Note how a player has come."""
        known = self._of_player.pop(player, {})
        for way in filter(None, ways):
            hashed = blake2b(way.encode(), key=self._secret, digest_size=16).digest()
            known.pop(hashed, None)
            known[hashed] = self._clock() + DAY
            if len(known) > MOST_WAYS:
                del known[next(iter(known))]
        self._of_player[player] = known
        if len(self._of_player) > MOST_REMEMBERED:
            del self._of_player[next(iter(self._of_player))]

    async def shared(self, one: int, other: int) -> bool:
        """Return whether two players have come by the same key or from the same address within a day."""
        now = self._clock()
        recent = ({way for way, end in self._of_player.get(each, {}).items() if end > now} for each in (one, other))
        return not set.isdisjoint(*recent)


class RatedTables:
    """Lets people sit down at rated tables."""

    def __init__(self, ratings: Ratings, ways: KnownWays | None = None) -> None:
        """Judge by the stored ratings, and by how players have come.

        Args:
            ratings: As they are stored.
            ways: Where it is kept how players have come; by default, in memory.
        """
        self.ratings = ratings
        self.ways = ways or Ways(ratings.clock)

    def check_host(self, player: Account) -> None:
        """Make sure that a player may have rated games.

        Raises:
            NaishiError: It is a guest.
        """
        if player.guest:
            raise NaishiError(_("Rated games are for players with a key; you are a guest."))

    async def check_join(self, match: Match, player: Account) -> None:
        """Make sure that a player may sit down at a rated table.

        Raises:
            NaishiError: It is a guest, or the two have played each other enough today.
            StorageError: It couldn't be stored that they know each other.
        """
        self.check_host(player)
        invited = not match.public
        if invited or await self.ways.shared(match.host, player.id):
            await self.ratings.link(match.host, player.id)
        if await self.ratings.have_played_often(match.host, player.id):
            raise NaishiError(
                _("You two have had three rated games within a day. Play an unrated one, or wait until tomorrow.")
            )

    async def came_to(self, match: Match, player: int, address: str, fingerprint: str | None) -> None:
        """Note how a player has come to a match, and whether the other one came the same way.

        A failure to store that harms nobody: whoever of them comes next has it noted again.
        """
        await self.ways.note(player, address, fingerprint)
        if not match.rated:
            return
        first, second = match.seats
        if first is not None and second is not None and await self.ways.shared(first, second):
            with suppress(StorageError):
                await self.ratings.link(first, second)
