"""A saved game that is being played: every action is on disk before the next."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from naishi.errors import IllegalActionError, SaveInUseError, SaveNotWrittenError
from naishi.game.game import Game
from naishi.i18n import _
from naishi.rules.actions import Action
from naishi.saves import disk
from naishi.saves.document import SUFFIX, SaveDocument, write
from naishi.saves.lock import SaveLock


class OpenGame:
    """The one writer of a save. Close it, or use it with `with`.

    A write that fails loses nothing: the game goes on in memory, `unsaved` says why it isn't on disk, and the next
    action (or `save`) tries again.
    """

    unsaved: SaveNotWrittenError | None
    """Why the newest state isn't on disk; None where it is."""

    def __init__(self, path: Path, game: Game, lock: SaveLock, document: SaveDocument | None = None) -> None:
        self.id = path.name.removesuffix(SUFFIX)
        self.path = path
        self.game = game
        self.unsaved = None
        self._lock = lock
        self._created = document.created if document else datetime.now(UTC)
        self._updated = document.updated if document else self._created

    def play(self, action: Action | str) -> None:
        """Do an action and write it.

        Raises:
            InvalidActionError: The text is no action.
            IllegalActionError: It isn't possible now; nothing has changed.
        """
        self.game.play(action)
        self.save()

    def undo(self) -> Action:
        """Take the last action back, write that, and return it.

        Raises:
            IllegalActionError: There is none, or the players agreed on no undo.
        """
        self._check_undo()
        action = self.game.undo()
        self.save()
        return action

    def redo(self) -> Action:
        """Do again what was taken back last, write that, and return it.

        Raises:
            IllegalActionError: There is none, or the players agreed on no undo.
        """
        self._check_undo()
        action = self.game.redo()
        self.save()
        return action

    def save(self) -> None:
        """Write the game as it stands; whether that worked is to be seen at `unsaved`."""
        # A clock that was set back must not make the newest state look older than the one before.
        self._updated = max(self._updated, datetime.now(UTC))
        data = write(self.game.record, self.id, self._created, self._updated)
        try:
            self._lock.hold()
            disk.write_atomically(self.path, data)
        except OSError as error:
            self.unsaved = SaveNotWrittenError(
                _("Not saved ({why}): the game goes on, and the next action tries again.").format(
                    why=disk.reason(error)
                )
            )
        except SaveInUseError as error:
            self.unsaved = SaveNotWrittenError(_("Not saved: {why}").format(why=error))
        else:
            self.unsaved = None

    def close(self) -> None:
        """Let others open the game. What couldn't be written yet is tried once more."""
        if self.unsaved is not None:
            self.save()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_undo(self) -> None:
        if self.game.options.undo == "off":
            raise IllegalActionError(_("The players agreed to play without undo."))
