"""One writer at a time, and who it is."""

from __future__ import annotations

import errno
import os
import platform
import re
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from naishi.common.errors import SaveError, SaveInUseError
from naishi.common.i18n import _
from naishi.saves import disk

if TYPE_CHECKING:
    from filelock import FileLock

_LINE = re.compile(rb"([1-9]\d{0,9})@([A-Za-z0-9._-]{1,64})\n")
_LIMIT = 100


class LockOwner(NamedTuple):
    """A process that has a game open; empty where that is unknown."""

    host: str = ""
    pid: int = 0

    @classmethod
    def this_process(cls) -> Self:
        """Return the process that this code runs in."""
        return cls(re.sub(r"[^A-Za-z0-9._-]", "-", platform.node())[:64] or "-", os.getpid())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file of this kind; what it holds is checked, since it will be shown."""
        with suppress(OSError, SaveError):
            if match := _LINE.fullmatch(disk.read_file(path, _LIMIT)):
                return cls(match[2].decode(), int(match[1]))
        return cls()

    def write(self, path: Path) -> None:
        """Write the file.

        Raises:
            OSError: The folder refuses.
        """
        with suppress(FileNotFoundError):  # never opened for writing: it could be a pipe that nobody reads
            os.unlink(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | disk.SAFE, 0o600)
        try:
            os.write(descriptor, f"{self.pid}@{self.host}\n".encode())
        finally:
            os.close(descriptor)

    def __str__(self) -> str:
        """Return the name shown to a person."""
        if not self.pid:
            return _("another process")
        return _("{host}, process {pid}").format(host=self.host, pid=self.pid)


_TWICE = 0.1
"""Seconds to keep trying a lock that is held: asking who owns it takes it for a moment."""


class SaveLock:
    """The lock of one save."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._owner_file = path.with_suffix(".owner")
        self._lock: FileLock | None = None
        self._file: tuple[int, int] | None = None

    def hold(self) -> None:
        """Take the lock; take it again if its file was lost with the folder.

        Raises:
            SaveInUseError: Somebody else holds it.
            OSError: The folder refuses.
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
            owner = str(LockOwner.read(self._owner_file))
            raise SaveInUseError(
                _("This game is open in another window ({owner}); close it there first.").format(owner=owner), owner
            ) from None
        except NotImplementedError:
            raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS)) from None
        self._lock, self._file = lock, self._file_now()
        with suppress(OSError):
            LockOwner.this_process().write(self._owner_file)

    def owner(self) -> LockOwner | None:
        """Return who holds the lock, without taking it from them; None where nobody does."""
        if not self._path.exists():
            return None
        from filelock import FileLock, Timeout  # noqa: PLC0415 - as above

        lock = FileLock(self._path, timeout=0, thread_local=False)
        try:
            lock.acquire()
        except (Timeout, OSError, NotImplementedError):  # where it can't be tried, it can't be taken over either
            return LockOwner.read(self._owner_file)
        lock.release()
        return None

    def release(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
            with suppress(OSError):
                os.unlink(self._owner_file)
            with suppress(OSError):
                lock.release()

    def remove(self) -> None:
        """Release the lock and remove its file: the save is gone."""
        with suppress(OSError):
            os.unlink(self._path)
        self.release()

    def __enter__(self) -> Self:
        self.hold()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _file_now(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_dev, status.st_ino
