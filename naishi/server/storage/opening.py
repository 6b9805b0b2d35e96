"""What is looked at before a file is opened as the server's database: nothing of another program is touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, text

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.storage import schema
from naishi.server.storage.connection import cause
from naishi.server.storage.deal_key import make_deal_key
from naishi.server.storage.migrations import Migration

APPLICATION = 0x4E616973
"""Stored in the file as `application_id`, so that nobody else's database is taken for one of ours."""

_FIRST_WITH_ID = 3
_FIRST_TABLES = frozenset({"players", "keys", "link_codes", "matches"})
"""What the files of the versions before have at least."""


class NewerDatabaseError(NaishiError):
    """The database was written by a later version of the program."""


class OlderDatabaseError(NaishiError):
    """The database was written by an earlier version, and may not be changed now."""


def check_file(path: Path) -> int:
    """Return the version of the tables in a file, 0 where it is new; neither it nor what is beside it is changed.

    Raises:
        NewerDatabaseError: It was written by a later version of the program.
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
    before_ids = 0 < version < _FIRST_WITH_ID and application == 0 and names >= _FIRST_TABLES
    if not (application == APPLICATION or before_ids or (version, application, names) == (0, 0, set())):
        raise NaishiError(_("{file} belongs to another program; choose another folder.").format(file=path))
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
