"""Solved lessons and puzzles, and a fast count of due mistakes."""

import json
import os
from collections.abc import Collection, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from naishi.common import files
from naishi.common.files import read_regular_file
from naishi.common.i18n import NaishiError, SaveError, _
from naishi.common.paths import data_folder

MISTAKES_FILE = ".exercises.json"
"""In a folder of saves; see `exercises`."""
MISTAKES_LIMIT = 20_000_000
"""In bytes. An exercise has about 3,000."""


def count_due(saves: Path, today: date) -> int:
    """Return how many exercises of a folder of saves are to be solved now; 0 where the file can't be read."""
    try:
        days = [each["due"] for each in json.loads(files.read_file(saves / MISTAKES_FILE, MISTAKES_LIMIT))["exercises"]]
        return sum(date.fromisoformat(day) <= today for day in days)
    except (OSError, SaveError, ValueError, LookupError, TypeError, RecursionError):
        return 0


FORMAT, VERSION = "naishi-progress", 1
SIZE_LIMIT = 100_000
"""In bytes. With everything solved it has about 3,000."""


def progress_file() -> Path:
    return data_folder() / "progress.json"


class ProgressNotSavedError(NaishiError):
    """What was solved is known until the program ends, and no longer."""


class Solved(Protocol):
    """What someone has solved: in a file (`Progress`), or with an account of a server."""

    @property
    def solved(self) -> Collection[str]: ...

    async def remember(self, exercise: str) -> None:
        """Remember that an exercise is solved.

        Raises NaishiError: it is known until the program ends, or the visit, and no longer.
        """
        ...


class Progress:
    """The ids of the exercises that were solved.

    A file that can't be understood counts as none, and is kept aside; one of a newer version is left as it is.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or progress_file()
        self._solved = _solved(self._read())
        self._said_that_it_is_newer = False

    @property
    def solved(self) -> Collection[str]:
        return self._solved

    async def remember(self, exercise: str) -> None:
        """Remember that an exercise is solved: see `add`."""
        self.add(exercise)

    def add(self, exercise: str) -> None:
        """Remember that an exercise is solved, beside what another window has added meanwhile.

        Raises ProgressNotSavedError: the file can't be written, or is of a newer version, which is said only once.
        """
        document = self._read()
        known = _solved(document)
        self._solved |= known | {exercise}
        if known >= self._solved:
            return
        if document.get("version", VERSION) > VERSION:
            if self._said_that_it_is_newer:
                return
            self._said_that_it_is_newer = True
            words = _("Your progress isn't saved: {file} comes from a newer version of Naishi.")
            raise ProgressNotSavedError(words.format(file=self.file.name))
        with files.refused_as(ProgressNotSavedError, _("Your progress can't be saved: {why}.")):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if not known and os.path.lexists(self.file):  # whatever it is, someone may still need it
                files.move(self.file, files.free_path(self.file.with_suffix(".old")))
            document = {"format": FORMAT, "version": VERSION, "solved": sorted(self._solved)}
            files.write_atomically(self.file, (json.dumps(document, indent=1) + "\n").encode())

    def _read(self) -> dict[str, Any]:
        try:
            document = json.loads(read_regular_file(self.file, SIZE_LIMIT) or b"")
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(document, dict) or not isinstance(document.get("version", VERSION), int):
            return {}
        return document


def _solved(document: Mapping[str, Any]) -> set[str]:
    solved = document.get("solved", ())
    return {each for each in solved if isinstance(each, str)} if isinstance(solved, list) else set()
