"""The folder of a server, for one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from naishi.common.errors import NaishiError
from naishi.common.i18n import _

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
    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise FolderInUseError(_("Another server is running on {folder}.").format(folder=folder)) from None
    with suppress(PermissionError):  # somebody else's file, in a folder that is shared
        (folder / LOCK).chmod(0o600)  # the lock keeps the mode of a file that is there already
    try:
        yield
    finally:
        lock.release()
