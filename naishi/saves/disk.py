"""Reading and writing files so that a fault at any moment leaves the old or the new one, whole.

Everything goes through functions of `os`, looked up when they are called, so that tests can let any of them fail.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from naishi.atomic import SAFE, sync_folder, write_atomically
from naishi.errors import DamagedSaveError, SaveError
from naishi.i18n import _

__all__ = ["SAFE", "leftovers", "move", "read_file", "reason", "sync_folder", "write_atomically"]

_NO_WAITING = getattr(os, "O_NONBLOCK", 0)

_LEFTOVER = re.compile(r"\.(.+)\.[0-9a-f]{8}\.tmp")


def reason(error: OSError) -> str:
    """Say in the system's words why it refused something."""
    return os.strerror(error.errno) if error.errno else str(error)


def move(path: Path, target: Path) -> None:
    """Move a file to another folder of the same disk, over nothing that is there.

    Raises:
        OSError: The folder refused, or the target exists.
    """
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    os.rename(path, target)
    sync_folder(target.parent)
    sync_folder(path.parent)


def read_file(path: Path, limit: int) -> bytes:
    """Read a plain file of at most `limit` bytes; follow no link and wait for no pipe.

    Raises:
        DamagedSaveError: It is no plain file, or a larger one.
        SaveError: The system doesn't let it be read.
        FileNotFoundError: There is none.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | SAFE | _NO_WAITING)
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise DamagedSaveError(_("It is a link, not a file.")) from None
        raise SaveError(_("It can't be read: {why}.").format(why=reason(error))) from None
    try:
        _check_plain(os.fstat(descriptor), limit)
        return _read_all(descriptor, limit)
    except OSError as error:
        raise SaveError(_("It can't be read: {why}.").format(why=reason(error))) from None
    finally:
        os.close(descriptor)


def leftovers(folder: Path) -> Iterator[tuple[Path, str]]:
    """Find the temporary files that a killed writer left, each with the name it was to get."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if match := _LEFTOVER.fullmatch(entry.name):
                yield folder / entry.name, match[1]


def _check_plain(status: os.stat_result, limit: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise DamagedSaveError(_("It is a folder, not a file."))
    if not stat.S_ISREG(status.st_mode):
        raise DamagedSaveError(_("It is no plain file."))
    if status.st_size > limit:
        raise DamagedSaveError(_("It is larger than any saved game."))


def _read_all(descriptor: int, limit: int) -> bytes:
    data = b""
    while chunk := os.read(descriptor, limit + 1 - len(data)):
        data += chunk
        if len(data) > limit:
            raise DamagedSaveError(_("It is larger than any saved game."))
    return data
