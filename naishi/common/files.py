"""Atomic file reads and writes, and the lock of a file.

Everything goes through functions of `os`, looked up when they are called, so that tests can make any of them fail.
"""

import errno
import fcntl
import itertools
import os
import platform
import re
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from naishi.common.i18n import DamagedSaveError, NaishiError, SaveError, SaveInUseError, _, reason

NEEDED = 32
"""How many files a program must be able to open at once: an app with its bots and its analyses needs some twenty."""
SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
"""Flags for `os.open`: don't follow links, and don't pass the file on to other programs."""
NO_WAITING = getattr(os, "O_NONBLOCK", 0)
"""A flag for `os.open`: don't wait for the other end of a pipe."""

_LEFTOVER = re.compile(r"\.(.+)\.[0-9a-f]{8}\.tmp")


def require_files() -> None:
    """Make sure that the system lets this process open as many files as it may need, and ask for more where it can be.

    Raises NaishiError: it allows fewer.
    """
    if (free := _free_descriptors()) < NEEDED and _raise_limit():
        free = _free_descriptors()
    if free < NEEDED:
        words = _(
            "The system allows too few open files here (free: {count}, needed: {needed}). "
            "Allow more, for example with `ulimit -n 256`, and start again."
        )
        raise NaishiError(words.format(count=free, needed=NEEDED))


def _free_descriptors() -> int:
    """Return how many files can be opened now, at most as many as are needed."""
    opened = 0
    with ExitStack() as stack, suppress(OSError):
        while opened < NEEDED:
            stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
            opened += 1
    return opened


def _raise_limit() -> bool:
    """Ask the system for as many open files as it may allow; return whether it has allowed more."""
    try:
        import resource
    except ImportError:
        return False
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = soft + NEEDED if hard == resource.RLIM_INFINITY else min(soft + NEEDED, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (enough, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] > soft


def read_file(path: Path, limit: int) -> bytes:
    """Read a regular file of at most `limit` bytes, without following a link or waiting for a pipe.

    Raises DamagedSaveError: it isn't a regular file, or is larger; SaveError: the system refuses; FileNotFoundError:
    there is no such file.
    """
    descriptor = None
    try:
        descriptor = os.open(path, os.O_RDONLY | SAFE | NO_WAITING)
        _check_regular(os.fstat(descriptor), limit)
        return _read_all(descriptor, limit)
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise DamagedSaveError(_("This is a link, not a file.")) from None
        raise SaveError(_("The file can't be read: {why}.").format(why=reason(error))) from None
    finally:
        if descriptor is not None:
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


def write_atomically(path: Path, data: bytes, mode: int = 0o600, *, sync: bool = True) -> None:
    """Write a file completely or not at all, safe from a power cut.

    Args:
        sync: Whether to wait until it is on disk; what may be lost in a power cut needn't.

    Raises:
        OSError: The disk or the folder refused; what was there before is still there.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE, mode)
    try:
        try:
            _write_all(descriptor, data)
            if sync:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if sync:
        sync_folder(path.parent)


@contextmanager
def refused_as(kind: type[NaishiError], words: str, **gaps: str) -> Iterator[None]:
    """Turn an error of the system into one of ours, of a kind, whose words have a gap `why` for the reason."""
    try:
        yield
    except OSError as error:
        raise kind(words.format(why=reason(error), **gaps)) from None


def write_aside(path: Path, data: bytes) -> Path:
    """Write a file whose folder need not exist yet, without replacing anything; return where it is.

    Raises OSError: the disk or the folder refused.
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

    Raises OSError: the folder refused.
    """
    target = free_path(folder / path.name)
    move(path, target)
    return target


def move(path: Path, target: Path) -> None:
    """Move a file to another folder of the same disk.

    Raises FileExistsError: the target exists; OSError: the folder refused.
    """
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    os.rename(path, target)
    sync_folder(target.parent)
    sync_folder(path.parent)


def leftovers(folder: Path) -> Iterator[tuple[Path, str]]:
    """Find the temporary files of writers, living or killed, each with the name that it was meant to get."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if match := _LEFTOVER.fullmatch(entry.name):
                yield folder / entry.name, match[1]


def read_regular_file(path: Path, limit: int) -> bytes | None:
    """Read a file, following links; return None for more than `limit` bytes, or a pipe: it might never end.

    Raises OSError: the file can't be read.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        return None
    with path.open("rb") as file:
        data = file.read(limit + 1)
    return data if len(data) <= limit else None


def sync_folder(folder: Path) -> None:
    """Make changes of the names in a folder survive a power cut, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:  # not supported on some network disks
            raise
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


_LINE = re.compile(rb"([1-9]\d{0,9})@([A-Za-z0-9._-]{1,64})\n")
_LIMIT = 100


class LockOwner(NamedTuple):
    """A process that has a game open; empty where that is unknown."""

    host: str = ""
    pid: int = 0

    @classmethod
    def this_process(cls) -> Self:
        return cls(re.sub(r"[^A-Za-z0-9._-]", "-", platform.node())[:64] or "-", os.getpid())

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file of this kind; what it holds is checked, since it will be shown."""
        with suppress(OSError, SaveError):
            if match := _LINE.fullmatch(read_file(path, _LIMIT)):
                return cls(match[2].decode(), int(match[1]))
        return cls()

    def write(self, path: Path) -> None:
        """Write the file. Raises OSError: the folder refuses."""
        with suppress(FileNotFoundError):  # never opened for writing: it could be a pipe that nobody reads
            os.unlink(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFE, 0o600)
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
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | SAFE, 0o600)
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
            descriptor = os.open(self._path, os.O_RDWR | SAFE)
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

    def __exit__(self, *_error: object) -> None:
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
