"""A database that takes nothing more, as on a full disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from naishi.server import Database


@asynccontextmanager
async def refusing(database: Database) -> AsyncIterator[None]:
    """Have SQLite refuse everything that is written."""

    def run(statement: str) -> None:
        with database._writer.lock, closing(database._writer.engine.raw_connection()) as connection:
            connection.cursor().execute(statement)

    run("PRAGMA query_only = ON")
    try:
        yield
    finally:
        run("PRAGMA query_only = OFF")
