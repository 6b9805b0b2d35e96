"""Index of a large folder: what its list shows, so that a list needn't replay every game.

It is a file that can be thrown away at any time: an entry counts only while its save has the same time and size, and
nothing but lists ever reads it. What is wrong with it in any way is no index.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from naishi.common.errors import SaveError
from naishi.common.i18n import language
from naishi.common.version import __version__
from naishi.saves import disk
from naishi.saves.summary import Summary
from naishi.tabletop.kinds import keys

FROM = 200
"""How many saves a folder has at least that gets an index; fewer are read in no time."""
LEFT_OUT = 10
"""How many saves may have changed before the index is written again; so many are read in no time, too."""
SIZE_LIMIT = 50_000_000
"""In bytes. A game has about 400."""
_PREFIX, _SUFFIX = ".list-", ".json"
_SETTLED = 2_000_000_000
"""Nanoseconds after which a change of a file is sure to change its time, too, whatever the clock of its disk."""
_NOT_SHOWN = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|(?<!\\)(?:\\\\)*\\[^"\\]')
"""What no terminal should be sent; a summary has none of it, so neither has an index."""


class _Known(NamedTuple):
    stamp: tuple[int, int]
    """The time of change in nanoseconds, and the size of the file."""
    summary: Summary


class _File(BaseModel):
    version: str
    files: dict[str, _Known]


class ListIndex:
    """The index of a folder in the language of the moment: how far a game is, is said in words."""

    def __init__(self, folder: Path) -> None:
        """Read it, if there is one."""
        self._folder = folder
        self._path = folder / f"{_PREFIX}{language()}{_SUFFIX}"
        self._known = self._read()
        self._now: dict[str, _Known] = {}
        self._changed = 0
        self._began = time.time_ns()

    def _read(self) -> Mapping[str, _Known]:
        with suppress(OSError, SaveError, ValidationError, UnicodeDecodeError):
            text = disk.read_file(self._path, SIZE_LIMIT).decode()
            if not _NOT_SHOWN.search(text):
                found = _File.model_validate_json(text)
                return found.files if found.version == __version__ else {}
        return {}

    def find(self, path: Path) -> Summary | None:
        """Return what the list says of a save that hasn't changed since; None where it has to be read."""
        known = self._known.get(path.name)
        if known is None or known.summary.game not in keys() or stamp_of(path) != known.stamp:
            return None
        self._now[path.name] = known
        return replace(known.summary, path=path)

    def add(self, path: Path, stamp: tuple[int, int] | None, summary: Summary) -> None:
        """Remember what the list says of a save that was read.

        Args:
            path: The save.
            stamp: Its time and size before it was read.
            summary: What was read.
        """
        self._changed += 1
        if stamp is not None and stamp[0] < self._began - _SETTLED:
            self._now[path.name] = _Known(stamp, replace(summary, path=Path(path.name)))

    def write(self) -> None:
        """Write it, where much has changed; at once where a game is gone, of which nothing should be left."""
        if self._changed >= LEFT_OUT or self._known.keys() - self._now.keys():
            with suppress(OSError):
                file = _File.model_construct(version=__version__, files=self._now)
                disk.write_atomically(self._path, file.model_dump_json().encode())


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Return the time and the size of a file; None where it is gone."""
    with suppress(OSError):
        status = os.stat(path, follow_symlinks=False)
        return status.st_mtime_ns, status.st_size
    return None


def remove(folder: Path) -> None:
    """Delete the indexes of a folder, in all languages."""
    with suppress(OSError):
        for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
            os.unlink(path)
