"""Deleted games, kept in a folder of their own."""

from __future__ import annotations

import os
import re
from pathlib import Path

from naishi.common.errors import SaveError, SaveNotFoundError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted
from naishi.common.paths import save_files
from naishi.saves import disk, listing
from naishi.saves.document import SUFFIX
from naishi.saves.listing import list_folder, stem
from naishi.saves.summary import Problem, Summary

_AGAIN = re.compile(r"\.[2-9][0-9]*$")
"""What follows the id in the file's name if a game of the same id was deleted before."""


class Trash:
    """The folder of deleted games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self) -> tuple[Summary | Problem, ...]:
        """List the deleted games, newest first."""
        return list_folder(self.folder, id_of=_id_of)

    def has_at_most(self, count: int) -> bool:
        """Return whether so many games at most were deleted; reads none of them."""
        return listing.has_at_most(self.folder, count)

    def holds(self, save_id: str) -> bool:
        """Return whether a game of this id was deleted."""
        return os.path.lexists(self.folder / f"{save_id}{SUFFIX}")

    def put(self, path: Path) -> None:
        """Move a save here.

        Raises:
            OSError: The folder refuses.
        """
        self.folder.mkdir(exist_ok=True)
        disk.move_aside(path, self.folder)

    def empty(self) -> None:
        """Delete what is here for good.

        Raises:
            SaveError: The folder refuses.
        """
        try:
            for path in save_files(self.folder):
                os.unlink(path)
            listing.remove(self.folder)
        except OSError as error:
            raise SaveError(_("Couldn't empty the trash: {why}.").format(why=disk.reason(error))) from None

    def find(self, text: str) -> Summary:
        """Find a deleted game by its id or its first letters; of several with one id the newest.

        Raises:
            SaveNotFoundError: There is none, or there are several with different ids.
        """
        wanted = text.strip().lower()
        games = [entry for entry in self.list() if isinstance(entry, Summary)]
        found = [game for game in games if game.id == wanted] or [
            game for game in games if wanted and game.id.startswith(wanted)
        ]
        ids = sorted({game.id for game in found})
        if len(ids) > 1:
            raise SaveNotFoundError(
                _("More than one game ID starts with {text}: {ids}.").format(
                    text=wanted, ids=listed(ids[:5], conjunction=False)
                )
            )
        if not found:
            raise SaveNotFoundError(
                _("There is no game {text} in the trash; `naishi saves --trash` lists the deleted games.").format(
                    text=quoted(text)
                )
            )
        return found[0]

    def take(self, game: Summary, target: Path) -> None:
        """Move a deleted game back.

        Raises:
            SaveError: There is a game of its id.
            OSError: The folder refuses.
        """
        try:
            disk.move(game.path, target)
        except FileExistsError:
            raise SaveError(
                _("There is already another game {id}; delete that one first.").format(id=game.id)
            ) from None


def _id_of(path: Path) -> str:
    return _AGAIN.sub("", stem(path))
