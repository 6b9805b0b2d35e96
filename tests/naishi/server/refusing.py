"""Database that refuses writes, as on a full disk."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import Engine, event

from naishi.server import Database


@asynccontextmanager
async def refusing(database: Database) -> AsyncIterator[None]:
    """Have SQLite refuse everything that is written."""
    refused: set[sqlite3.Connection] = set()

    def refuse(connection: sqlite3.Connection, *_record: object) -> None:
        if _file_of(connection) == database.path and not _is_reader(connection):
            refused.add(connection)
            connection.execute("PRAGMA query_only = ON")

    def allow(connection: sqlite3.Connection, *_record: object) -> None:
        if connection in refused:
            refused.remove(connection)
            connection.execute("PRAGMA query_only = OFF")

    event.listen(Engine, "checkout", refuse)
    event.listen(Engine, "checkin", allow)
    try:
        yield
    finally:
        event.remove(Engine, "checkout", refuse)
        with database.writing():  # what is being refused ends first
            event.remove(Engine, "checkin", allow)


def _file_of(connection: sqlite3.Connection) -> Path:
    ((_number, _name, file),) = connection.execute("SELECT * FROM pragma_database_list WHERE name = 'main'")
    return Path(file)


def _is_reader(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA query_only").fetchone()[0])
