"""Folder and file of a database, and copies of it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, text

from naishi.common.errors import NaishiError, SaveInUseError
from naishi.common.files import sync_folder
from naishi.common.i18n import _
from naishi.saves.lock import SaveLock
from naishi.server.database import schema
from naishi.server.database.connection import cause
from naishi.server.database.deal_key import make_deal_key
from naishi.server.database.migrations import FIRST, Migration

APPLICATION = 0x4E616973
"""Stored in the file as `application_id`, so that nobody else's database is taken for one of ours."""


class NewerDatabaseError(NaishiError):
    """The database was written by a later version of the program."""


class OlderDatabaseError(NaishiError):
    """The database was written by an earlier version, and can't be changed, or not now."""


def too_old() -> OlderDatabaseError:
    """Return the error that says that a database is from before the first release."""
    text = _("The database is from before version 1.0 of Naishi, and can't be used any more; choose another one.")
    return OlderDatabaseError(text)


def check_file(path: Path) -> int:
    """Return the version of the tables in a file, 0 where it is new; neither it nor what is beside it is changed.

    Raises:
        NewerDatabaseError: It was written by a later version of the program.
        OlderDatabaseError: It is from before the first release.
        NaishiError: It is another program's, or no database at all.
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
    if 0 < version < FIRST:
        raise too_old()
    if version > schema.VERSION:
        raise NewerDatabaseError(_("The database was written by a newer version of Naishi; update Naishi to use it."))
    return int(version)


def prepare(connection: Connection, migrations: Mapping[int, Migration]) -> None:
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
    """Return the error that says that a file can't be opened as the database, and why."""
    text = _("{file} can't be used as the server's database ({why}).")
    return NaishiError(text.format(file=path, why=_(cause(error))))


LOCK = "server.lock"


class FolderInUseError(NaishiError):
    """Another process is changing what is in the folder."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make the folder if there is none, and keep every other server out of it meanwhile.

    Raises:
        FolderInUseError: Another server is running on it.
        OSError: It can't be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = SaveLock(folder / LOCK)  # works on a disk without locks, too
    try:
        lock.hold()
    except SaveInUseError:
        raise FolderInUseError(_("Another server is running on {folder}.").format(folder=folder)) from None
    with suppress(PermissionError):  # somebody else's file, in a folder that is shared
        (folder / LOCK).chmod(0o600)  # the lock keeps the mode of a file that is there already
    try:
        yield
    finally:
        lock.release()


def back_up(database: Path, file: Path) -> None:
    """Write all that is stored at one moment to a new file, which only its owner can read; no server waits for it.

    Args:
        database: The file of a server's database.
        file: Where the copy goes; it is there whole, or not at all.

    Raises:
        NaishiError: There is such a file already, it can't be written, or `database` is none of ours.
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
        text = _("{file} can't be written ({why}).")
        raise NaishiError(text.format(file=file, why=_(cause(error)))) from None
