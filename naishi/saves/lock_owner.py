"""Who has a game open: a line in a file beside its lock, shown to whoever wants to open the game too.

It decides nothing. An owner that was killed leaves its line behind; the file is read only while the lock is held.
"""

from __future__ import annotations

import os
import platform
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from naishi.common.errors import SaveError
from naishi.common.i18n import _
from naishi.saves import disk

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
