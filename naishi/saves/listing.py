"""Listing of a folder, and its fast indexes."""

import itertools
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, SkipValidation, ValidationError

from naishi.common import files
from naishi.common.i18n import SaveError, SaveNotFoundError, _, language, listed, quoted, reason
from naishi.common.paths import save_files
from naishi.common.version import __version__
from naishi.saves import document
from naishi.saves.document import ID, SUFFIX, Saved
from naishi.tabletop.game import EarlyEnd, Result, in_a_list
from naishi.tabletop.kinds import keys, kind_of


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game in a list."""

    id: str
    path: Annotated[Path, SkipValidation]
    """Whoever reads a summary knows of which file: what an index says isn't used."""
    game: str
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """By seat: `human`, or the name of a bot."""
    round: int
    awaited: tuple[int, ...]
    progress: str
    """How far it is, or how it ended, in words."""
    options: Mapping[str, str]
    updated: datetime
    """In UTC."""
    created: datetime
    finished: bool
    result: Result | None = None
    """Ranks and points; None while it goes on, and where the players ended it before its end."""
    early_end: EarlyEnd | None = None
    example: bool = False
    """It comes with the program: opened, it is played as a copy."""

    @classmethod
    def of(cls, saved: Saved, path: Path) -> "Summary":
        header, game = saved.header, saved.game
        names, early_end = tuple(player.name for player in game.players), game.early_end
        finished = not game.awaited or early_end is not None
        return cls(
            id=header.id,
            path=path,
            game=game.key,
            names=names,
            kinds=tuple(player.kind for player in game.players),
            round=game.round,
            awaited=() if finished else game.awaited,
            progress=kind_of(game.key).progress(game) if early_end is None else in_a_list(early_end, names),
            options={name: str(value) for name, value in game.options.model_dump(mode="json").items()},
            updated=header.updated,
            created=header.created,
            finished=finished,
            result=game.result,
            early_end=early_end,
        )


class Problem(NamedTuple):
    """A file in the folder that can't be used."""

    path: Path
    id: str
    """Its name without the ending, safe to display."""
    error: str
    """What is wrong, in one line."""


def state(game: Summary, *, in_short: bool = False) -> str:
    """Return how far a saved game is, or how it ended; and what its players agreed on that isn't usual."""
    notes = []
    for row in kind_of(game.game).option_rows():
        value = game.options.get(row.name, row.values[0][0])
        if value != row.values[0][0]:
            spelled = dict(row.values).get(value, value)
            notes.append(row.in_short.get(value, spelled) if in_short else spelled)
    if not notes:
        return game.progress
    return _("{what} ({note})").format(what=game.progress, note=listed(notes, conjunction=False))


def titles(entries: Iterable[Summary | Problem]) -> dict[str, str]:
    """Return the name of each kind of game in a list, by its key; empty where all games are of the first kind.

    A list that shows the names only then looks the same as before there was a second kind.
    """
    found = {entry.game for entry in entries if isinstance(entry, Summary)}
    if found <= {keys()[0]}:
        return {}
    return {key: kind_of(key).title() for key in sorted(found)}


FROM = 200
"""How many saves a folder has at least that gets an index; fewer are read in no time."""
MANY = 2_000
"""How many saves a folder has at least whose reading takes a moment even with an index."""
LEFT_OUT = 10
"""How many saves may have changed before the index is written again; so many are read in no time, too."""
SIZE_LIMIT = 50_000_000
"""In bytes. A game has about 400."""
_PREFIX, _SUFFIX = ".list-", ".json"
_SETTLED = 2_000_000_000
"""Nanoseconds after which a change of a file is sure to change its time, too, whatever the clock of its disk."""
_NOT_SHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What no terminal should be sent; a summary has none of it, so neither has an index."""
_ESCAPED = re.compile(r"\\(.)")
"""A letter that JSON writes in another way; of a summary these are quotes and backslashes alone."""


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
        self._folder = folder
        self._path = folder / f"{_PREFIX}{language()}{_SUFFIX}"
        self._known = self._read()
        self._now: dict[str, _Known] = {}
        self._changed = 0
        self._began = time.time_ns()

    def _read(self) -> Mapping[str, _Known]:
        with suppress(OSError, SaveError, ValidationError, UnicodeDecodeError):
            text = files.read_file(self._path, SIZE_LIMIT).decode()
            if _can_be_shown(text):
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
        self._changed += 1
        if stamp is not None and stamp[0] < self._began - _SETTLED:
            self._now[path.name] = _Known(stamp, replace(summary, path=Path(path.name)))

    def write(self, *, whole: bool) -> None:
        """Write it, where much has changed; at once where a game is gone, of which nothing should be left.

        Args:
            whole: Whether all saves were looked at. If not, what was known of the others is kept.
        """
        known = self._now if whole else {**self._known, **self._now}
        if self._changed >= LEFT_OUT or self._known.keys() - known.keys():
            with suppress(OSError):
                file = _File.model_construct(version=__version__, files=known)
                files.write_atomically(self._path, file.model_dump_json().encode())


def _can_be_shown(text: str) -> bool:
    """Return whether a terminal can be sent all that is in a JSON text."""
    if not text.isprintable() and _NOT_SHOWN.search(text):  # the first takes no time, but is too strict
        return False
    return "\\" not in text or all(found[1] in '"\\' for found in _ESCAPED.finditer(text))


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Return the time and the size of a file; None where it is gone."""
    with suppress(OSError):
        status = os.stat(path, follow_symlinks=False)
        return status.st_mtime_ns, status.st_size
    return None


