"""One writer at a time: a lock beside each save, which the system releases when its owner dies."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from naishi.errors import SaveInUseError
from naishi.i18n import _
from naishi.saves.lock_owner import LockOwner

if TYPE_CHECKING:
    from filelock import FileLock

_TWICE = 0.1
"""Seconds for which a held lock is tried: whoever only asks who holds it has it for a moment."""


class SaveLock:
    """The lock of one save."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._who = path.with_suffix(".owner")
        self._lock: FileLock | None = None
        self._file: tuple[int, int] | None = None

    def hold(self) -> None:
        """Take the lock; or, when its file was lost with the folder, take it anew.

        Raises:
            SaveInUseError: Somebody else holds it.
            OSError: The folder refuses it.
        """
        if self._lock is not None and self._file == self._file_now():
            return
        from filelock import FileLock, Timeout  # noqa: PLC0415 - games are listed without it

        self.release()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._path, timeout=_TWICE, thread_local=False)
        try:
            lock.acquire(poll_interval=_TWICE / 5)
        except Timeout:
            who = str(LockOwner.read(self._who))
            raise SaveInUseError(
                _("This game is open in another window ({owner}); close it there first.").format(owner=who), who
            ) from None
        except NotImplementedError:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS)) from None
        self._lock, self._file = lock, self._file_now()
        with suppress(OSError):
            LockOwner.this_process().write(self._who)

    def owner(self) -> LockOwner | None:
        """Tell who holds the lock, and leave it to them; None where nobody does."""
        if not self._path.exists():
            return None
        from filelock import FileLock, Timeout  # noqa: PLC0415 - as above

        lock = FileLock(self._path, timeout=0, thread_local=False)
        try:
            lock.acquire()
        except (Timeout, OSError, NotImplementedError):  # where it can't be tried, nothing can be taken over either
            return LockOwner.read(self._who)
        lock.release()
        return None

    def release(self) -> None:
        """Let others have it."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
            with suppress(OSError):
                os.unlink(self._who)
            with suppress(OSError):
                lock.release()

    def remove(self) -> None:
        """Let it go for good, with its file: the save is gone."""
        with suppress(OSError):
            os.unlink(self._path)
        self.release()

    def _file_now(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_dev, status.st_ino
