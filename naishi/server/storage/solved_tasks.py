"""Solved lessons and puzzles of players."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.storage.database import Database
from naishi.server.storage.schema import solved

_OF_PLAYER = select(solved.c.task).where(solved.c.player == bindparam("player"))
_ADD = insert_or(solved).on_conflict_do_nothing()


class SolvedTasks:
    """The solved lessons and puzzles in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, player: int) -> Collection[str]:
        """Return the ids of what a player has solved."""
        return await self._database.read(lambda db: set(db.execute(_OF_PLAYER, {"player": player}).scalars()))

    async def add(self, player: int, tasks: Iterable[str]) -> None:
        """Note that a player has solved some."""
        rows = [{"player": player, "task": task} for task in tasks]
        await self._database.write(lambda db: db.execute(_ADD, rows))
