"""Reading the files of a folder, and telling what is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from naishi.errors import SaveError, SaveNotFoundError
from naishi.i18n import _, quoted
from naishi.saves import disk, document
from naishi.saves.document import ID, SUFFIX, Saved
from naishi.saves.summary import Problem, Summary


def stem(path: Path) -> str:
    """The name of a save without its ending: its id, if all is well."""
    return path.name.removesuffix(SUFFIX)


def safe_name(path: Path) -> str:
    """The name of a save without its ending, safe to show whatever it is."""
    name = stem(path)
    return name if ID.fullmatch(name) else quoted(name)


def files(folder: Path) -> Iterator[Path]:
    """Find the files that look like saves; there are none in a folder that isn't there.

    Raises:
        OSError: The folder can't be read.
    """
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return
    with entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                yield folder / entry.name


def listed(folder: Path, id_of: Callable[[Path], str] = stem) -> tuple[Summary | Problem, ...]:
    """List the games of a folder, newest first, and then the files that can't be used.

    Args:
        folder: The folder.
        id_of: What id the game in a file should have.
    """
    try:
        found = [_look(path, id_of(path)) for path in files(folder)]
    except OSError as error:
        why = _("The folder can't be read: {why}.").format(why=disk.reason(error))
        return (Problem(folder, safe_name(folder), why),)
    summaries = (each for each in found if isinstance(each, Summary))
    problems = (each for each in found if isinstance(each, Problem))
    return (
        *sorted(summaries, key=lambda summary: (summary.updated, summary.id), reverse=True),
        *sorted(problems, key=lambda problem: problem.id),
    )


def checked(path: Path, save_id: str) -> Saved:
    """Read a save that must have a certain id.

    Raises:
        FileNotFoundError: There is no such file.
        SaveError: It is no whole, unaltered save, or not that one.
    """
    if not ID.fullmatch(save_id):
        raise SaveError(_("Its name is no id of a game; `naishi import` takes it in under one that is."))
    saved = document.read(disk.read_file(path, document.SIZE_LIMIT))
    if saved.document.id != save_id:
        raise SaveError(
            _("It is a copy of {id} under another name; `naishi import` takes it in as a game of its own.").format(
                id=saved.document.id
            )
        )
    return saved


def read_file(path: Path) -> Saved:
    """Read a save that may lie anywhere, under any name.

    Raises:
        SaveError: There is none, it can't be read, it is damaged or newer; the text names the file.
    """
    with naming(path):
        return document.read(disk.read_file(path, document.SIZE_LIMIT))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in the errors about it."""
    try:
        yield
    except FileNotFoundError:
        raise SaveNotFoundError(_("There is no file {file}.").format(file=quoted(path.name))) from None
    except SaveError as error:
        raise type(error)(_("{file}: {error}").format(file=quoted(path.name), error=error)) from None


def _look(path: Path, save_id: str) -> Summary | Problem:
    try:
        return Summary.of(checked(path, save_id), path)
    except FileNotFoundError:
        error = _("It has just gone.")
    except SaveError as refused:
        error = str(refused)
    return Problem(path, safe_name(path), error)
