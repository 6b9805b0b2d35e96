"""Copies and checks of a database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from naishi.common.errors import NaishiError
from naishi.common.files import sync_folder
from naishi.common.i18n import _
from naishi.server.storage.connection import cause
from naishi.server.storage.folder import check_file


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
