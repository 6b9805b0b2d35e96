"""Stored challenges and blocks."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, and_, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.storage import listing
from naishi.server.storage.database import Database
from naishi.server.storage.match import Match, MatchStage
from naishi.server.storage.match_lists import all_matches
from naishi.server.storage.schema import blocked_players, challenges, matches, players

_BLOCKS = select(blocked_players.c.player).where(
    blocked_players.c.player == bindparam("player"), blocked_players.c.blocked == bindparam("other")
)
_BLOCKED = (
    select(players.c.name)
    .join(blocked_players, blocked_players.c.blocked == players.c.id)
    .where(blocked_players.c.player == bindparam("player"))
    .order_by(players.c.name)
)
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
