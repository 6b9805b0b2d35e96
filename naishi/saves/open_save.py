"""A saved game being played, on disk after every action, or read from elsewhere.

Drafts are what a seat has chosen of a plan so far. No other seat is shown them, and no export has them. Losing one
costs no more than choosing again, so whatever can't be read or written is left.
"""

import hashlib
import json
import os
import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from naishi.common import files
from naishi.common.files import LockOwner, SaveLock
from naishi.common.i18n import DamagedSaveError, SaveError, SaveNotWrittenError, _, reason
from naishi.common.paths import programs_folder, state_folder
from naishi.saves.document import SIZE_LIMIT, SUFFIX, Saved, write
from naishi.saves.listing import PlayOrder

if TYPE_CHECKING:
    from naishi.tabletop.game import Game


_FOLDER = ".drafts"
_LIMIT = 20_000
"""In bytes. A larger file is nothing that we wrote."""


def moment_of(view: Any) -> str:
    """Return which decision of its viewer a view is at; what others do meanwhile doesn't change that."""
    own = sum(event.seat == view.seat for event in view.events)
    return f"{view.seat}.{view.round}.{own}"


def path_of(folder: Path, save_id: str) -> Path:
    return folder / _FOLDER / f"{save_id}.json"


class Drafts:
    """The half-made choices of an open game.

    Args:
        save: The file of the game; nothing is written while there is none.
        created: When it was saved first: another game that gets its id later is another game.
    """

    def __init__(self, save: Path, save_id: str, created: datetime) -> None:
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
            found = json.loads(files.read_file(self._path, _LIMIT))
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
                files.write_atomically(self._path, data, sync=False)


def forget(folder: Path, save_id: str) -> None:
    with suppress(OSError):
        os.unlink(path_of(folder, save_id))


def rename(folder: Path, before: str, after: str) -> None:
    with suppress(OSError):
        os.replace(path_of(folder, before), path_of(folder, after))


class OpenGame:
    """The only writer of a save. Close it, or use it with `with`.

    A failed write loses nothing: the game goes on in memory, `unsaved` says why it isn't on disk, and the next
    action (or `save`) tries again.
    """

    def __init__(self, path: Path, game: "Game", lock: SaveLock, order: PlayOrder, saved: Saved | None = None) -> None:
        self.id = path.name.removesuffix(SUFFIX)
        self.path = path
        self.game: Any = game
        """A `Game`; whoever has opened it knows its kind."""
        self.unsaved: SaveNotWrittenError | None = None
        """Why the newest state isn't on disk; None where it is."""
        self.notice = ""
        """What another program did to the file; empty if nothing. Nothing was lost."""
        self.untouched = False
        """Nothing was done yet in a game that need not be saved before that."""
        self._lock, self._order = lock, order
        now = _now()
        self.created = saved.header.created if saved else now
        # A clock that was ahead when the game was last played must not stay ahead.
        self._updated = min(saved.header.updated, now) if saved else now
        self.drafts = Drafts(path, self.id, self.created)
        self._ours = {_digest(saved.content)} if saved else set()

    def save(self) -> None:
        """Write the game as it stands; `unsaved` tells whether that worked."""
        self.untouched = False
        # Within one sitting, a clock that is set back doesn't make the newest state look older than the one before.
        self._updated = max(self._updated, _now())
        data = write(self.game.document(), self.id, self.created, self._updated)
        try:
            self._lock.hold()
            self._set_foreign_file_aside()
            # A write that fails late may have replaced the file all the same.
            self._ours.add(_digest(data))
            files.write_atomically(self.path, data)
        except OSError as error:
            words = _("Not saved ({why}). You can keep playing; your next action tries again.")
            self.unsaved = SaveNotWrittenError(words.format(why=reason(error)))
        except SaveError as error:
            self.unsaved = SaveNotWrittenError(_("Not saved. {why}").format(why=error))
        else:
            self.unsaved = None
            self._ours = {_digest(data)}
            self._order.mark(self.id)

    async def write(self) -> None:
        """For a session: see `save`."""
        self.save()

    def close(self) -> None:
        """Release the game, after making sure that what is on disk is what was played."""
        if self.unsaved is not None:
            self.save()
        elif not self.untouched and not self._is_on_disk():
            self.save()
            if self.unsaved is None and not self.notice:
                words = _("The file of the saved game {id} had disappeared, so it was saved again.")
                self.notice = words.format(id=self.id)
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _is_on_disk(self) -> bool:
        try:
            return _digest(files.read_file(self.path, SIZE_LIMIT)) in self._ours
        except (OSError, SaveError):
            return False

    def _set_foreign_file_aside(self) -> None:
        """Keep what someone else has put in the place of the save, instead of overwriting it.

        Raises SaveError: what is there can't be read; OSError: the folder refuses.
        """
        try:
            if _digest(files.read_file(self.path, SIZE_LIMIT)) in self._ours:
                return
        except FileNotFoundError:
            return
        except DamagedSaveError:  # a link, a folder, a huge file: certainly not ours
            pass
        kept = files.move_aside(self.path, self.path.parent)
        words = _("Another program changed the saved game {id}; its version is kept as {file}.")
        self.notice = words.format(id=self.id, file=kept.name)


