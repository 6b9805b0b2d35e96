"""Server database file: one writer, non-blocking readers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from naishi.common.files import sync_folder
from naishi.common.i18n import _
from naishi.server.database import schema
from naishi.server.database.connection import Worker, file_engine
from naishi.server.database.folder import OlderDatabaseError, check_file, prepare, unusable
from naishi.server.database.migrations import MIGRATIONS, Migration
from naishi.server.database.sharing import Live

DATABASE = "naishi.sqlite"
"""The name of the file in the server's folder."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Database:
    """An SQLite file. What was committed is on disk: a killed process loses nothing of it.

    `read` and `write` run a function in a thread, each in a transaction of its own, so that the loop that draws never
    waits for a disk; all writes are done one after the other. `reading` and `writing` do the same at once, for programs
    that draw nothing.
    """

    live: Live | None = None
    """What several processes on the database share; None where one has it for itself."""

    def __init__(
        self, path: Path, migrations: Mapping[int, Migration] | None = None, *, may_migrate: bool = True
    ) -> None:
        """Open the file, make it if there is none, and bring it up to the current version.

        Args:
            path: Its directory is made too; only the owner may read the file.
            migrations: By version, for tests.
            may_migrate: Whether the file may be made, or changed if it is older; not while another process serves it.

        Raises:
            NewerDatabaseError: It was written by a later version of the program.
            OlderDatabaseError: It was written by an earlier one, and `may_migrate` is false.
            NaishiError: It is no database of this program.
        """
        self.path = path
        is_current = check_file(path) == schema.VERSION
        if not is_current and not may_migrate:
            raise OlderDatabaseError(
                _("A server of an older version is running on this database; restart it with this version first.")
            )
        _make_file(path)
        self._writer, self._reader = _writer(path), _reader(path)
        try:
            if may_migrate:
                self._writer.connect()
            self._reader.connect()
            if not is_current:
                with self.writing() as connection:
                    prepare(connection, MIGRATIONS if migrations is None else migrations)
        except SQLAlchemyError as error:
            self.close()
            raise unusable(path, error) from None
        except BaseException:
            self.close()
            raise
        self._files = self._found_files()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read, all of it as it was at one moment."""
        with self._reader.transaction() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Read and write; what was written is on disk when the block has ended, or nothing of it if it raised."""
        with self._writer.transaction() as connection:
            yield connection

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have a function read, beside the loop.

        Raises:
            StorageError: The database can't be read.
        """
        return await self._reader.run_in_transaction(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have a function read and write, beside the loop; what it wrote is on disk when this returns.

        Once begun, it is done to its end, even if whoever waits for it is cancelled.

        Raises:
            StorageError: The database can't be written; nothing of it was.
        """

        def write() -> T:
            self.restore_if_deleted()
            with self.writing() as connection:
                done = work(connection)
            self._remember_files()  # the log is made by the first write
            return done

        return await self._writer.run(write)

    async def guard(self) -> None:
        """Write the file again, beside the loop, if somebody has deleted it: see `restore_if_deleted`.

        Raises:
            StorageError: It can't be written.
        """
        await self._writer.run(self.restore_if_deleted)

    def restore_if_deleted(self) -> bool:
        """Write the file again if somebody has deleted it or what belongs to it; return whether that was so.

        SQLite goes on with a file that is deleted, and so do programs that have it open, until they end. A file that
        somebody has put in its place is kept under another name.

        Raises:
            sqlite3.Error: It can't be written.
            OSError: Likewise.
        """
        now = self._found_files()
        if not self._is_elsewhere(now):
            self._remember_files()
            return False
        with self._reader.lock:
            self._restore(now)
            for worker in (self._writer, self._reader):
                worker.connect()
        self._files = self._found_files()
        return True

    def _restore(self, now: Mapping[Path, tuple[int, int] | None]) -> None:
        """Put a copy of the deleted file, as the reader sees it, where that was."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        copy = self.path.with_name(f"{self.path.name}.restored")
        copy.unlink(missing_ok=True)
        self._reader.copy_to(copy)
        if now[self.path] not in {None, self._files[self.path]}:
            self.path.replace(self.path.with_name(f"{self.path.name}.replaced"))
        for path in self._beside():
            path.unlink(missing_ok=True)
        copy.replace(self.path)
        sync_folder(self.path.parent)
        _log.error("the database had been deleted; it was written again from memory")

    def close(self) -> None:
        """Close the file, after what was begun is done."""
        for worker in (self._reader, self._writer):
            worker.close()

    def _beside(self) -> Iterable[Path]:
        """Return the files that belong to the database: its log, and what coordinates access to that."""
        return [self.path.with_name(self.path.name + ending) for ending in ("-wal", "-shm")]

    def _found_files(self) -> dict[Path, tuple[int, int] | None]:
        """Return which files there are by now."""
        return {path: _identity(path) for path in (self.path, *self._beside())}

    def _is_elsewhere(self, now: Mapping[Path, tuple[int, int] | None]) -> bool:
        """Whether the files that there are aren't those that are open."""
        return any(self._files[path] not in {None, found} for path, found in now.items())

    def _remember_files(self) -> None:
        """Note the files that were not there before."""
        if None in self._files.values():
            self._files = {path: self._files[path] or found for path, found in self._found_files().items()}


def _make_file(path: Path) -> None:
    """Make an empty file, if there is none, that only its owner may read."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        path.touch(0o600)


def _writer(path: Path) -> Worker:
    """Return what writes a file, and reads what it has just written."""
    durable = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
    return Worker(file_engine(path, "BEGIN IMMEDIATE", *durable), "writing")


def _reader(path: Path) -> Worker:
    """Return what reads a file, without a lock that a writer would wait for."""
    return Worker(file_engine(path, "BEGIN", "query_only = ON"), "reading")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
