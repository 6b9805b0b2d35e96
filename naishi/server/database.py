"""The one file that a server keeps everything in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.server import schema

DATABASE = "naishi.sqlite"
"""The name of the file in the server's folder."""

Migration = Callable[[Connection], None]


def _add_settings_and_news(connection: Connection) -> None:
    """Keep settings with players, when they came last, and what they have seen of agreements."""
    for statement in (
        "ALTER TABLE players ADD COLUMN came FLOAT NOT NULL DEFAULT 0",
        "ALTER TABLE players ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
        "UPDATE players SET came = CAST(strftime('%s', 'now') AS FLOAT)",
        "ALTER TABLE matches ADD COLUMN told_0 TEXT",
        "ALTER TABLE matches ADD COLUMN told_1 TEXT",
        "UPDATE matches SET told_0 = agreed, told_1 = agreed WHERE record IS NOT NULL",
    ):
        connection.exec_driver_sql(statement)


MIGRATIONS: Mapping[int, Migration] = {1: _add_settings_and_news}
"""For each older version of the tables, what turns it into the next one."""

BUSY = 5000
"""Milliseconds to wait for another process, such as a backup, that has the file locked."""


class NewerDatabaseError(NaishiError):
    """The database was written by a later version of the program."""


class Database:
    """An SQLite file with one writer. What was committed is on disk: a killed process loses nothing of it."""

    def __init__(self, path: Path, migrations: Mapping[int, Migration] | None = None) -> None:
        """Open the file, make it if there is none, and bring it up to the current version.

        Args:
            path: Its directory is made too; only the owner may read the file.
            migrations: By version, for tests.

        Raises:
            NewerDatabaseError: It was written by a later version of the program.
            NaishiError: It is no database of this program.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
        # One connection: there is one writer, and it reads what it has just written.
        self._engine = create_engine(
            URL.create("sqlite", database=str(path)), poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        event.listen(self._engine, "connect", _configure)
        event.listen(self._engine, "begin", _begin)
        try:
            self._prepare(MIGRATIONS if migrations is None else migrations)
        except SQLAlchemyError:
            self.close()
            raise NaishiError(_("{file} can't be used as the server's database.").format(file=path)) from None
        except NaishiError:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Read and write; what was written is on disk when the block has ended, or nothing of it if it raised."""
        with self._engine.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close the file."""
        self._engine.dispose()

    def _prepare(self, migrations: Mapping[int, Migration]) -> None:
        with self.transaction() as connection:
            version = connection.execute(text("PRAGMA user_version")).scalar_one()
            if version > schema.VERSION:
                raise NewerDatabaseError(
                    _("The database was written by a newer version of Naishi; update Naishi to use it.")
                )
            if version == 0:
                schema.metadata.create_all(connection)
            else:
                for older in range(version, schema.VERSION):
                    migrations[older](connection)
            connection.execute(text(f"PRAGMA user_version = {schema.VERSION}"))


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
