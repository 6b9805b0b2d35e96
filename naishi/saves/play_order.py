"""The order in which the games of a folder were played, independent of any clock.

A clock that was wrong once would otherwise keep a game at the top of the list, or at the bottom, for good. The file is
only a hint: each line is an id, a later line is a later play. Without it, games are ordered by their times.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from naishi.common.errors import SaveError
from naishi.saves import disk
from naishi.saves.document import ID

_COMPACT = 8_000
"""In bytes. A file that has grown larger is written anew, with one line a game."""
_LIMIT = 1_000_000
"""In bytes. A larger file is nothing that we wrote; it is replaced."""


class PlayOrder:
    """The file `.played` of a folder of saves."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / ".played"

    def ranks(self) -> dict[str, int]:
        """Return a number for each game that was played here: the higher, the later."""
        return {save_id: rank for rank, save_id in enumerate(self._lines())}

    def mark(self, save_id: str) -> None:
        """Note that a game was played just now. A folder that refuses costs the order, and nothing else."""
        lines = self._lines()
        if lines and lines[-1] == save_id:
            return
        with suppress(OSError):
            if lines and os.path.getsize(self._path) < _COMPACT:
                self._append(save_id)
            else:
                latest = dict.fromkeys([save_id, *reversed(lines)])
                self._write(reversed(latest))

    def rename(self, before: str, after: str) -> None:
        """Keep the place of a game that was given another id."""
        with suppress(OSError):
            self._write(after if each == before else each for each in self._lines())

    def _write(self, ids: Iterable[str]) -> None:
        disk.write_atomically(self._path, "".join(f"{each}\n" for each in ids).encode())

    def _lines(self) -> list[str]:
        with suppress(OSError, SaveError):
            text = disk.read_file(self._path, _LIMIT).decode("ascii", errors="replace")
            return [line for line in text.split("\n") if ID.fullmatch(line)]
        return []

    def _append(self, save_id: str) -> None:
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | disk.SAFE | disk.NO_WAITING)
        try:
            os.write(descriptor, f"{save_id}\n".encode())
        finally:
            os.close(descriptor)
