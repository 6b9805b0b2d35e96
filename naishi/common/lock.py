"""Lock of a file that one process at a time may write, with its holder."""

from __future__ import annotations

import errno
import fcntl
import os
import platform
import re
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from naishi.common import files
from naishi.common.errors import SaveError, SaveInUseError
from naishi.common.i18n import _

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
            if match := _LINE.fullmatch(files.read_file(path, _LIMIT)):
                return cls(match[2].decode(), int(match[1]))
        return cls()

    def write(self, path: Path) -> None:
        """Write the file. Raises OSError: the folder refuses."""
        with suppress(FileNotFoundError):  # never opened for writing: it could be a pipe that nobody reads
            os.unlink(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | files.SAFE, 0o600)
        try:
            os.write(descriptor, f"{self.pid}@{self.host}\n".encode())
        finally:
            os.close(descriptor)

    def lives(self) -> bool:
        """Return whether the process may be there: of another machine nobody knows that here."""
        if not self.pid or self.host != self.this_process().host:
            return bool(self.pid)
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except (OSError, OverflowError):  # someone else's process, or no number of one
            pass
        return True

    def __str__(self) -> str:
        if not self.pid:
            return _("another process")
        return _("{host}, process {pid}").format(host=self.host, pid=self.pid)


_TWICE = 0.1
"""Seconds to keep trying a lock that is held: asking who owns it takes it for a moment."""
_TRIES = 6


class _HeldError(Exception):
    """Another process, or another part of this one, holds the lock."""


class SaveLock:
    """The lock of one save, or of a folder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._owner_file = path.with_suffix(".owner")
        self._descriptor: int | None = None
        self._held: tuple[int, int] | None = None
        """Which file is locked; of a disk without locks, which names the owner."""

    def hold(self) -> None:
        """Take the lock; take it again if its file was lost with the folder.

        Raises SaveInUseError: someone else holds it; OSError: the folder refuses.
        """
        if self._held is not None and self._held in {_identity(self._path), _identity(self._owner_file)}:
            return
        self.release()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(_TWICE / (_TRIES - 1))
            with suppress(_HeldError):
                self._take()
                return
        owner = LockOwner.read(self._owner_file)
        words = _("This game is open in another window ({owner}); close it there first.")
        raise SaveInUseError(words.format(owner=owner), str(owner))

    def _take(self) -> None:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | files.SAFE, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            locked = _identity(descriptor)
            if locked != _identity(self._path):  # it was removed meanwhile, with its save
                raise _HeldError
        except BlockingIOError:
            os.close(descriptor)
            raise _HeldError from None
        except OSError:  # whatever it is called: this disk has no locks
            os.close(descriptor)
            self._claim()
        except BaseException:
            os.close(descriptor)
            raise
        else:
            self._descriptor, self._held = descriptor, locked
            with suppress(OSError):
                LockOwner.this_process().write(self._owner_file)

    def _claim(self) -> None:
        """Take the lock of a disk that has none. Raises OSError: the folder refuses."""
        if LockOwner.read(self._owner_file).lives():
            raise _HeldError
        try:
            LockOwner.this_process().write(self._owner_file)
        except FileExistsError:  # someone else was faster
            raise _HeldError from None
        self._held = _identity(self._owner_file)

    def owner(self) -> LockOwner | None:
        """Return who holds the lock, without taking it from them; None where nobody does."""
        try:
            descriptor = os.open(self._path, os.O_RDWR | files.SAFE)
        except FileNotFoundError:
            return None
        except OSError:  # where it can't be tried, it can't be taken over either
            return LockOwner.read(self._owner_file)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return LockOwner.read(self._owner_file)
        except OSError:  # a disk without locks
            owner = LockOwner.read(self._owner_file)
            return owner if owner.lives() else None
        finally:
            os.close(descriptor)
        return None

    def release(self) -> None:
        descriptor, held, self._descriptor, self._held = self._descriptor, self._held, None, None
        if held is None:
            return
        if descriptor is not None or held == _identity(self._owner_file):
            with suppress(OSError):
                os.unlink(self._owner_file)
        if descriptor is not None:
            with suppress(OSError):
                os.close(descriptor)

    def __del__(self) -> None:
        """Keep nobody out of a game that was dropped without being closed."""
        if self._descriptor is not None:
            with suppress(OSError):
                os.close(self._descriptor)

    def remove(self) -> None:
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


def _identity(file: Path | int) -> tuple[int, int] | None:
    """Return which file stands at a path, or behind a descriptor; None where there is none."""
    try:
        status = os.stat(file)
    except OSError as error:
        if isinstance(file, int) and error.errno != errno.ENOENT:
            raise
        return None
    return status.st_dev, status.st_ino
