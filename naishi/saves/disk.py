"""Disk access of saves: untrusted reads, atomic writes.

Everything calls functions of `os` by their full names, so that tests can make any of them fail.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from naishi.common.errors import DamagedSaveError, SaveError, reason
from naishi.common.files import SAFE, free_path, leftovers, move, move_aside, sync_folder, write_aside, write_atomically
from naishi.common.i18n import _

__all__ = [
    "NO_WAITING", "SAFE", "free_path", "leftovers", "move", "move_aside", "read_file", "reason", "sync_folder",
    "write_aside", "write_atomically",
]  # fmt: skip

NO_WAITING = getattr(os, "O_NONBLOCK", 0)
"""A flag for `os.open`: don't wait for the other end of a pipe."""


def read_file(path: Path, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes, without following a link or waiting for a pipe.

    Raises DamagedSaveError: it isn't a regular file, or is larger; SaveError: the system refuses; FileNotFoundError:
    there is no such file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | SAFE | NO_WAITING)
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise DamagedSaveError(_("This is a link, not a file.")) from None
        raise SaveError(_("The file can't be read: {why}.").format(why=reason(error))) from None
    try:
        _check_regular(os.fstat(descriptor), limit)
        return _read_all(descriptor, limit)
    except OSError as error:
        raise SaveError(_("The file can't be read: {why}.").format(why=reason(error))) from None
    finally:
        os.close(descriptor)


def _check_regular(status: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise DamagedSaveError(_("This is a folder, not a file."))
    if not stat.S_ISREG(status.st_mode):
        raise DamagedSaveError(_("This is not a regular file."))
    if status.st_size > limit:
        raise DamagedSaveError(_("The file is too large to be a saved game."))


def _read_all(descriptor: int, limit: int) -> bytes:
    data = b""
    while chunk := os.read(descriptor, limit + 1 - len(data)):
        data += chunk
        if len(data) > limit:
            raise DamagedSaveError(_("The file is too large to be a saved game."))
    return data
