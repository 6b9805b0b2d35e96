"""Reading the files of a folder, and saying what is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from naishi.common.errors import SaveError, SaveNotFoundError
from naishi.common.i18n import _, quoted
from naishi.saves import disk, document
from naishi.saves.document import ID, SUFFIX, Saved
from naishi.saves.list_index import FROM, ListIndex, stamp_of
from naishi.saves.summary import Problem, Summary

LONGEST_PATH = 200
"""Characters of a path that are shown, of a file that isn't there."""


def stem(path: Path) -> str:
    """Return the name of a save without its ending: its id, if all is well."""
    return path.name.removesuffix(SUFFIX)


def safe_name(path: Path) -> str:
    """Return the name of a save without its ending, safe to display whatever it is."""
    name = stem(path)
    return name if ID.fullmatch(name) else quoted(name)


def files(folder: Path) -> Iterator[Path]:
    """Find the files that look like saves; a missing folder has none.

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


Watch = Callable[[int, int], None]
"""Hears how many of how many files have been looked at."""


def list_folder(
    folder: Path,
    *,
    id_of: Callable[[Path], str] = stem,
    ranks: Mapping[str, int] | None = None,
    watch: Watch | None = None,
) -> tuple[Summary | Problem, ...]:
    """List the games of a folder, the one played last first, and then the files that can't be used.

    Args:
        folder: The folder.
        id_of: Returns the id that the game in a file should have.
        ranks: A number for each game that was played here: the higher, the later. The others follow by their times.
        watch: Hears how far it is.
    """
    try:
        found = [*_summaries(folder, id_of, watch)]
    except OSError as error:
        why = _("The saves folder can't be read: {why}.").format(why=disk.reason(error))
        return (Problem(folder, safe_name(folder), why),)
    summaries = (each for each in found if isinstance(each, Summary))
    problems = (each for each in found if isinstance(each, Problem))
    ranks = ranks or {}
    return (
        *sorted(summaries, key=lambda game: (ranks.get(game.id, -1), game.updated, game.id), reverse=True),
        *sorted(problems, key=lambda problem: problem.id),
    )


def read_save(path: Path, save_id: str) -> Saved:
    """Read a save that must have a certain id.

    Raises:
        FileNotFoundError: There is no such file.
        SaveError: It isn't a whole, unaltered save, or not that one.
    """
    if not ID.fullmatch(save_id):
        raise SaveError(_("The file name is not a valid game ID; `naishi import` adds the game under a new one."))
    saved = document.read(disk.read_file(path, document.SIZE_LIMIT))
    if saved.header.id != save_id:
        raise SaveError(
            _("This is a copy of {id} under another name; `naishi import` adds it as a separate game.").format(
                id=saved.header.id
            )
        )
    return saved


def read_file(path: Path) -> Saved:
    """Read a save anywhere, under any name.

    Raises:
        SaveError: There is none, it can't be read, it is damaged or newer; the text names the file.
    """
    try:
        with naming(path):
            return document.read(disk.read_file(path, document.SIZE_LIMIT))
    except SaveNotFoundError:
        raise SaveNotFoundError(_("There is no file {file}.").format(file=quoted(str(path), LONGEST_PATH))) from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in the errors about it."""
    try:
        yield
    except FileNotFoundError:
        raise SaveNotFoundError(_("There is no file {file}.").format(file=quoted(path.name))) from None
    except SaveError as error:
        raise type(error)(_("{file}: {error}").format(file=quoted(path.name), error=error)) from None


def _summaries(folder: Path, id_of: Callable[[Path], str], watch: Watch | None) -> Iterator[Summary | Problem]:
    """Summarize the games of a folder; those of a large one with the help of an index.

    Raises:
        OSError: The folder can't be read.
    """
    paths = [*files(folder)]
    index = ListIndex(folder) if len(paths) >= FROM else None
    for number, path in enumerate(paths, 1):
        if index is None:
            yield summarize(path, id_of(path))
        elif (known := index.find(path)) is not None:
            yield known
        else:
            stamp = stamp_of(path)
            yield (read := summarize(path, id_of(path)))
            if isinstance(read, Summary):
                index.add(path, stamp, read)
            if watch is not None:
                watch(number, len(paths))
    if index is not None:
        index.write()


def summarize(path: Path, save_id: str) -> Summary | Problem:
    """Read what a list says of a file, which should hold the game of an id."""
    try:
        saved = read_save(path, save_id)
        with document.nothing_but_save_errors():
            return Summary.of(saved, path)
    except FileNotFoundError:
        error = _("The file has just been deleted.")
    except SaveError as refused:
        error = str(refused)
    return Problem(path, safe_name(path), error)
