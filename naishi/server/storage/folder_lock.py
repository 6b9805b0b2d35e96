"""The folder of a server: one process at a time changes what is in it, or several that know of each other."""

from __future__ import annotations

import fcntl
import os
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


@contextmanager
def together_in(folder: Path) -> Iterator[SharedFolder]:
    """Make the folder if there is none, and keep every server out of it that shares it with no other.

    Raises:
        FolderInUseError: Such a server is running on it.
        OSError: It can't be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield SharedFolder(file, folder)
    finally:
        os.close(file)  # what a process that was started meanwhile has of it keeps the folder


class SharedFolder:
    """The place of a server in a folder that others may share."""

    def __init__(self, file: int, folder: Path) -> None:
        """Take it.

        Raises:
            FolderInUseError: A server that shares it with nobody is running on the folder.
        """
        self._file, self._folder = file, folder
        self.is_first = self._lock(fcntl.LOCK_EX)
        """Whether no other server is there; none comes before `let_others_in`."""
        if not self.is_first:
            self.let_others_in()

    def let_others_in(self) -> None:
        """Have other servers that share the folder come.

        Raises:
            FolderInUseError: See above.
        """
        if not self._lock(fcntl.LOCK_SH):
            raise FolderInUseError(
                _("Another server is running on {folder}. Several can share it if each has --processes.").format(
                    folder=self._folder
                )
            )

    def _lock(self, how: int) -> bool:
        with suppress(BlockingIOError):
            fcntl.flock(self._file, how | fcntl.LOCK_NB)
            return True
        return False
