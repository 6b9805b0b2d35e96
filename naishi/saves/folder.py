"""A folder of saves."""

import itertools
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from naishi.common import files
from naishi.common.files import SaveLock
from naishi.common.i18n import SaveError, SaveInUseError, SaveNotFoundError, SaveNotWrittenError, _, number, quoted
from naishi.common.paths import command_on, examples_folder, save_files
from naishi.saves import document, listing, open_save
from naishi.saves.document import ID, SUFFIX, Saved
from naishi.saves.last_played import LastPlayed, OwnNames
from naishi.saves.listing import PlayOrder, Problem, Summary, Watch, list_folder, naming, read_save, stem, summarize
from naishi.saves.open_save import OpenGame, SpectatedGame
from naishi.tabletop.game import describe

if TYPE_CHECKING:
    from naishi.tabletop.game import Game


_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""No characters that look or sound like others: no 0 o, no 1 i l."""


def _ids(folder: Path) -> Iterator[str]:
    with suppress(OSError):
        yield from (save_id for path in save_files(folder) if ID.fullmatch(save_id := stem(path)))


def not_found(text: str) -> SaveNotFoundError:
    return SaveNotFoundError(_("There is no saved game {text}; `naishi saves` lists them.").format(text=quoted(text)))


def _ambiguous(text: str, ids: Sequence[str]) -> SaveNotFoundError:
    words = _("More than one game ID starts with {text}: {ids}.")
    return SaveNotFoundError(words.format(text=text, ids=", ".join(ids[:5])))


_AGAIN = re.compile(r"\.[2-9][0-9]*$")
"""What follows the id in the file's name if a game of the same id was deleted before."""


