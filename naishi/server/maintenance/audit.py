"""Audit log of operators' actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, delete, insert, select

from naishi.server.database.database import Database
from naishi.server.database.schema import audit

T = TypeVar("T")


class Entry(NamedTuple):
    """One change."""

    at: float
    who: str
    """Which user of the system made it."""
    what: str
    """The verb."""
    whom: str = ""
    """A name as it was then, a key, a network, or the id of a match."""
    detail: str = ""
    until: float | None = None
    why: str = ""


class Audit:
    """The record in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, entry: Entry, change: Callable[[Connection], T]) -> T:
        """Make a change, and note it in the same write.

        Raises NaishiError: the change is refused; nothing is noted then; StorageError: it couldn't be stored.
        """

        def write(db: Connection) -> T:
            done = change(db)
            add_entry(db, entry)
            return done

        return await self._database.write(write)

    async def add(self, entry: Entry) -> int:
        return await self._database.write(lambda db: add_entry(db, entry))

    async def remove(self, number: int) -> None:
        await self._database.write(lambda db: db.execute(delete(audit).where(audit.c.number == number)))

    async def newest(self, count: int) -> Sequence[Entry]:
        """Return the newest entries, the oldest of them first."""
        columns = [audit.c[name] for name in Entry._fields]
        newest = select(*columns).order_by(audit.c.number.desc()).limit(count)
        rows = await self._database.read(lambda db: db.execute(newest).all())
        return [Entry(*row) for row in reversed(rows)]


def add_entry(db: Connection, entry: Entry) -> int:
    """Note a change; return its number."""
    return int(db.execute(insert(audit).values(entry._asdict())).inserted_primary_key[0])  # type: ignore[index]
