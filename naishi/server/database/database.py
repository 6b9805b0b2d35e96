"""Server database file: one writer, non-blocking readers."""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from naishi.common.files import SaveLock, sync_folder
from naishi.common.i18n import NaishiError, SaveInUseError, _
from naishi.server.database import schema
from naishi.server.database.connection import Worker, cause, file_engine
from naishi.server.database.schema import make_deal_key
from naishi.server.database.sharing import Live

APPLICATION = 0x4E616973
"""Stored in the file as `application_id`, so that nobody else's database is taken for one of ours."""


class NewerDatabaseError(NaishiError):
    """The database was written by a later version of the program."""


class OlderDatabaseError(NaishiError):
    """The database was written by an earlier version, and can't be changed, or not now."""


def check_version(version: int) -> None:
    """Make sure that there are migrations from a version of the tables to this one.

    Raises NewerDatabaseError: they were written by a later version of the program; OlderDatabaseError: they are from
    before the first release.
    """
    if version < FIRST:
        text = _("The database is from before version 1.0 of Naishi, and can't be used any more; choose another one.")
        raise OlderDatabaseError(text)
    if version > schema.VERSION:
        raise NewerDatabaseError(_("The database was written by a newer version of Naishi; update Naishi to use it."))


def is_served() -> OlderDatabaseError:
    text = _("A server of an older version is running on this database; restart it with this version first.")
    return OlderDatabaseError(text)


def check_file(path: Path) -> int:
    """Return the version of the tables in a file, 0 where it is new; neither it nor what is beside it is changed.

    Raises NewerDatabaseError: it was written by a later version of the program; OlderDatabaseError: it is from before
    the first release; NaishiError: it is another program's, or no database at all.
    """
    if not path.exists() or not path.stat().st_size:
        return 0
    # Where nothing waits in a log to be added to it, the file can be read as it stands, without a lock.
    how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as connection:
            version, application = (
                connection.execute(f"PRAGMA {each}").fetchone()[0] for each in ("user_version", "application_id")
            )
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error as error:
        raise unusable(path, error) from None
    if application != APPLICATION and (version, application, names) != (0, 0, set()):
        raise NaishiError(_("{file} belongs to another program; choose another folder.").format(file=path))
    if version != 0:
        check_version(version)
    return int(version)


def prepare(connection: Connection, migrations: "Mapping[int, Migration]") -> None:
    """Bring the tables up to the current version, or make them, all in one transaction."""
    version = connection.execute(text("PRAGMA user_version")).scalar_one()  # another process may have been quicker
    if version == 0:
        schema.metadata.create_all(connection)
    for older in range(version or schema.VERSION, schema.VERSION):
        migrations[older](connection)
    make_deal_key(connection)
    connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
    connection.execute(text(f"PRAGMA user_version = {schema.VERSION}"))


def unusable(path: Path, error: Exception) -> NaishiError:
    text = _("{file} can't be used as the server's database ({why}).")
    return NaishiError(text.format(file=path, why=_(cause(error))))


LOCK = "server.lock"


