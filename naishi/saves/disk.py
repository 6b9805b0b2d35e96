"""Reading and writing files so that a fault at any moment leaves either the old or the new file, complete.

Everything calls functions of `os` by their full names, so that tests can make any of them fail.
"""

from __future__ import annotations

import errno
import itertools
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from naishi.common.atomic import SAFE, sync_folder, write_atomically
from naishi.common.errors import DamagedSaveError, SaveError, reason
from naishi.common.i18n import _

__all__ = [
    "NO_WAITING", "SAFE", "free_path", "leftovers", "move", "move_aside", "read_file", "reason", "sync_folder",
    "write_aside", "write_atomically",
]  # fmt: skip

NO_WAITING = getattr(os, "O_NONBLOCK", 0)
"""A flag for `os.open`: don't wait for the other end of a pipe."""

_LEFTOVER = re.compile(r"\.(.+)\.[0-9a-f]{8}\.tmp")


def write_aside(path: Path, data: bytes) -> Path:
    """Write a file whose folder need not exist yet, without replacing anything; return where it is.

    Raises:
        OSError: The disk or the folder refused.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path = free_path(path)
    write_atomically(path, data)
    return path


def free_path(path: Path) -> Path:
    """Return this path, or where that is taken the first free one of `name.2`, `name.3`, … with the same ending."""
    stem, dot, ending = path.name.partition(".")
    candidates = (path.with_name(f"{stem}.{number}{dot}{ending}") for number in itertools.count(2))
    return next(each for each in itertools.chain([path], candidates) if not os.path.lexists(each))


def move_aside(path: Path, folder: Path) -> Path:
    """Move a file or folder to another folder of the same disk, without replacing anything; return where it is.

    Raises:
        OSError: The folder refused.
    """
    target = free_path(folder / path.name)
    move(path, target)
    return target


def move(path: Path, target: Path) -> None:
    """Move a file to another folder of the same disk.

    Raises:
        FileExistsError: The target exists.
        OSError: The folder refused.
    """
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    os.rename(path, target)
    sync_folder(target.parent)
    sync_folder(path.parent)


def read_file(path: Path, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes, without following a link or waiting for a pipe.

    Raises:
        DamagedSaveError: It isn't a regular file, or is larger.
        SaveError: The system refuses.
        FileNotFoundError: There is no such file.
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


def leftovers(folder: Path) -> Iterator[tuple[Path, str]]:
    """Find the temporary files of writers, living or killed, each with the name that it was meant to get."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if match := _LEFTOVER.fullmatch(entry.name):
                yield folder / entry.name, match[1]


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
