"""One writer at a time: a lock beside each save, which the system releases when its holder dies."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from naishi.errors import SaveInUseError
from naishi.i18n import _


class SaveLock:
    """The lock of one save."""

    def __init__(self, path: Path) -> None:
        self._path = path
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
        self.release()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._path, timeout=0, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            raise SaveInUseError(_("This game is open in another window; close it there first.")) from None
        except NotImplementedError:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS)) from None
        self._lock, self._file = lock, self._file_now()

    def release(self) -> None:
        """Let others have it."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
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
