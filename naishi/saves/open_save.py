"""A saved game being played, on disk after every action."""

from __future__ import annotations

import hashlib
import os
import shlex
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from naishi.common.errors import DamagedSaveError, SaveError, SaveNotWrittenError
from naishi.common.i18n import _
from naishi.common.paths import programs_folder, state_folder
from naishi.saves import disk
from naishi.saves.document import SIZE_LIMIT, SUFFIX, Saved, write
from naishi.saves.drafts import Drafts
from naishi.saves.listing import PlayOrder
from naishi.saves.lock import SaveLock

if TYPE_CHECKING:
    from naishi.tabletop.game import Game


class OpenGame:
    """The only writer of a save. Close it, or use it with `with`.

    A failed write loses nothing: the game goes on in memory, `unsaved` says why it isn't on disk, and the next
    action (or `save`) tries again.
    """

    unsaved: SaveNotWrittenError | None
    """Why the newest state isn't on disk; None where it is."""
    notice: str
    """What another program did to the file; empty if nothing. Nothing was lost."""

    created: datetime
    """When it was saved first."""
    drafts: Drafts
    """What is half chosen."""
    untouched: bool
    """Nothing was done yet in a game that need not be saved before that."""

    def __init__(self, path: Path, game: Game, lock: SaveLock, order: PlayOrder, saved: Saved | None = None) -> None:
        self.id = path.name.removesuffix(SUFFIX)
        self.path = path
        self.game: Any = game
        """A `Game`; whoever has opened it knows its kind."""
        self.unsaved = None
        self.notice = ""
        self.untouched = False
        self._lock = lock
        self._order = order
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
            disk.write_atomically(self.path, data)
        except OSError as error:
            self.unsaved = SaveNotWrittenError(
                _("Not saved ({why}). You can keep playing; your next action tries again.").format(
                    why=disk.reason(error)
                )
            )
        except SaveError as error:
            self.unsaved = SaveNotWrittenError(_("Not saved. {why}").format(why=error))
        else:
            self.unsaved = None
            self._ours = {_digest(data)}
            self._order.mark(self.id)

    async def write(self) -> None:
        """Write the game as it stands, for a session; `unsaved` tells whether that worked."""
        self.save()

    def close(self) -> None:
        """Release the game, after making sure that what is on disk is what was played."""
        if self.unsaved is not None:
            self.save()
        elif not self.untouched and not self._is_on_disk():
            self.save()
            if self.unsaved is None and not self.notice:
                self.notice = _("The file of the saved game {id} had disappeared, so it was saved again.").format(
                    id=self.id
                )
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _is_on_disk(self) -> bool:
        try:
            return _digest(disk.read_file(self.path, SIZE_LIMIT)) in self._ours
        except (OSError, SaveError):
            return False

    def _set_foreign_file_aside(self) -> None:
        """Keep what someone else has put in the place of the save, instead of overwriting it.

        Raises:
            SaveError: What is there can't be read.
            OSError: The folder refuses.
        """
        try:
            if _digest(disk.read_file(self.path, SIZE_LIMIT)) in self._ours:
                return
        except FileNotFoundError:
            return
        except DamagedSaveError:  # a link, a folder, a huge file: certainly not ours
            pass
        kept = disk.move_aside(self.path, self.path.parent)
        self.notice = _("Another program changed the saved game {id}; its version is kept as {file}.").format(
            id=self.id, file=kept.name
        )


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
        path = disk.write_aside(state_folder() / f"{opened.id}{SUFFIX}", content)
    except OSError as error:
        return _("The game couldn't be saved anywhere: {why}.").format(why=disk.reason(error))
    words = _("Couldn't write to the saves folder, where this game may be older. To bring it back as you left it:")
    return f"{words}\n{_import(path, opened.path.parent)}"


def _import(path: Path, folder: Path) -> str:
    """Return the command that brings a file into a folder of saves, as short as can be: it should fit into a line."""
    command = f"naishi import {_quoted(path)}"
    return command if folder == programs_folder() else f"{command} --saves {_quoted(folder.absolute())}"


def _quoted(path: Path) -> str:
    """Return a path as a shell understands it."""
    home = Path(os.path.expanduser("~"))  # a user who has none keeps the sign
    return f"~/{shlex.quote(str(path.relative_to(home)))}" if home in path.parents else shlex.quote(str(path))
