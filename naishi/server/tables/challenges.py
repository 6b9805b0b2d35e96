"""Challenges and blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, and_, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.database.database import Database
from naishi.server.database.schema import blocked_players, challenges, matches, players
from naishi.server.match import listing
from naishi.server.match.match import Match, MatchStage
from naishi.server.match.match_lists import all_matches
from naishi.server.presence.account import Account

_BLOCKS = select(blocked_players.c.player).where(
    blocked_players.c.player == bindparam("player"), blocked_players.c.blocked == bindparam("other")
)
_BLOCKED = (
    select(players.c.name)
    .join(blocked_players, blocked_players.c.blocked == players.c.id)
    .where(blocked_players.c.player == bindparam("player"))
    .order_by(players.c.name)
)
_BLOCKED_PLAYERS = select(blocked_players.c.blocked).where(blocked_players.c.player == bindparam("player"))
_BETWEEN = (
    select(matches.c.id)
    .join(challenges, challenges.c.match == matches.c.id)
    .where(
        challenges.c.player == bindparam("challenged"),
        matches.c.host == bindparam("host"),
        matches.c.state == MatchStage.OPEN,
    )
)


def table_between(db: Connection, host: int, challenged: int) -> str | None:
    """Return the table at which a player waits for another one; None for none."""
    found: str | None = db.execute(_BETWEEN, {"host": host, "challenged": challenged}).scalar()
    return found


class Challenges:
    """The challenges and the blocked players in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def to(self, player: int) -> Sequence[Match]:
        """List the tables at which somebody waits for a player, the newest first."""
        asked = {"player": player}
        return await self._database.read(lambda db: all_matches(db, listing.CHALLENGES, asked))

    async def is_open(self, host: int, challenged: int) -> bool:
        """Return whether a player waits for another one already."""
        return await self._database.read(lambda db: table_between(db, host, challenged) is not None)

    async def decline(self, match: str, player: int) -> None:
        """Close a table that was made for a player."""
        theirs = select(challenges.c.match).where(challenges.c.match == match, challenges.c.player == player)
        gone = and_(matches.c.id.in_(theirs), matches.c.state == MatchStage.OPEN)
        await self._database.write(lambda db: db.execute(delete(matches).where(gone)))

    async def blocks(self, player: int, other: int) -> bool:
        """Return whether a player has blocked another one."""
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(_BLOCKS, asked).first() is not None)

    async def blocked_by(self, player: int) -> Sequence[str]:
        """List the names of those whom a player has blocked."""
        return await self._database.read(lambda db: db.execute(_BLOCKED, {"player": player}).scalars().all())

    async def blocked_players(self, player: int) -> frozenset[int]:
        """Return those whom a player has blocked."""
        return await self._database.read(
            lambda db: frozenset(db.execute(_BLOCKED_PLAYERS, {"player": player}).scalars())
        )

    async def block(self, player: int, other: int) -> None:
        """Have a player hear no more of another one: their challenge is gone, too."""

        def block(db: Connection) -> None:
            db.execute(insert_or(blocked_players).on_conflict_do_nothing(), {"player": player, "blocked": other})
            open_ones = db.execute(_BETWEEN, {"host": other, "challenged": player}).scalars().all()
            if open_ones:
                db.execute(delete(matches).where(matches.c.id.in_(open_ones)))

        await self._database.write(block)

    async def unblock(self, player: int, other: int) -> None:
        """Let another one challenge a player again."""
        pair = and_(blocked_players.c.player == player, blocked_players.c.blocked == other)
        await self._database.write(lambda db: db.execute(delete(blocked_players).where(pair)))


MOST_BLOCKED = 200
"""Whom one player can block."""


class Challenging:
    """Who may challenge whom."""

    def __init__(self, challenges: Challenges, stale: Callable[[Sequence[int | None]], None]) -> None:
        """Check challenges against those that are stored.

        Args:
            challenges: As they are stored.
            stale: Called with the players whose lists are others now.
        """
        self._challenges, self._stale = challenges, stale

    async def to(self, player: Account) -> Sequence[Match]:
        """List the tables at which somebody waits for a player."""
        return await self._challenges.to(player.id)

    async def check(self, host: Account, other: Account, *, rated: bool) -> None:
        """Make sure that a player may challenge another one.

        Raises:
            NaishiError: They may not; the text says why.
        """
        name = other.name
        if other.id == host.id:
            raise NaishiError(_("This is yourself; someone else has to play you."))
        if await self._challenges.blocks(other.id, host.id):
            raise NaishiError(_("{name} can't be challenged by you.").format(name=name))
        if await self._challenges.blocks(host.id, other.id):
            raise NaishiError(_("You have blocked {name}; unblock them first.").format(name=name))
        if rated and other.guest:
            raise NaishiError(_("{name} is a guest, and rated games are for players with a key.").format(name=name))
        if await self._challenges.is_open(host.id, other.id):
            raise NaishiError(_("You have challenged {name} already; wait for the answer.").format(name=name))

    async def check_join(self, match: Match, player: Account) -> None:
        """Make sure that a player may sit down at a table.

        Raises:
            NaishiError: It was made for somebody else, or by somebody who doesn't want to play them.
        """
        if match.challenged not in {None, player.id}:
            raise NaishiError(_("This table waits for {name}.").format(name=match.challenged_name))
        sit = {match.host, *match.seats} - {None, player.id}
        if any([await self._challenges.blocks(each, player.id) for each in sit if each is not None]):
            raise NaishiError(_("You can't sit down at this table."))

    async def decline(self, match: Match, player: Account) -> None:
        """Close a table that was made for a player."""
        await self._challenges.decline(match.id, player.id)
        self._stale((match.host, player.id))

    async def blocked_by(self, player: Account) -> Sequence[str]:
        """List the names of those whom a player has blocked."""
        return await self._challenges.blocked_by(player.id)

    async def blocked_players(self, player: Account) -> frozenset[int]:
        """Return those whom a player has blocked, by their numbers."""
        return await self._challenges.blocked_players(player.id) if player.stored else frozenset()

    async def blocks(self, player: Account, other: Account) -> bool:
        """Return whether a player has blocked another one."""
        return await self._challenges.blocks(player.id, other.id)

    async def has_blocked(self, player: int, other: int) -> bool:
        """Return whether a player has blocked another one; both by their numbers."""
        return await self._challenges.blocks(player, other)

    async def block(self, player: Account, other: Account) -> None:
        """Have a player hear no more of another one.

        Raises:
            NaishiError: It is the player, or there are too many.
        """
        await self.check_block(player, other)
        await self._challenges.block(player.id, other.id)
        self._stale((player.id, other.id))

    async def check_block(self, player: Account, other: Account) -> None:
        """Make sure that a player may block another one.

        Raises:
            NaishiError: It is the player, or there are too many.
        """
        if other.id == player.id:
            raise NaishiError(_("This is yourself."))
        if len(await self._challenges.blocked_by(player.id)) >= MOST_BLOCKED:
            raise NaishiError(_("You block too many players already; unblock one first."))

    async def unblock(self, player: Account, other: Account) -> None:
        """Let another one challenge a player again."""
        await self._challenges.unblock(player.id, other.id)
        self._stale((player.id,))
