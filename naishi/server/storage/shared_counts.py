"""What is counted and remembered of people for a while, where several processes have to know it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import TypeVar

from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.errors import StorageError
from naishi.server.storage.live import Live, counts, leases, ways, words

KEPT = 24 * 3600.0
"""Seconds after which a count has come back to where it began: none lasts longer."""
DAY = 24 * 3600.0

T = TypeVar("T")
Count = tuple[float, float]


class SharedCounts:
    """Counts of one kind; see `Counts`."""

    def __init__(self, live: Live, kind: str) -> None:
        self._live, self._kind = live, kind

    async def change(self, who: str, change: Callable[[Count | None, float], tuple[Count | None, T]]) -> T:
        """Change the count of somebody, and return what `change` returns beside it."""
        mine = counts.c.kind == self._kind, counts.c.who == who

        def write(db: Connection) -> T:
            now = self._live.now()
            row = db.execute(select(counts.c.amount, counts.c.at).where(*mine)).first()
            before = None if row is None else (row.amount, row.at)
            count, result = change(before, now)
            if count != before:
                db.execute(delete(counts).where(*mine))
                db.execute(delete(counts).where(counts.c.at < now - KEPT))
                if count is not None:
                    db.execute(insert(counts).values(kind=self._kind, who=who, amount=count[0], at=count[1]))
            return result

        return await self._live.write(write)


class SharedWords:
    """Words of one kind; see `OneTimeWords`."""

    def __init__(self, live: Live, kind: str) -> None:
        self._live, self._kind = live, kind

    async def keep(self, word: str, value: str, seconds: float, *, alone: bool = False) -> None:
        """Have a word be good for something."""

        def keep(db: Connection) -> None:
            now = self._live.now()
            db.execute(delete(words).where(words.c.until < now))
            if alone:
                db.execute(delete(words).where(words.c.kind == self._kind, words.c.value == value))
            db.execute(insert(words).values(kind=self._kind, word=word, value=value, until=now + seconds))

        await self._live.write(keep)

    async def take(self, word: str) -> str | None:
        """Use a word up."""
        mine = words.c.kind == self._kind, words.c.word == word, words.c.until > self._live.now()

        def take(db: Connection) -> str | None:
            value: str | None = db.execute(select(words.c.value).where(*mine)).scalar()
            db.execute(delete(words).where(*mine))
            return value

        return await self._live.write(take)


class SharedWays:
    """How players have come; see `Ways`."""

    def __init__(self, live: Live) -> None:
        self._live = live

    async def note(self, player: int, *new: str | None) -> None:
        """Note how a player has come; a failure keeps nobody out."""

        def note(db: Connection) -> None:
            now, secret = self._live.now(), _secret(db)
            db.execute(delete(ways).where(ways.c.until < now))
            for way in filter(None, new):
                hashed = blake2b(way.encode(), key=secret, digest_size=16).hexdigest()
                _replace(db, ways, {"player": player, "way": hashed, "until": now + DAY})

        with suppress(StorageError):
            await self._live.write(note)

    async def shared(self, one: int, other: int) -> bool:
        """Return whether two players have come by the same key or from the same address within a day."""
        theirs = ways.alias()
        both = (
            select(func.count())
            .select_from(ways.join(theirs, ways.c.way == theirs.c.way))
            .where(ways.c.player == one, theirs.c.player == other)
            .where(ways.c.until > self._live.now(), theirs.c.until > self._live.now())
        )
        return await self._live.read(lambda db: bool(db.execute(both).scalar_one()))


class Leases:
    """What only one process may do at a time, each for a while: if it is killed, another one goes on."""

    def __init__(self, live: Live) -> None:
        self._live = live

    async def claim(self, name: str, seconds: float) -> bool:
        """Take something up, or go on with it; return whether nobody else is known to be at it.

        Two that do the same harm nothing but their time: of two writes on one revision, one is refused.
        """
        me, now = self._live.process, self._live.now()

        def claim(db: Connection) -> bool:
            row = db.execute(select(leases).where(leases.c.name == name)).first()
            if row is not None and row.process != me and row.until > now:
                return False
            _replace(db, leases, {"name": name, "process": me, "until": now + seconds})
            return True

        try:
            return await self._live.write(claim)
        except StorageError:
            return True

    async def release(self, name: str) -> None:
        """Have others take it up, if they like."""
        mine = leases.c.name == name, leases.c.process == self._live.process
        await self._live.write(lambda db: db.execute(delete(leases).where(*mine)))


def _secret(db: Connection) -> bytes:
    """Return what ways are hashed with: a secret of this server, which ends with it."""
    kept = select(words.c.value).where(words.c.kind == "secret", words.c.word == "ways")
    if (found := db.execute(kept).scalar()) is None:
        found = secrets.token_hex(32)
        db.execute(insert(words).values(kind="secret", word="ways", value=found, until=float("inf")))
    return bytes.fromhex(found)


def _replace(db: Connection, table: Table, row: dict[str, object]) -> None:
    """Add a row, or put it in the place of the one that is there."""
    added = insert_or(table)
    changed = {column.name: added.excluded[column.name] for column in table.c if not column.primary_key}
    db.execute(added.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed), row)
