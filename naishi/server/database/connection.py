"""Database connection, its thread and its errors."""

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from naishi.common.i18n import N_, SaveNotWrittenError, _


class StorageError(SaveNotWrittenError):
    """The database can't be used now; nothing of what was asked for was done.

    Its text is in the language of the reader: two players may read why their game isn't stored.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause

    def __str__(self) -> str:
        return _("Not saved ({why}).").format(why=self.why)

    @property
    def why(self) -> str:
        return _(self.cause)


class RevisionLostError(SaveNotWrittenError):
    """The match has another revision than the one that was seen: someone else has changed it."""


BUSY = 5000
"""Milliseconds to wait for another process, such as a backup, that has the file locked."""

_log = logging.getLogger(__name__)

T = TypeVar("T")

_CAUSES = {
    sqlite3.SQLITE_FULL: N_("No space left on device"),
    sqlite3.SQLITE_IOERR: N_("Input/output error"),
    sqlite3.SQLITE_READONLY: N_("Read-only file system"),
    sqlite3.SQLITE_BUSY: N_("In use by another program"),
    sqlite3.SQLITE_NOTADB: N_("Not a database"),
    sqlite3.SQLITE_CORRUPT: N_("Damaged"),
}
UNREACHABLE = N_("The database can't be reached")
_DISK_FULL = "53100"
"""What PostgreSQL calls it."""


class Outage:
    """Whether a database can be reached by the connections of a process: one line when it can't, one when it can."""

    def __init__(self) -> None:
        self.lasts, self.number = False, 0
        self._lock = threading.Lock()

    def failed(self, why: str, last: int) -> int:
        """Note that a connection failed; return the number of the outage for the next time.

        Args:
            last: The number of the outage that the connection has met before. A connection that fails by itself once
                after an outage was cut then.
        """
        with self._lock:
            if not self.lasts and last == self.number:
                self.lasts, self.number = True, self.number + 1
                _log.error("the database can't be reached: %s", why)
            return self.number

    def over(self) -> None:
        if self.lasts:
            with self._lock:
                if self.lasts:
                    self.lasts = False
                    _log.info("the database can be reached again")


class Worker:
    """A connection to the database that is used by one thread at a time, each time in a transaction.

    Args:
        outage: Where it is noted that a database elsewhere can't be reached; None for a file.
    """

    def __init__(self, engine: Engine, purpose: str, outage: Outage | None = None) -> None:
        self.engine = engine
        self.lock = threading.RLock()
        self._purpose = purpose
        self._thread = ThreadPoolExecutor(1, f"database ({purpose})")
        self._failure = ""
        """How it failed last, for the log; empty where it didn't."""
        self._outage, self._met = outage, 0

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with self.lock, self.engine.begin() as connection:
            yield connection

    async def run(self, work: Callable[[], T]) -> T:
        """Have a function run in the thread; once begun, it is done to its end, whoever waits for it.

        Raises StorageError: the database can't be used.
        """

        def run() -> T:
            with self.lock:
                try:
                    result = work()
                except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                    self._failed(error)
                    raise StorageError(cause(error)) from None
            self._succeeded()
            return result

        # In the caller's context: a refusal is in the visitor's language.
        done = asyncio.get_running_loop().run_in_executor(self._thread, copy_context().run, run)
        done.add_done_callback(lambda job: job.cancelled() or job.exception())  # whoever asked may have left
        return await asyncio.shield(done)

    async def run_in_transaction(self, work: Callable[[Connection], T]) -> T:
        """Have a function use the connection in the thread, in a transaction.

        Raises StorageError: the database can't be used; nothing was written.
        """

        def run() -> T:
            with self.transaction() as connection:
                return work(connection)

        return await self.run(run)

    def connect(self) -> None:
        self.engine.dispose()
        self.engine.connect().close()

    def copy_to(self, file: Path) -> None:
        """Write the database, as the connection sees it, to another file; it is on disk when this returns.

        Raises sqlite3.Error: it can't be written; OSError: Likewise.
        """
        with self.lock, closing(self.engine.raw_connection()) as connection, closing(sqlite3.connect(file)) as copy:
            # Not by the engine: this is no statement of a transaction.
            connection.driver_connection.backup(copy)  # type: ignore[union-attr]
            copy.execute("PRAGMA journal_mode = DELETE")
        file.chmod(0o600)
        with file.open("rb") as written:
            os.fsync(written.fileno())

    def close(self) -> None:
        """Close the connection, after what was begun is done."""
        self._thread.shutdown(wait=True)
        self.engine.dispose()

    def _failed(self, error: Exception) -> None:
        """Log a failure, unless the one before was of the same kind."""
        # Below its first line, PostgreSQL tells of the row: names, and Hands.
        lines = str(getattr(error, "orig", None) or error).splitlines() or [""]
        if self._outage is not None and cause(error) == UNREACHABLE:
            self._met = self._outage.failed(lines[0], self._met)
            return
        failure = f"{type(error).__name__}: {lines[0]}"
        if failure != self._failure:
            self._failure = failure
            _log.error("%s the database failed: %s", self._purpose, failure)

    def _succeeded(self) -> None:
        if self._outage is not None:
            self._outage.over()
            self._met = self._outage.number
        if self._failure:
            self._failure = ""
            _log.info("%s the database works again", self._purpose)


def cause(error: Exception) -> str:
    """Return in a few words of English why the database can't be used."""
    if isinstance(error, OSError):
        return os.strerror(error.errno) if error.errno else str(error)
    if getattr(getattr(error, "orig", None), "sqlstate", None) == _DISK_FULL:
        return _CAUSES[sqlite3.SQLITE_FULL]
    if isinstance(error, OperationalError) and getattr(error.orig, "sqlite_errorcode", None) is None:
        return UNREACHABLE
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return _CAUSES.get(code & 0xFF, type(error).__name__)  # the rest of the code says more about the same


def file_engine(path: Path, begin: str, *pragmas: str) -> Engine:
    engine = create_engine(
        # Never made by connecting: in the place of a deleted file, an empty one would be read.
        URL.create("sqlite", database=path.absolute().as_uri(), query={"mode": "rw", "uri": "true"}),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,  # they have cards in them
    )

    def configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
        for pragma in (f"busy_timeout = {BUSY}", *pragmas):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("SELECT count(*) FROM sqlite_master")  # opens all files: later, they may be gone

    event.listen(engine, "connect", configure)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine
