"""Tables that the processes of one server share while they run.

They are in the PostgreSQL database, and emptied by the first process of a server. What was stored in its other tables
is noted here by triggers, so that no write can forget it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy import Boolean, Column, Connection, Float, Index, Integer, MetaData, String, Table, Text

from naishi.server.storage.connection import Worker

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
    "bans": "'sanctions'",
    "silences": "'sanctions'",
    "former_names": "'sanctions'",
    "tournaments": "'tournaments'",
    "tournament_players": "'tournaments'",
    "tournament_games": "'tournaments'",
}
"""For each table of the database, what others are told has changed."""


class Live:
    """What one process reads and writes there."""

    def __init__(
        self,
        process: str,
        reader: Worker,
        writer: Worker,
        changed: Callable[[], Awaitable[None]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Begin.

        Args:
            process: What this process is called: letters and digits.
            reader: Reads the tables.
            writer: Writes them, one transaction at a time.
            changed: Waits until something was written since its last call, by whichever process.
            clock: Tells the time, the same to all processes.
        """
        self.process, self.changed, self.now = process, changed, clock
        self._reader, self._writer = reader, writer

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have a function read, beside the loop.

        Raises:
            StorageError: The database can't be read.
        """
        return await self._reader.run_in_transaction(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have a function read and write, beside the loop.

        Raises:
            StorageError: The database can't be written; nothing of it was.
        """
        return await self._writer.run_in_transaction(work)

    def close(self) -> None:
        """Close the connections, after what was begun is done."""
        for worker in (self._reader, self._writer):
            worker.close()