def has_at_most(folder: Path, count: int) -> bool:
    """Return whether a folder has so many saves at most; reads none of them."""
    try:
        return len([*itertools.islice(save_files(folder), count + 1)]) <= count
    except OSError:
        return False


def newest(folder: Path, ranks: Mapping[str, int]) -> Iterator[Path]:
    """Yield the saves of a folder, by ranks the one played last first, without reading any.

    Raises OSError: the folder can't be read.
    """
    paths = {path.name: path for path in save_files(folder)}
    found = ((ranks.get(stem(path), -1), stamp_of(path) or (0, 0), name) for name, path in paths.items())
    return (paths[name] for *_order, name in sorted(found, reverse=True))


def remove(folder: Path) -> None:
    with suppress(OSError):
        for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
            os.unlink(path)


LONGEST_PATH = 200
"""Characters of a path that are shown, of a file that isn't there."""


def stem(path: Path) -> str:
    return path.name.removesuffix(SUFFIX)


def safe_name(path: Path) -> str:
    name = stem(path)
    return name if ID.fullmatch(name) else quoted(name)


Watch = Callable[[int, int], None]
"""Hears how many of how many files have been looked at; what it raises ends that, and what was read isn't lost.

In a large folder it hears of none at once, and in the end of all.
"""


def list_folder(
    folder: Path,
    *,
    id_of: Callable[[Path], str] = stem,
    ranks: Mapping[str, int] | None = None,
    watch: Watch | None = None,
) -> tuple[Summary | Problem, ...]:
    """List the games of a folder, the one played last first, and then the files that can't be used.

    Args:
        id_of: Returns the id that the game in a file should have.
        ranks: A number for each game that was played here: the higher, the later. The others follow by their times.
        watch: Hears how far it is.
    """
    try:
        found = [*_summaries(folder, id_of, watch)]
    except OSError as error:
        why = _("The saves folder can't be read: {why}.").format(why=reason(error))
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

    Raises FileNotFoundError: there is no such file; SaveError: it isn't a whole, unaltered save, or not that one.
    """
    if not ID.fullmatch(save_id):
        raise SaveError(_("The file name is not a valid game ID; `naishi import` adds the game under a new one."))
    saved = document.read(files.read_file(path, document.SIZE_LIMIT))
    if saved.header.id != save_id:
        words = _("This is a copy of {id} under another name; `naishi import` adds it as a separate game.")
        raise SaveError(words.format(id=saved.header.id))
    return saved


def read_file(path: Path) -> Saved:
    """Read a save anywhere, under any name, or a bare record (see `document.read_anywhere`).

    Raises SaveError: there is none, it can't be read, it is damaged or newer; the text names the file.
    """
    try:
        with naming(path):
            return document.read_anywhere(files.read_file(path, document.SIZE_LIMIT))
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

    Raises OSError: the folder can't be read.
    """
    paths = [*save_files(folder)]
    if len(paths) < FROM:
        yield from (summarize(path, id_of(path)) for path in paths)
        return
    if heard := watch is not None and len(paths) >= MANY:
        watch(0, len(paths))
    index, number = ListIndex(folder), 0
    try:
        for number, path in enumerate(paths, 1):
            if (known := index.find(path)) is not None:
                yield known
                continue
            stamp = stamp_of(path)
            yield (found := summarize(path, id_of(path)))
            if isinstance(found, Summary):
                index.add(path, stamp, found)
            if watch is not None:
                heard = True
                watch(number, len(paths))
        if watch is not None and heard:
            watch(len(paths), len(paths))
    finally:
        index.write(whole=number == len(paths))


def summarize(path: Path, save_id: str) -> Summary | Problem:
    try:
        saved = read_save(path, save_id)
        with document.nothing_but_save_errors():
            return Summary.of(saved, path)
    except FileNotFoundError:
        error = _("The file has just been deleted.")
    except SaveError as refused:
        error = str(refused)
    return Problem(path, safe_name(path), error)


_COMPACT = 8_000
"""In bytes. A file that has grown larger is written again, with one line a game."""
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
                descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | files.SAFE | files.NO_WAITING)
                try:
                    os.write(descriptor, f"{save_id}\n".encode())
                finally:
                    os.close(descriptor)
            else:
                self._write(reversed(dict.fromkeys([save_id, *reversed(lines)])))

    def rename(self, before: str, after: str) -> None:
        with suppress(OSError):
            self._write(after if each == before else each for each in self._lines())

    def _write(self, ids: Iterable[str]) -> None:
        files.write_atomically(self._path, "".join(f"{each}\n" for each in ids).encode())

    def _lines(self) -> list[str]:
        with suppress(OSError, SaveError):
            text = files.read_file(self._path, _LIMIT).decode("ascii", errors="replace")
            return [line for line in text.split("\n") if ID.fullmatch(line)]
        return []
