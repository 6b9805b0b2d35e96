"""What the processes of one server have to know of each other, and nobody once all of them have ended.

It is a second file beside the database, made anew by the first process of a server. It needn't survive a crash of the
machine, so nobody waits for a disk; what was stored in the database itself is told there by triggers, so that no write
can forget it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Boolean, Column, Connection, Float, Index, Integer, MetaData, String, Table, Text, select

from naishi.server.storage.connection import Worker, file_engine

LIVE = "live.sqlite"
"""The name of the file in the server's folder."""
LOOK = 0.03
"""Seconds between two looks whether another process has written anything."""

T = TypeVar("T")

metadata = MetaData()

processes = Table(
    "processes",
    metadata,
    Column("process", String, primary_key=True),
    Column("seen", Float, nullable=False),
)
"""Those that run, and when each was known to do so last."""

touched = Table(
    "touched",
    metadata,
    Column("topic", String, primary_key=True),
    Column("process", String, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("said", Text),
    Column("until", Float),
    Index("touched_by_number", "number"),
)
"""What was changed last by which process, in the order of the numbers.

A message has `said`, and is kept only for a moment.
"""

newest = Table("newest", metadata, Column("number", Integer, primary_key=True))
"""One row: the number of what was changed last."""

present = Table(
    "present",
    metadata,
    Column("process", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("player", Integer),
    Column("count", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("guest", Boolean, nullable=False),
    Column("plays", Boolean, nullable=False),
    Column("match", String),
    Column("seat", Integer),
    Column("address", String, nullable=False),
)
"""Who is at which process: a row for each player, for each terminal at a match, and for each address."""

counts = Table(
    "counts",
    metadata,
    Column("kind", String, primary_key=True),
    Column("who", String, primary_key=True),
    Column("amount", Float, nullable=False),
    Column("at", Float, nullable=False),
)
"""How much somebody may still take, or how often they were wrong, and when that was."""

leases = Table(
    "leases",
    metadata,
    Column("name", String, primary_key=True),
    Column("process", String, nullable=False),
    Column("until", Float, nullable=False),
)
"""What only one process does at a time, such as thinking for a bot, and until when it may take."""

words = Table(
    "words",
    metadata,
    Column("kind", String, primary_key=True),
    Column("word", String, primary_key=True),
    Column("value", String, nullable=False),
    Column("until", Float, nullable=False),
)
"""Hashes of words that are good once, and what for."""

ways = Table(
    "ways",
    metadata,
    Column("player", Integer, primary_key=True),
    Column("way", String, primary_key=True),
    Column("until", Float, nullable=False),
)
"""By which keys and from which addresses players have come, as hashes."""

TOPICS = {
    "matches": "'match ' || {row}.id",
    "seats": "'match ' || {row}.\"match\"",
    "challenges": "'match ' || {row}.\"match\"",
    "plans": "'match ' || {row}.\"match\"",
    "tournaments": "'tournaments'",
    "tournament_players": "'tournaments'",
    "tournament_games": "'tournaments'",
}
"""For each table of the database, what others are told has changed."""


class Live:
    """The file, as one process has it open."""

    def __init__(self, path: Path, process: str, clock: Callable[[], float] = time.time) -> None:
        """Open the file, and make it if there is none.

        Args:
            path: The file.
            process: What this process is called: letters and digits.
            clock: Tells the time, the same to all processes.
        """
        self.path, self.process, self.now = path, process, clock
        if not path.exists():
            path.touch(0o600)
        self._writer = Worker(
            file_engine(path, "BEGIN IMMEDIATE", "journal_mode = WAL", "synchronous = OFF"), "sharing"
        )
        self._reader = Worker(file_engine(path, "BEGIN", "query_only = ON"), "sharing")
        with self._writer.transaction() as connection:
            metadata.create_all(connection)
            if connection.execute(select(newest)).first() is None:
                connection.execute(newest.insert().values(number=0))
        uri = f"{path.absolute().as_uri()}?mode=ro"
        self._watch = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
        self._version = -1

    @property
    def attachment(self) -> tuple[str, ...]:
        """What a connection to the database says first, so that what it writes is told here."""
        return tuple(self._attachment())

    def _attachment(self) -> Iterator[str]:
        yield f"ATTACH DATABASE '{self.path.absolute().as_uri()}?mode=rw' AS live"
        yield "PRAGMA live.synchronous = OFF"
        for table, topic in TOPICS.items():
            for event, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
                subject = topic.format(row=row)
                # Not INSERT OR REPLACE: in a trigger, what the statement outside does about conflicts counts.
                yield (
                    f"CREATE TEMP TRIGGER tell_{table}_{event} AFTER {event} ON main.{table} BEGIN"  # noqa: S608
                    " UPDATE newest SET number = number + 1;"
                    f" DELETE FROM touched WHERE topic = {subject} AND process = '{self.process}';"
                    f" INSERT INTO touched (topic, process, number)"
                    f" SELECT {subject}, '{self.process}', number FROM newest; END"
                )

    async def changed(self) -> None:
        """Wait until something was written since the last call, by whichever process."""
        while True:
            await asyncio.sleep(LOOK)
            if self._has_changed():
                return

    def _has_changed(self) -> bool:
        """Return whether that is so; it takes microseconds."""
        before = self._version
        with suppress(sqlite3.Error):  # somebody keeps the file busy: look again
            (self._version,) = self._watch.execute("PRAGMA data_version").fetchone()
            return self._version != before
        return True

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have a function read, beside the loop.

        Raises:
            StorageError: The file can't be read.
        """
        return await self._run(self._reader, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have a function read and write, beside the loop.

        Raises:
            StorageError: The file can't be written; nothing of it was.
        """
        return await self._run(self._writer, work)

    def close(self) -> None:
        """Close the file, after what was begun is done."""
        self._watch.close()
        for worker in (self._reader, self._writer):
            worker.close()

    async def _run(self, worker: Worker, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with worker.transaction() as connection:
                return work(connection)

        return await worker.run(run)


def forget(folder: Path) -> None:
    """Remove what the processes of the last server have left; only while none runs."""
    for ending in ("", "-wal", "-shm"):
        (folder / f"{LIVE}{ending}").unlink(missing_ok=True)
