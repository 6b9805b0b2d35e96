"""Half-made choices, kept beside a save by seat.

They are nobody else's to see: no other seat is shown them, and no export has them. Losing one costs no more than
choosing again, so whatever can't be read or written is left.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from naishi.common.errors import SaveError
from naishi.saves import disk

_FOLDER = ".drafts"
_LIMIT = 20_000
"""In bytes. A larger file is nothing that we wrote."""


def moment_of(view: Any) -> str:
    """Return which decision of its viewer a view is at; what others do meanwhile doesn't change that."""
    own = sum(event.seat == view.seat for event in view.events)
    return f"{view.seat}.{view.round}.{own}"


def path_of(folder: Path, save_id: str) -> Path:
    """Return where the half-made choices of a saved game are."""
    return folder / _FOLDER / f"{save_id}.json"


class Drafts:
    """The half-made choices of an open game."""

    def __init__(self, save: Path, save_id: str, created: datetime) -> None:
        """Read what was kept.

        Args:
            save: The file of the game; nothing is written while there is none.
            save_id: Its id.
            created: When it was saved first: another game that gets its id later is another game.
        """
        self._save, self._path, self._created = save, path_of(save.parent, save_id), created.isoformat()
        self._kept = self._read()

    def find(self, seat: int, moment: str) -> str:
        """Return what a seat has chosen so far at a moment; empty for nothing, or what belongs to another moment."""
        at, words = self._kept.get(str(seat), ("", ""))
        return words if at == moment else ""

    def keep(self, seat: int, moment: str, words: str) -> None:
        """Keep what a seat has chosen so far at a moment; empty words forget it, but nothing of another moment."""
        before = dict(self._kept)
        if words:
            self._kept[str(seat)] = (moment, words)
        elif self.find(seat, moment):
            del self._kept[str(seat)]
        if self._kept != before:
            self._write()

    def _read(self) -> dict[str, tuple[str, str]]:
        with suppress(OSError, SaveError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            found = json.loads(disk.read_file(self._path, _LIMIT))
            if isinstance(found, Mapping) and found.get("created") == self._created:
                return {seat: (str(at), str(words)) for seat, (at, words) in dict(found["drafts"]).items()}
        return {}

    def _write(self) -> None:
        with suppress(OSError):
            if not self._kept:
                os.unlink(self._path)
            elif os.path.lexists(self._save):
                self._path.parent.mkdir(mode=0o700, exist_ok=True)
                data = json.dumps({"created": self._created, "drafts": self._kept}).encode()
                disk.write_atomically(self._path, data, sync=False)


def forget(folder: Path, save_id: str) -> None:
    """Delete what was kept beside a save."""
    with suppress(OSError):
        os.unlink(path_of(folder, save_id))


def rename(folder: Path, before: str, after: str) -> None:
    """Keep it beside a save that gets another id."""
    with suppress(OSError):
        os.replace(path_of(folder, before), path_of(folder, after))