class FolderInUseError(NaishiError):
    """Another process is changing what is in the folder."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make the folder if there is none, and keep every other server out of it meanwhile.

    Raises FolderInUseError: another server is running on it; OSError: it can't be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = SaveLock(folder / LOCK)  # works on a disk without locks, too
    try:
        lock.hold()
    except SaveInUseError:
        raise FolderInUseError(_("Another server is running on {folder}.").format(folder=folder)) from None
    with suppress(PermissionError):  # someone else's file, in a folder that is shared
        (folder / LOCK).chmod(0o600)  # the lock keeps the mode of a file that is there already
    try:
        yield
    finally:
        lock.release()


def back_up(database: Path, file: Path) -> None:
    """Write all that is stored at one moment to a new file, which only its owner can read; no server waits for it.

    Args:
        file: Where the copy goes; it is there whole, or not at all.

    Raises NaishiError: there is such a file already, it can't be written, or `database` is none of ours.
    """
    check_file(database)
    if file.exists():
        raise NaishiError(_("{file} is there already; choose a new name.").format(file=file))
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
        sync_folder(file.parent)
    except (OSError, sqlite3.Error) as error:
        if part.parent.is_dir():
            part.unlink(missing_ok=True)
        raise NaishiError(_("{file} can't be written ({why}).").format(file=file, why=_(cause(error)))) from None


Migration = Callable[[Connection], None]

FIRST = 12
"""The oldest version that can be brought up to date: that of Naishi 1.0."""


def _seat_any_number(connection: Connection) -> None:
    """Keep by seat who is awaited, the place in the end and the time; a table has a row for each of its seats."""
    cascading = 'FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE'
    text, end = ("VARCHAR", " WITHOUT ROWID") if connection.dialect.name == "sqlite" else ('VARCHAR COLLATE "C"', "")
    table = f'"match" {text} NOT NULL, %s, PRIMARY KEY ("match", seat), {cascading}'
    times = 'seat INTEGER NOT NULL, "left" FLOAT NOT NULL, turned FLOAT NOT NULL, warned FLOAT, spare FLOAT'
    turn = 'SELECT turn FROM matches WHERE matches.id = clocks."match"'
    for statement in (
        "ALTER TABLE matches RENAME COLUMN expansion TO options",
        """UPDATE matches SET options = '{"expansion": "' || options || '"}' WHERE options IS NOT NULL""",
        "ALTER TABLE seats ADD COLUMN awaited BOOLEAN DEFAULT false NOT NULL",
        'UPDATE seats SET awaited = true WHERE seat = (SELECT turn FROM matches WHERE matches.id = seats."match")',
        'INSERT INTO seats ("match", seat, name, seen)'
        " SELECT id, 1, '', 0 FROM matches WHERE state = 'open'",  # nobody has sat down there yet
        "ALTER TABLE results ADD COLUMN rank INTEGER",
        "UPDATE results SET rank = CASE result WHEN 'lost' THEN 2 ELSE 1 END WHERE result IN ('won', 'drawn', 'lost')",
        f"CREATE TABLE times ({table % times}){end}",
        *(
            f'INSERT INTO times SELECT "match", {seat}, left_{seat}, turned,'  # noqa: S608
            f" CASE WHEN ({turn}) = {seat} THEN warned END, NULL FROM clocks"
            for seat in (0, 1)
        ),
        *(f"ALTER TABLE clocks DROP COLUMN {column}" for column in ("left_0", "left_1", "turned", "warned")),
        "ALTER TABLE matches DROP COLUMN turn",
    ):
        connection.exec_driver_sql(statement)
    _report_several(connection)


def _report_several(connection: Connection) -> None:
    """Let a player report more than one other of a match."""
    unique = 'UNIQUE ("match", reporter, reported)'
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(f"ALTER TABLE reports DROP CONSTRAINT reports_match_reporter_key, ADD {unique}")
        return
    numbers = 'number INTEGER NOT NULL, at FLOAT NOT NULL, "match" VARCHAR NOT NULL, revision INTEGER NOT NULL'
    names = "reporter INTEGER, reporter_name VARCHAR NOT NULL, reported INTEGER, reported_name VARCHAR NOT NULL"
    players = (f"FOREIGN KEY({who}) REFERENCES players (id) ON DELETE SET NULL" for who in ("reporter", "reported"))
    columns = ", ".join((numbers, "reason VARCHAR NOT NULL", names, "PRIMARY KEY (number)", unique, *players))
    for statement in (
        "ALTER TABLE reports RENAME TO reports_before",
        f"CREATE TABLE reports ({columns})",
        "INSERT INTO reports SELECT * FROM reports_before",
        "DROP TABLE reports_before",
        *(f"CREATE INDEX reports_by_{each} ON reports ({each})" for each in ("at", "reporter", "reported")),
    ):
        connection.exec_driver_sql(statement)


def _let_operators_act(connection: Connection) -> None:
    """Keep whom an operator has banned, muted or renamed, and each change that an operator has made."""
    sqlite = connection.dialect.name == "sqlite"
    text, rowless = ("VARCHAR", " WITHOUT ROWID") if sqlite else ('VARCHAR COLLATE "C"', "")
    number = "INTEGER NOT NULL" if sqlite else "SERIAL NOT NULL"
    times = f"at FLOAT NOT NULL, until FLOAT NOT NULL, why {text} NOT NULL"
    cascading = "FOREIGN KEY(player) REFERENCES players (id) ON DELETE CASCADE"
    for statement in (
        f"CREATE TABLE bans (kind {text} NOT NULL, subject {text} NOT NULL, player INTEGER, {times},"
        f" PRIMARY KEY (kind, subject), {cascading}){rowless}",
        "CREATE INDEX bans_by_player ON bans (player)",
        "CREATE INDEX bans_by_until ON bans (until)",
        f"CREATE TABLE silences (player INTEGER NOT NULL, {times}, PRIMARY KEY (player), {cascading})",
        "CREATE INDEX silences_by_until ON silences (until)",
        f"CREATE TABLE former_names (name_key {text} NOT NULL, name {text} NOT NULL, player INTEGER,"
        " told BOOLEAN NOT NULL, until FLOAT NOT NULL, PRIMARY KEY (name_key),"
        f" FOREIGN KEY(player) REFERENCES players (id) ON DELETE SET NULL){rowless}",
        "CREATE INDEX former_names_by_player ON former_names (player)",
        "CREATE INDEX former_names_by_told ON former_names (told, until)",
        f"CREATE TABLE audit (number {number}, at FLOAT NOT NULL, who {text} NOT NULL, what {text} NOT NULL,"
        f" whom {text} NOT NULL, detail {text} NOT NULL, until FLOAT, why {text} NOT NULL, PRIMARY KEY (number))",
        "CREATE INDEX audit_by_at ON audit (at)",
    ):
        connection.exec_driver_sql(statement)


def _leave_phrases(connection: Connection) -> None:
    """Keep what a player says to another one who is away."""
    sqlite = connection.dialect.name == "sqlite"
    text, end = ("VARCHAR", " WITHOUT ROWID") if sqlite else ('VARCHAR COLLATE "C"', "")
    connection.exec_driver_sql(
        f'CREATE TABLE left_phrases ("match" {text} NOT NULL, reader INTEGER NOT NULL, speaker INTEGER NOT NULL,'
        f' phrase {text} NOT NULL, PRIMARY KEY ("match", reader, speaker),'
        f' FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE){end}'
    )


MIGRATIONS: Mapping[int, Migration] = {12: _seat_any_number, 13: _let_operators_act, 14: _leave_phrases}
"""For each older version of the tables, what turns it into the next one.