def _now() -> datetime:
    """Return the time as a save can say it: in milliseconds."""
    try:
        now = datetime.now(UTC)
        return now.replace(microsecond=now.microsecond // 1000 * 1000)
    except (ValueError, OverflowError, OSError):  # a clock beyond the year 9999
        return datetime.fromtimestamp(0, UTC)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def rescue(opened: OpenGame) -> str:
    """Save a closed game somewhere else if it couldn't be saved in its folder.

    Returns:
        What the player should know about the save; empty where all is well.
    """
    if opened.unsaved is None:
        return opened.notice
    now = datetime.now(UTC)
    try:
        content = write(opened.game.document(), opened.id, now, now)
        path = files.write_aside(state_folder() / f"{opened.id}{SUFFIX}", content)
    except OSError as error:
        return _("The game couldn't be saved anywhere: {why}.").format(why=reason(error))
    words = _("Couldn't write to the saves folder, where this game may be older. To bring it back as you left it:")
    folder = opened.path.parent
    option = "" if folder == programs_folder() else f" --saves {_quoted(folder.absolute())}"
    return f"{words}\nnaishi import {_quoted(path)}{option}"


def _quoted(path: Path) -> str:
    home = Path(os.path.expanduser("~"))  # a user who has none keeps the sign
    return f"~/{shlex.quote(str(path.relative_to(home)))}" if home in path.parents else shlex.quote(str(path))


class SpectatedGame:
    """A game to watch. It holds no lock, writes nothing, and keeps nobody from playing.

    Raises:
        SaveError: It can't be read.
    """

    trouble = ""
    """Why the newest state can't be read, `game` being the last one that could; empty where all is well."""

    def __init__(self, path: Path, lock: SaveLock, read: Callable[[], Any]) -> None:
        self.id = path.name.removesuffix(SUFFIX)
        self._path, self._lock, self._read = path, lock, read
        self.owner: LockOwner | None = lock.owner()
        """Who has the game open; None where nobody does any more."""
        self._stamp = self._stamp_now()  # taken before reading: what is written meanwhile is read next time
        self.game = read()

    def follow(self) -> bool:
        """Read the game again if its file has changed; return whether anything is different now."""
        before = self.owner, self._stamp, self.trouble
        self.owner = self._lock.owner()
        stamp = self._stamp_now()
        if stamp != self._stamp or self.trouble:
            self._stamp = stamp
            try:
                self.game, self.trouble = self._read(), ""
            except SaveError as error:
                self.trouble = str(error)
        return before != (self.owner, self._stamp, self.trouble)

    def _stamp_now(self) -> tuple[int, int, int] | None:
        """Return what identifies a state of the file: each state is a new file that replaces the last."""
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size
