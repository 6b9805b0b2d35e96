"""A folder of saves."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from naishi.common.errors import SaveError, SaveInUseError, SaveNotWrittenError
from naishi.common.i18n import _
from naishi.common.paths import command_on, examples_folder
from naishi.saves import disk, document, drafts
from naishi.saves.document import ID, SUFFIX, Saved
from naishi.saves.last_played import LastPlayed
from naishi.saves.listing import (
    PlayOrder,
    Watch,
    has_at_most,
    list_folder,
    naming,
    newest,
    read_save,
    stem,
    summarize,
)
from naishi.saves.lock import SaveLock
from naishi.saves.open_save import OpenGame
from naishi.saves.own_names import OwnNames
from naishi.saves.save_ids import SaveIds, not_found
from naishi.saves.summary import Problem, Summary
from naishi.saves.trash import Trash
from naishi.tabletop.early_end import describe

if TYPE_CHECKING:
    from naishi.saves.spectated import SpectatedGame
    from naishi.tabletop.game import Game

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
        """Where deleted games go."""
        self._examples = examples_folder(folder)
        self._ids = SaveIds(folder, self._examples, self.trash)
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
            for path in newest(self.folder, self._order.ranks()):
                if isinstance(game := summarize(path, stem(path)), Summary):
                    yield game

    def has_at_most(self, count: int) -> bool:
        """Return whether there are so many games at most, examples and deleted ones aside; reads none of them."""
        return has_at_most(self.folder, count)

    def examples(self) -> tuple[Summary, ...]:
        """List the example games, but for those whose id a game of one's own has."""
        found = (entry for entry in list_folder(self._examples) if isinstance(entry, Summary))
        return tuple(replace(game, example=True) for game in found if self._ids.is_example(game.id))

    def ids(self, beginning: str = "") -> tuple[str, ...]:
        """List the ids of the games and examples that begin so, without reading any of them."""
        return self._ids.all(beginning)

    def latest(self, watch: Watch | None = None) -> Summary | None:
        """Return the unfinished game that was played last, if there is one.

        Args:
            watch: See `list`.
        """
        for game in itertools.islice(self.newest(), RECENT):
            if not game.finished:
                return game
        games = (each for each in self.list(watch) if isinstance(each, Summary))
        return next((game for game in games if not game.finished), None)

    def last_played(self, game: str = "") -> LastPlayed:
        """Return what was played last, to be offered again; games before the last fifty aren't looked at.

        Args:
            game: The key of the kind of game whose bots are offered; by default the first kind.
        """
        last, known = LastPlayed.of(itertools.islice(self.newest(), RECENT), game), self.own_names.all()
        people = tuple(known.get(name, name) for name in last.people)
        return replace(last, people=people, opponent=known.get(last.opponent, last.opponent))

    def create(self, game: Game, *, once_changed: bool = False) -> OpenGame:
        """Save a new game; where that fails, `unsaved` says so and play goes on in memory.

        Args:
            game: The game.
            once_changed: Whether to save nothing before something is done in it.
        """
        self._sweep()
        save_id = self._ids.new()
        lock = self._lock(save_id)
        with suppress(OSError, SaveInUseError):
            lock.hold()
        opened = OpenGame(self._ids.own(save_id), game, lock, self._order)
        opened.untouched = once_changed
        if not once_changed:
            opened.save()
        return opened

    def open(self, save_id: str) -> OpenGame:
        """Open a game to go on playing it; of an example, a new copy, which is saved once something is done in it.

        Args:
            save_id: Its id, or its first letters.

        Raises:
            SaveNotFoundError: There is none, or more than one.
            SaveInUseError: It is open in another window.
            NewerSaveError: It was saved by a later version of the program, or is of a game that isn't known here.
            DamagedSaveError: The file isn't a whole, unaltered save.
            SaveError: The file can't be read, or its players have ended the game before its end.
        """
        self._sweep()
        save_id = self._ids.find(save_id)
        if self._ids.is_example(save_id):
            return self.create(self._read(save_id).game, once_changed=True)
        lock = self._lock(save_id)
        with suppress(OSError):  # in a read-only folder one plays in memory; `unsaved` will say so
            lock.hold()
        try:
            saved = self._read(save_id)
            if how := describe(saved.game.early_end, [player.name for player in saved.game.players]):
                again = _("{how} To look at the game again: {command} replay {id}.")
                raise SaveError(again.format(how=how, command=command_on(self.folder), id=save_id))
            return OpenGame(self._ids.own(save_id), saved.game, lock, self._order, saved)
        except BaseException:
            lock.release()
            raise

    def load(self, save_id: str) -> Any:
        """Read a game, without a lock and without a way to write it.

        Raises:
            SaveError: As for `open`, but never SaveInUseError.
        """
        return self._read(self._ids.find(save_id)).game

    def spectate(self, save_id: str) -> SpectatedGame:
        """Watch a game that is open elsewhere.

        Raises:
            SaveError: As for `load`.
        """
        save_id = self._ids.find(save_id)
        from naishi.saves.spectated import SpectatedGame  # noqa: PLC0415 - the first frame does without

        return SpectatedGame(self._ids.own(save_id), self._lock(save_id), lambda: self._read(save_id).game)

    def delete(self, save_id: str) -> None:
        """Move a game to the trash.

        Raises:
            SaveNotFoundError: There is none, or more than one.
            SaveInUseError: It is open in another window.
            SaveError: It is an example, or the folder refuses.
        """
        save_id = self._ids.find(save_id)
        if self._ids.is_example(save_id):
            raise SaveError(
                _("{id} is an example that comes with the program; it can't be deleted.").format(id=save_id)
            )
        lock = self._lock(save_id)
        try:
            lock.hold()
            self.trash.put(self._ids.own(save_id))
        except FileNotFoundError:  # another process has just deleted it
            lock.remove()
            raise not_found(save_id) from None
        except OSError as error:
            lock.release()
            raise SaveError(
                _("Couldn't delete the game {id}: {why}.").format(id=save_id, why=disk.reason(error))
            ) from None
        drafts.forget(self.folder, save_id)
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
        try:
            with self._lock(game.id):
                self.trash.take(game, self._ids.own(game.id))
        except OSError as error:
            raise SaveError(
                _("Couldn't restore the game {id}: {why}.").format(id=game.id, why=disk.reason(error))
            ) from None
        self._order.mark(game.id)
        return game.id

    def rename(self, save_id: str, wanted: str) -> str:
        """Give a game another id, and return that.

        Args:
            save_id: Its id, or its first letters.
            wanted: The new one; spaces become hyphens, capitals small letters.

        Raises:
            SaveNotFoundError: There is no such game, or more than one.
            SaveInUseError: It is open in another window.
            SaveError: The new id is invalid or taken, the game is an example, or the folder refuses.
        """
        save_id, wanted = self._ids.find(save_id), "-".join(wanted.lower().split())
        if wanted == save_id:
            return save_id
        if self._ids.is_example(save_id):
            raise SaveError(
                _("{id} is an example that comes with the program; it can't be renamed.").format(id=save_id)
            )
        if not ID.fullmatch(wanted):
            raise SaveError(_("A game ID has up to 32 letters a to z, digits and hyphens."))
        try:
            with self._lock(save_id) as lock:
                if not self._add(self._read(save_id), wanted):
                    raise SaveError(_("There is already a game {id}; choose another ID.").format(id=wanted))
                os.unlink(self._ids.own(save_id))
                lock.remove()
        except OSError as error:
            raise SaveError(
                _("Couldn't rename the game {id}: {why}.").format(id=save_id, why=disk.reason(error))
            ) from None
        self._order.rename(save_id, wanted)
        drafts.rename(self.folder, save_id, wanted)
        return wanted

    def adopt(self, saved: Saved) -> str:
        """Add a game from elsewhere, under its own id if that is free, and return the id it got.

        Raises:
            SaveNotWrittenError: The folder refuses.
        """
        wanted = saved.header.id
        try:
            for save_id in itertools.chain([wanted], iter(self._ids.new, "")):
                if self._is_there(saved):
                    return wanted
                if self._add(saved, save_id):
                    break
        except OSError as error:
            raise SaveNotWrittenError(
                _("Couldn't write to the saves folder: {why}.").format(why=disk.reason(error))
            ) from None
        self._order.mark(save_id)
        return save_id

    def find(self, text: str) -> str:
        """Complete an id.

        Raises:
            SaveNotFoundError: No game has such an id, or more than one.
        """
        return self._ids.find(text)

    def path(self, save_id: str) -> Path:
        """Return the file of a game.

        Raises:
            SaveNotFoundError: As for `find`.
        """
        return self._ids.file(self._ids.find(save_id))

    def _lock(self, save_id: str) -> SaveLock:
        return SaveLock(self.folder / ".locks" / f"{save_id}.lock")

    def _read(self, save_id: str) -> Saved:
        with naming(path := self._ids.file(save_id)):
            return read_save(path, save_id)

    def _is_there(self, saved: Saved) -> bool:
        """Return whether this very game is in the folder, in this very state."""
        with suppress(SaveError, OSError):
            return read_save(self._ids.own(saved.header.id), saved.header.id).header == saved.header
        return False

    def _add(self, saved: Saved, save_id: str) -> bool:
        """Write a game under an id, unless that is taken; return whether it was free.

        Raises:
            OSError: The folder refuses.
        """
        data = document.write(saved.game.document(), save_id, saved.header.created, saved.header.updated)
        try:
            with self._lock(save_id):  # so that nobody else takes the id, or sweeps up the temporary file
                if self._ids.taken(save_id):
                    return False
                disk.write_atomically(self._ids.own(save_id), data)
        except SaveInUseError:
            return False
        return True

    def _sweep(self) -> None:
        """Remove the temporary files of killed writers; a living one holds its lock."""
        for path, name in disk.leftovers(self.folder):
            save_id = name.removesuffix(SUFFIX)
            if not ID.fullmatch(save_id):
                continue
            lock = self._lock(save_id)
            with suppress(OSError, SaveInUseError):
                lock.hold()
                os.unlink(path)
            lock.release()
