"""Solved lessons and puzzles of players."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.accounts.login import Login
from naishi.server.database.database import Database
from naishi.server.database.schema import solved

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


class KeptProgress:
    """The solved exercises of whoever a visitor is now. Without an account they are known until the visit ends."""

    def __init__(self, solved: SolvedTasks, login: Login) -> None:
        self._stored, self._login = solved, login
        self._account = login.account
        self._solved: set[str] = set()

    @property
    def solved(self) -> Collection[str]:
        """The ids of the exercises, as known since `load`."""
        return self._solved

    async def load(self) -> None:
        """Read what the account has; what was solved before there was one goes to it."""
        before, self._account = self._account, self._login.account
        if before.stored and before.id != self._account.id:
            self._solved = set()
        if self._account.stored:
            known = await self._stored.of(self._account.id)
            if new := self._solved - set(known):
                await self._stored.add(self._account.id, new)
            self._solved |= set(known)

    async def remember(self, exercise: str) -> None:
        """Remember that an exercise is solved.

        Raises:
            SaveNotWrittenError: It couldn't be stored; it is known until the visit ends.
        """
        self._solved.add(exercise)
        await self.load()
