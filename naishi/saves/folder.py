"""A folder of saves."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from naishi.errors import SaveError, SaveInUseError, SaveNotFoundError
from naishi.game import Game
from naishi.i18n import _, quoted
from naishi.saves import disk, document
from naishi.saves.document import ID, SUFFIX, Saved
from naishi.saves.lock import SaveLock
from naishi.saves.opened import OpenGame
from naishi.saves.summary import Problem, Summary

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Nothing that is mistaken for something else when it is read aloud or typed: no 0 o, 1 i l."""
_ID_LENGTH = 6


class Saves:
    """The saved games of a folder. Nothing is touched, and nothing need exist, until a game is created."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self) -> tuple[Summary | Problem, ...]:
        """List the games, newest first, and then the files that can't be used."""
        try:
            found = [self._look(path) for path in self._files()]
        except OSError as error:
            why = _("The folder can't be read: {why}.").format(why=disk.reason(error))
            return (Problem(self.folder, self.folder.name, why),)
        summaries = (each for each in found if isinstance(each, Summary))
        problems = (each for each in found if isinstance(each, Problem))
        return (
            *sorted(summaries, key=lambda summary: (summary.updated, summary.id), reverse=True),
            *sorted(problems, key=lambda problem: problem.id),
        )

    def latest(self) -> Summary | None:
        """Return the game that was played last and isn't finished, if there is one."""
        games = (entry for entry in self.list() if isinstance(entry, Summary))
        return next((game for game in games if not game.finished), None)

    def create(self, game: Game) -> OpenGame:
        """Give a game a file; where that can't be written, `unsaved` says so and play goes on in memory."""
        self._sweep()
        save_id = self._new_id()
        lock = self._lock(save_id)
        with suppress(OSError, SaveInUseError):
            lock.hold()
        opened = OpenGame(self._path(save_id), game, lock)
        opened.save()
        return opened

    def open(self, save_id: str) -> OpenGame:
        """Open a game to play it on.

        Args:
            save_id: Its id, or the beginning of it.

        Raises:
            SaveNotFoundError: There is none, or more than one begins so.
            SaveInUseError: It is open in another window.
            NewerSaveError: It was saved by a later version of the program.
            DamagedSaveError: The file is no whole, unaltered save.
            SaveError: The file can't be read.
        """
        self._sweep()
        save_id = self.find(save_id)
        lock = self._lock(save_id)
        with suppress(OSError):  # a folder that can't be written can be played in memory; `unsaved` will say so
            lock.hold()
        try:
            saved = self._read(save_id)
            return OpenGame(self._path(save_id), saved.game, lock, saved.document)
        except BaseException:
            lock.release()
            raise

    def load(self, save_id: str) -> Game:
        """Read a game, to look at it only: no lock is taken, nothing can be written.

        Raises:
            SaveError: As for `open`, but never SaveInUseError.
        """
        return self._read(self.find(save_id)).game

    def delete(self, save_id: str) -> None:
        """Move a game to the folder `trash`.

        Raises:
            SaveNotFoundError: There is none, or more than one begins so.
            SaveInUseError: It is open in another window.
            SaveError: The folder refuses.
        """
        save_id = self.find(save_id)
        lock = self._lock(save_id)
        try:
            lock.hold()
            self.trash.mkdir(exist_ok=True)
            disk.move(self._path(save_id), self._free_place_in_trash(save_id))
        except OSError as error:
            lock.release()
            raise SaveError(
                _("The game {id} could not be deleted: {why}.").format(id=save_id, why=disk.reason(error))
            ) from None
        lock.remove()

    @property
    def trash(self) -> Path:
        """Where deleted games go."""
        return self.folder / "trash"

    def _path(self, save_id: str) -> Path:
        return self.folder / f"{save_id}{SUFFIX}"

    def _lock(self, save_id: str) -> SaveLock:
        return SaveLock(self.folder / ".locks" / f"{save_id}.lock")

    def _files(self) -> Iterator[Path]:
        try:
            entries = os.scandir(self.folder)
        except FileNotFoundError:
            return
        with entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and not entry.name.startswith("."):
                    yield self.folder / entry.name

    def _look(self, path: Path) -> Summary | Problem:
        try:
            return Summary.of(self._checked(path), path)
        except FileNotFoundError:
            error = _("It has just gone.")
        except SaveError as refused:
            error = str(refused)
        stem = path.name.removesuffix(SUFFIX)
        return Problem(path, stem if ID.fullmatch(stem) else quoted(stem), error)

    def _read(self, save_id: str) -> Saved:
        with _naming(path := self._path(save_id)):
            return self._checked(path)

    def _checked(self, path: Path) -> Saved:
        stem = path.name.removesuffix(SUFFIX)
        if not ID.fullmatch(stem):
            raise SaveError(_("Its name is no id of a game; `naishi import` takes it in under one that is."))
        saved = document.read(disk.read_file(path, document.SIZE_LIMIT))
        if saved.document.id != stem:
            raise SaveError(
                _("It is a copy of {id} under another name; `naishi import` takes it in as a game of its own.").format(
                    id=saved.document.id
                )
            )
        return saved

    def find(self, text: str) -> str:
        """Complete an id; anything that isn't the beginning of one is refused before it comes near a path.

        Raises:
            SaveNotFoundError: No file has such an id, or more than one begins so.
        """
        text = text.strip().lower()
        if not ID.fullmatch(text.rstrip("-")):
            raise _not_found(text)
        if os.path.lexists(self._path(text)):
            return text
        found = sorted(id_ for id_ in self._ids() if id_.startswith(text))
        if not found:
            raise _not_found(text)
        if len(found) > 1:
            raise SaveNotFoundError(
                _("More than one game begins with {text}: {ids}.").format(text=text, ids=", ".join(found[:5]))
            )
        return found[0]

    def _ids(self) -> Iterator[str]:
        with suppress(OSError):
            for path in self._files():
                if ID.fullmatch(stem := path.name.removesuffix(SUFFIX)):
                    yield stem

    def _new_id(self) -> str:
        while True:
            save_id = "".join(secrets.choice(_LETTERS) for _letter in range(_ID_LENGTH))
            if not os.path.lexists(self._path(save_id)) and not os.path.lexists(self.trash / f"{save_id}{SUFFIX}"):
                return save_id

    def _free_place_in_trash(self, save_id: str) -> Path:
        """Find a name in the trash; the same game may have been deleted and restored before."""
        number = 1
        while True:
            again = "" if number == 1 else f".{number}"
            place = self.trash / f"{save_id}{again}{SUFFIX}"
            if not os.path.lexists(place):
                return place
            number += 1

    def _sweep(self) -> None:
        """Remove what a killed writer left half-written; a living one holds its lock."""
        for path, name in disk.leftovers(self.folder):
            save_id = name.removesuffix(SUFFIX)
            if not ID.fullmatch(save_id):
                continue
            lock = self._lock(save_id)
            with suppress(OSError, SaveInUseError):
                lock.hold()
                os.unlink(path)
            lock.release()


def read_file(path: Path) -> Saved:
    """Read a save that may lie anywhere, under any name.

    Raises:
        SaveError: There is none, it can't be read, it is damaged or newer; the text names the file.
    """
    with _naming(path):
        return document.read(disk.read_file(path, document.SIZE_LIMIT))


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in the errors about it."""
    try:
        yield
    except FileNotFoundError:
        raise SaveNotFoundError(_("There is no file {file}.").format(file=quoted(path.name))) from None
    except SaveError as error:
        raise type(error)(_("{file}: {error}").format(file=quoted(path.name), error=error)) from None


def _not_found(text: str) -> SaveNotFoundError:
    return SaveNotFoundError(_("There is no saved game {text}; `naishi saves` lists them.").format(text=quoted(text)))
