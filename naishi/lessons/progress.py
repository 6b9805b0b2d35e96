"""Which lessons and puzzles have been solved: a small file in the user's data folder."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from naishi.atomic import write_atomically
from naishi.regular_file import read_regular_file

FORMAT, VERSION = "naishi-progress", 1
SIZE_LIMIT = 100_000
"""In bytes. With everything solved it has about 3,000."""


def progress_file() -> Path:
    """Return the path of the user's progress."""
    from platformdirs import user_data_path  # noqa: PLC0415 - not before it is needed

    return user_data_path("naishi", appauthor=False) / "progress.json"


class Progress:
    """The ids of the exercises that were solved. A file that can't be understood counts as none, and is kept aside."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or progress_file()
        self._solved = self._read()

    @property
    def solved(self) -> Collection[str]:
        """The ids."""
        return self._solved

    def add(self, exercise: str) -> None:
        """Remember that an exercise is solved, beside what another window has added meanwhile.

        Raises:
            OSError: The file can't be written; it is remembered until the program ends.
        """
        known = self._read()
        self._solved |= known | {exercise}
        if known >= self._solved:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if not known:
            with suppress(FileNotFoundError):
                self.file.replace(self.file.with_suffix(".old"))
        document = {"format": FORMAT, "version": VERSION, "solved": sorted(self._solved)}
        write_atomically(self.file, (json.dumps(document, indent=1) + "\n").encode())

    def _read(self) -> set[str]:
        try:
            document = json.loads(read_regular_file(self.file, SIZE_LIMIT) or b"")
        except (OSError, ValueError, RecursionError):
            return set()
        solved = document.get("solved", ()) if isinstance(document, dict) else ()
        return {each for each in solved if isinstance(each, str)} if isinstance(solved, list) else set()
