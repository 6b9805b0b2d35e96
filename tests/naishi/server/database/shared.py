"""What several of the test modules here use."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from naishi.server import Database


@contextmanager
def locked(database: Database) -> Iterator[None]:
    """Have another process about to write: it holds the one lock that there is for that."""
    with closing(sqlite3.connect(database.path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