class Trash:
    """The folder of deleted games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self) -> tuple[Summary | Problem, ...]:
        return list_folder(self.folder, id_of=lambda path: _AGAIN.sub("", stem(path)))

    def has_at_most(self, count: int) -> bool:
        """Return whether so many games at most were deleted; reads none of them."""
        return listing.has_at_most(self.folder, count)

    def holds(self, save_id: str) -> bool:
        return os.path.lexists(self.folder / f"{save_id}{SUFFIX}")

    def empty(self) -> None:
        """Delete what is here for good. Raises SaveError: the folder refuses."""
        with files.refused_as(SaveError, _("Couldn't empty the trash: {why}.")):
            for path in save_files(self.folder):
                os.unlink(path)
            listing.remove(self.folder)

    def find(self, text: str) -> Summary:
        """Find a deleted game by its id or its first letters; of several with one id the newest.

        Raises SaveNotFoundError: there is none, or there are several with different ids.
        """
        wanted = text.strip().lower()
        games = [entry for entry in self.list() if isinstance(entry, Summary)]
        begun = [game for game in games if wanted and game.id.startswith(wanted)]
        found = [game for game in begun if game.id == wanted] or begun
        ids = sorted({game.id for game in found})
        if len(ids) > 1:
            raise _ambiguous(wanted, ids)
        if not found:
            words = _("There is no game {text} in the trash; `naishi saves --trash` lists the deleted games.")
            raise SaveNotFoundError(words.format(text=quoted(text)))
        return found[0]


FEW = 20
"""How many games are all read, and put in order by what they say themselves and not by the times of their files."""
RECENT = 50
"""How many games are read one by one, to find what was played last."""


class Saves:
    """The saved games of a folder, which need not exist until a game is created.

    Example games go with it (see `examples_folder`). They are found by their ids as well, but never changed: to open
    one makes a copy of it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trash = Trash(folder / "trash")
        self._examples = examples_folder(folder)
        self._order = PlayOrder(folder)
        self.own_names = OwnNames(folder)
        """What people are called now who played under another name."""

    def list(self, watch: Watch | None = None) -> tuple[Summary | Problem, ...]:
        """List the games, the one played last first, and then the files that can't be used.

        Args:
            watch: Hears how many of how many files have been looked at, where that takes long.
        """
        return list_folder(self.folder, ranks=self._order.ranks(), watch=watch)

    def newest(self) -> Iterator[Summary]:
        """Yield the games, the one played last first, and read no more of them than is asked for."""
        if self.has_at_most(FEW):
            yield from (entry for entry in self.list() if isinstance(entry, Summary))
            return
        with suppress(OSError):
            for path in listing.newest(self.folder, self._order.ranks()):
                if isinstance(game := summarize(path, stem(path)), Summary):
                    yield game

    def has_at_most(self, count: int) -> bool:
        """Return whether there are so many games at most, examples and deleted ones aside; reads none of them."""
        return listing.has_at_most(self.folder, count)

    def examples(self) -> tuple[Summary, ...]:
        found = (entry for entry in list_folder(self._examples) if isinstance(entry, Summary))
        return tuple(replace(game, example=True) for game in found if self._is_example(game.id))

    def ids(self, beginning: str = "") -> tuple[str, ...]:
        """List the ids of the games and examples that begin so, without reading any of them."""
        ids = {*_ids(self.folder), *_ids(self._examples)}
        return tuple(sorted(each for each in ids if each.startswith(beginning)))

    def latest(self, watch: Watch | None = None) -> Summary | None:
        """Return the unfinished game that was played last, if there is one."""
        for game in itertools.islice(self.newest(), RECENT):
            if not game.finished:
                return game
        games = (each for each in self.list(watch) if isinstance(each, Summary))
        return next((game for game in games if not game.finished), None)

    def last_played(self, game: str = "") -> LastPlayed:
        """Return what was played last, to be offered again (see `LastPlayed.of`), of the last fifty games."""
        last, known = LastPlayed.of(itertools.islice(self.newest(), RECENT), game), self.own_names.all()
        people = tuple(known.get(name, name) for name in last.people)
        return last._replace(people=people, opponent=known.get(last.opponent, last.opponent))

    def create(self, game: "Game", *, once_changed: bool = False) -> OpenGame:
        """Save a new game; where that fails, `unsaved` says so and play goes on in memory."""
        self._sweep()
        save_id = self._new_id()
        lock = self._lock(save_id)
        with suppress(OSError, SaveInUseError):
            lock.hold()
        opened = OpenGame(self._own(save_id), game, lock, self._order)
        opened.untouched = once_changed
        if not once_changed:
            opened.save()
        return opened

    def open(self, save_id: str) -> OpenGame:
        """Open a game to go on playing it; of an example, a new copy, which is saved once something is done in it.

        Raises SaveNotFoundError: there is none, or more than one; SaveInUseError: it is open in another window;
        NewerSaveError: it was saved by a later version of the program, or is of a game that isn't known here;
        DamagedSaveError: the file isn't a whole, unaltered save; SaveError: the file can't be read, or its players have
        ended the game before its end.
        """
        self._sweep()
        save_id = self.find(save_id)
        if self._is_example(save_id):
            return self.create(self._read(save_id).game, once_changed=True)
        lock = self._lock(save_id)
        with suppress(OSError):  # in a read-only folder one plays in memory; `unsaved` will say so
            lock.hold()
        try:
            saved = self._read(save_id)
            if how := describe(saved.game.early_end, [player.name for player in saved.game.players]):
                again = _("{how} To look at the game again: {command} replay {id}.")
                raise SaveError(again.format(how=how, command=command_on(self.folder), id=save_id))
            return OpenGame(self._own(save_id), saved.game, lock, self._order, saved)
        except BaseException:
            lock.release()
            raise

    def load(self, save_id: str) -> Any:
        """Read a game, without a lock and without a way to write it.

        Raises SaveError: as for `open`, but never SaveInUseError.
        """
        return self._read(self.find(save_id)).game

    def spectate(self, save_id: str) -> SpectatedGame:
        """Watch a game that is open elsewhere. Raises SaveError: as for `load`."""
        save_id = self.find(save_id)
        return SpectatedGame(self._own(save_id), self._lock(save_id), lambda: self._read(save_id).game)

    def delete(self, save_id: str) -> None:
        """Move a game to the trash.

        Raises SaveNotFoundError: there is none, or more than one; SaveInUseError: it is open in another window;
        SaveError: it is an example, or the folder refuses.
        """
        save_id = self.find(save_id)
        if self._is_example(save_id):
            words = _("{id} is an example that comes with the program; it can't be deleted.")
            raise SaveError(words.format(id=save_id))
        words = _("Couldn't delete the game {id}: {why}.")
        with files.refused_as(SaveError, words, id=save_id), self._lock(save_id) as lock:
            try:
                self.trash.folder.mkdir(exist_ok=True)
                files.move_aside(self._own(save_id), self.trash.folder)
            except FileNotFoundError:  # another process has just deleted it
                lock.remove()
                raise not_found(save_id) from None
            open_save.forget(self.folder, save_id)
            lock.remove()

    def restore(self, save_id: str) -> str:
        """Restore a deleted game, and return its id.

        Args:
            save_id: Its id, or its first letters; of several with one id the newest is restored.

        Raises:
            SaveNotFoundError: There is none in the trash.
            SaveInUseError: The game is open: its file was deleted while it was being played.
            SaveError: There is a game of this id already, or the folder refuses.
        """
        game = self.trash.find(save_id)
        words = _("Couldn't restore the game {id}: {why}.")
        with files.refused_as(SaveError, words, id=game.id), self._lock(game.id):
            try:
                files.move(game.path, self._own(game.id))
            except FileExistsError:
                taken = _("There is already another game {id}; delete that one first.")
                raise SaveError(taken.format(id=game.id)) from None
        self._order.mark(game.id)
        return game.id

    def rename(self, save_id: str, wanted: str) -> str:
        """Give a game another id, and return that.

        Args:
            wanted: The new one; spaces become hyphens, capitals small letters.

        Raises:
            SaveNotFoundError: There is no such game, or more than one.
            SaveInUseError: It is open in another window.
            SaveError: The new id is invalid or taken, the game is an example, or the folder refuses.
        """
        save_id, wanted = self.find(save_id), "-".join(wanted.lower().split())
        if wanted == save_id:
            return save_id
        if self._is_example(save_id):
            words = _("{id} is an example that comes with the program; it can't be renamed.")
            raise SaveError(words.format(id=save_id))
        if not ID.fullmatch(wanted):
            raise SaveError(_("A game ID has up to 32 letters a to z, digits and hyphens."))
        words = _("Couldn't rename the game {id}: {why}.")
        with files.refused_as(SaveError, words, id=save_id), self._lock(save_id) as lock:
            if not self._add(self._read(save_id), wanted):
                raise SaveError(_("There is already a game {id}; choose another ID.").format(id=wanted))
            os.unlink(self._own(save_id))
            lock.remove()
        self._order.rename(save_id, wanted)
        open_save.rename(self.folder, save_id, wanted)
        return wanted

    def adopt(self, saved: Saved) -> str:
        """Add a game from elsewhere, under its own id if that is free, and return the id it got.

        Raises SaveNotWrittenError: the folder refuses.
        """
        wanted = saved.header.id
        with files.refused_as(SaveNotWrittenError, _("Couldn't write to the saves folder: {why}.")):
            for save_id in itertools.chain([wanted], iter(self._new_id, "")):
                if self._is_there(saved):
                    return wanted
                if self._add(saved, save_id):
                    break
        self._order.mark(save_id)
        return save_id

    def find(self, text: str) -> str:
        """Complete an id; a text that can't be the beginning of one never becomes part of a path.

        Raises SaveNotFoundError: no game has such an id, or more than one.
        """
        text = text.strip().lower()
        if not ID.fullmatch(text.rstrip("-")):
            raise not_found(text)
        if os.path.lexists(self._own(text)) or self._is_example(text):
            return text
        found = self.ids(text)
        if not found:
            raise not_found(text)
        if len(found) > 1:
            raise _ambiguous(text, found)
        return found[0]

    def path(self, save_id: str) -> Path:
        """Return the file of a game. Raises SaveNotFoundError: as for `find`."""
        return self._file(self.find(save_id))

    def _own(self, save_id: str) -> Path:
        return self.folder / f"{save_id}{SUFFIX}"

    def _file(self, save_id: str) -> Path:
        return (self._examples if self._is_example(save_id) else self.folder) / f"{save_id}{SUFFIX}"

    def _is_example(self, save_id: str) -> bool:
        return os.path.lexists(self._examples / f"{save_id}{SUFFIX}") and not os.path.lexists(self._own(save_id))

    def _taken(self, save_id: str) -> bool:
        """Return whether a game has an id, or had it and may be restored."""
        return os.path.lexists(self._own(save_id)) or self.trash.holds(save_id)

    def _new_id(self) -> str:
        while True:
            save_id = "".join(secrets.choice(_LETTERS) for _letter in range(6))
            if not self._taken(save_id):
                return save_id

    def _lock(self, save_id: str) -> SaveLock:
        return SaveLock(self.folder / ".locks" / f"{save_id}.lock")

    def _read(self, save_id: str) -> Saved:
        with naming(path := self._file(save_id)):
            return read_save(path, save_id)

    def _is_there(self, saved: Saved) -> bool:
        """Return whether this very game is in the folder, in this very state."""
        with suppress(SaveError, OSError):
            return read_save(self._own(saved.header.id), saved.header.id).header == saved.header
        return False

    def _add(self, saved: Saved, save_id: str) -> bool:
        """Write a game under an id, unless that is taken; return whether it was free.

        Raises OSError: the folder refuses.
        """
        data = document.write(saved.game.document(), save_id, saved.header.created, saved.header.updated)
        try:
            with self._lock(save_id):  # so that nobody else takes the id, or sweeps up the temporary file
                if self._taken(save_id):
                    return False
                files.write_atomically(self._own(save_id), data)
        except SaveInUseError:
            return False
        return True

    def _sweep(self) -> None:
        """Remove the temporary files of killed writers; a living one holds its lock."""
        for path, name in files.leftovers(self.folder):
            save_id = name.removesuffix(SUFFIX)
            if not ID.fullmatch(save_id):
                continue
            lock = self._lock(save_id)
            with suppress(OSError, SaveInUseError):
                lock.hold()
                os.unlink(path)
            lock.release()


