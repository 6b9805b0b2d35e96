"""The folder of a server: one process at a time changes what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from naishi.errors import NaishiError
from naishi.i18n import _

LOCK = "server.lock"


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Make the folder if there is none, and keep every other server out of it meanwhile.

    Raises:
        NaishiError: Another server is running on it.
        OSError: It can't be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise NaishiError(_("Another server is running on {folder}.").format(folder=folder)) from None
    try:
        yield
    finally:
        lock.release()
