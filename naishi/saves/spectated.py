"""Read-only saved game, open in another program."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from naishi.common.errors import SaveError
from naishi.saves.document import SUFFIX
from naishi.saves.lock import LockOwner, SaveLock


class SpectatedGame:
    """A game to watch. It holds no lock, writes nothing, and keeps nobody from playing."""

    trouble = ""
    """Why the newest state can't be read, `game` being the last one that could; empty where all is well."""

    def __init__(self, path: Path, lock: SaveLock, read: Callable[[], Any]) -> None:
        """Read the game.

        Args:
            path: Its file.
            lock: Its lock, only to ask who holds it.
            read: Reads and checks the file.

        Raises:
            SaveError: It can't be read.
        """
        self.id = path.name.removesuffix(SUFFIX)
        self._path = path
        self._lock = lock
        self._read = read
        self.owner: LockOwner | None = lock.owner()
        """Who has the game open; None where nobody does any more."""
        self._stamp = self._stamp_now()  # taken before reading: what is written meanwhile is read next time
        self.game = read()

    def follow(self) -> bool:
        """Read the game again if its file has changed; return whether anything is different now."""
        before = self.owner, self._stamp, self.trouble
        self.owner = self._lock.owner()
        stamp = self._stamp_now()
        if stamp != self._stamp or self.trouble:
            self._stamp = stamp
            try:
                self.game, self.trouble = self._read(), ""
            except SaveError as error:
                self.trouble = str(error)
        return before != (self.owner, self._stamp, self.trouble)

    def _stamp_now(self) -> tuple[int, int, int] | None:
        """Return what identifies a state of the file: each state is a new file that replaces the last."""
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size