class SaveChanges:
    """Renames, deletes and restores games of a folder; each change but a deletion returns what to say of it.

    All of them raise a NaishiError with the reason where they can't be done.
    """

    def __init__(self, saves: Saves) -> None:
        self._saves = saves
        self._deleted = ""

    @property
    def can_undelete(self) -> bool:
        return bool(self._deleted)

    def renaming(self, game: Summary) -> str:
        return _between(_("A new ID for the game of {first} and {second}:"), game)

    def rename(self, save_id: str, wanted: str) -> str:
        before = self._saves.find(save_id)
        after = self._saves.rename(before, wanted)
        return _("Renamed {before} to {after}.").format(before=before, after=after)

    def deleting(self, game: Summary | None) -> str:
        """Ask whether a game should be deleted, or all in the trash."""
        if game is None:
            return _("Delete everything in the trash for good?")
        return _between(_("Delete the game of {first} and {second}?"), game)

    def delete(self, save_id: str) -> str:
        found = self._saves.find(save_id)
        self._saves.delete(found)
        self._deleted = found
        return found

    def restore(self, save_id: str = "") -> str:
        """Bring a deleted game back; by default, the one that was deleted last."""
        restored = self._saves.restore(save_id or self._deleted)
        if restored == self._deleted:
            self._deleted = ""
        return _("Restored {id}.").format(id=restored)

    def empty_trash(self) -> str:
        self._saves.trash.empty()
        return trash_is_empty()


def trash_is_empty() -> str:
    return _("The trash is empty.")


def nothing_matches(wanted: str) -> str:
    return _("No game matches {text}.").format(text=quoted(wanted))


def reading_words(done: int = 0, of: int = 0) -> str:
    if not of:
        return _("Reading the saved games …")
    return _("Reading saved games: {done} of {all}").format(done=number(done), all=number(of))


def _between(words: str, game: Summary) -> str:
    *first, second = game.names
    return words.format(first=", ".join(first), second=second)