Each step knows the tables before and after it by itself, not from `schema`, which says what they are today, and is made
for a file as for PostgreSQL.
"""


DATABASE = "naishi.sqlite"

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Database:
    """An SQLite file. What was committed is on disk: a killed process loses nothing of it.

    `read` and `write` run a function in a thread, each in a transaction of its own, so that the loop that draws never
    waits for a disk; all writes are done one after the other. `reading` and `writing` do the same at once, for programs
    that draw nothing.

    Args:
        path: Its directory is made too; only the owner may read the file.
        may_migrate: Whether the file may be made, or changed if it is older; not while another process serves it.

    Raises:
        NewerDatabaseError: It was written by a later version of the program.
        OlderDatabaseError: It was written by an earlier one, and `may_migrate` is false.
        NaishiError: It is no database of this program.
    """

    live: Live | None = None
    """What several processes on the database share; None where one has it for itself."""

    def __init__(
        self, path: Path, migrations: Mapping[int, Migration] | None = None, *, may_migrate: bool = True
    ) -> None:
        self.path = path
        is_current = check_file(path) == schema.VERSION
        if not is_current and not may_migrate:
            raise is_served()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            path.touch(0o600)
        durable = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
        self._writer = Worker(file_engine(path, "BEGIN IMMEDIATE", *durable), "writing")
        # Without a lock that a writer would wait for.
        self._reader = Worker(file_engine(path, "BEGIN", "query_only = ON"), "reading")
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

    def reading(self) -> AbstractContextManager[Connection]:
        """Read, all of it as it was at one moment."""
        return self._reader.transaction()

    def writing(self) -> AbstractContextManager[Connection]:
        """Read and write; what was written is on disk when the block has ended, or nothing of it if it raised."""
        return self._writer.transaction()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Have a function read, beside the loop. Raises StorageError: the database can't be read."""
        return await self._reader.run_in_transaction(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have a function read and write, beside the loop; what it wrote is on disk when this returns.

        Once begun, it is done to its end, even if whoever waits for it is cancelled.

        Raises StorageError: the database can't be written; nothing of it was.
        """

        def write() -> T:
            self.restore_if_deleted()
            with self.writing() as connection:
                done = work(connection)
            self._remember_files()  # the log is made by the first write
            return done

        return await self._writer.run(write)

    async def guard(self) -> None:
        """Write the file again, beside the loop, if someone has deleted it: see `restore_if_deleted`.

        Raises StorageError: it can't be written.
        """
        await self._writer.run(self.restore_if_deleted)

    def restore_if_deleted(self) -> bool:
        """Write the file again if someone has deleted it or what belongs to it; return whether that was so.

        SQLite goes on with a file that is deleted, and so do programs that have it open, until they end. A file that
        someone has put in its place is kept under another name.

        Raises sqlite3.Error or OSError: it can't be written.
        """
        now = self._found_files()
        if all(self._files[path] in {None, found} for path, found in now.items()):
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
        for worker in (self._reader, self._writer):
            worker.close()

    def _beside(self) -> Iterable[Path]:
        return [self.path.with_name(self.path.name + ending) for ending in ("-wal", "-shm")]

    def _found_files(self) -> dict[Path, tuple[int, int] | None]:
        return {path: _identity(path) for path in (self.path, *self._beside())}

    def _remember_files(self) -> None:
        if None in self._files.values():
            self._files = {path: self._files[path] or found for path, found in self._found_files().items()}


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
