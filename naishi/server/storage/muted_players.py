"""Players muted by a player."""

from __future__ import annotations

from sqlalchemy import and_, bindparam, delete, select, union_all
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.storage.database import Database
from naishi.server.storage.schema import blocked_players, muted_players

_MUTED = select(muted_players.c.player).where(
    muted_players.c.player == bindparam("player"), muted_players.c.muted == bindparam("other")
)
_BLOCKED = select(blocked_players.c.player).where(
    blocked_players.c.player == bindparam("player"), blocked_players.c.blocked == bindparam("other")
)
_IGNORES = union_all(_MUTED, _BLOCKED)


class MutedPlayers:
    """The muted players in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mutes(self, player: int, other: int) -> bool:
        """Return whether a player has muted another one."""
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(_MUTED, asked).first() is not None)

    async def ignores(self, player: int, other: int) -> bool:
        """Return whether a player has muted or blocked another one."""
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(_IGNORES, asked).first() is not None)

    async def mute(self, player: int, other: int) -> None:
        """Show a player no more phrases of another one."""
        pair = {"player": player, "muted": other}
        await self._database.write(lambda db: db.execute(insert_or(muted_players).on_conflict_do_nothing(), pair))

    async def unmute(self, player: int, other: int) -> None:
        """Show them again."""
        pair = and_(muted_players.c.player == player, muted_players.c.muted == other)
        await self._database.write(lambda db: db.execute(delete(muted_players).where(pair)))
