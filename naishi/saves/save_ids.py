"""Ids of saved games: used, free, and by file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from naishi.common.errors import SaveNotFoundError
from naishi.common.formats import listed
from naishi.common.i18n import _, quoted
from naishi.common.paths import save_files
from naishi.saves.document import ID, SUFFIX
from naishi.saves.listing import stem
from naishi.saves.trash import Trash

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""No characters that look or sound like others: no 0 o, no 1 i l."""
_ID_LENGTH = 6


class SaveIds:
    """The ids of a folder of saves, and of the examples that go with it."""

    def __init__(self, folder: Path, examples: Path, trash: Trash) -> None:
        self._folder, self._examples, self._trash = folder, examples, trash

    def all(self, beginning: str = "") -> tuple[str, ...]:
        """List the ids of the games and examples that begin so, without reading any of them."""
        ids = {*_ids(self._folder), *_ids(self._examples)}
        return tuple(sorted(each for each in ids if each.startswith(beginning)))

    def find(self, text: str) -> str:
        """Complete an id; a text that can't be the beginning of one never becomes part of a path.

        Raises:
            SaveNotFoundError: No game has such an id, or more than one.
        """
        text = text.strip().lower()
        if not ID.fullmatch(text.rstrip("-")):
            raise not_found(text)
        if os.path.lexists(self.own(text)) or self.is_example(text):
            return text
        found = self.all(text)
        if not found:
            raise not_found(text)
        if len(found) > 1:
            raise SaveNotFoundError(
                _("More than one game ID starts with {text}: {ids}.").format(
                    text=text, ids=listed(found[:5], conjunction=False)
                )
            )
        return found[0]

    def own(self, save_id: str) -> Path:
        """Return the file of a game in the folder."""
        return self._folder / f"{save_id}{SUFFIX}"

    def file(self, save_id: str) -> Path:
        """Return the file of a game that was found, which may be an example."""
        folder = self._examples if self.is_example(save_id) else self._folder
        return folder / f"{save_id}{SUFFIX}"

    def is_example(self, save_id: str) -> bool:
        """Return whether an id is that of an example, and of no game in the folder."""
        name = f"{save_id}{SUFFIX}"
        return os.path.lexists(self._examples / name) and not os.path.lexists(self._folder / name)

    def taken(self, save_id: str) -> bool:
        """Return whether a game has an id, or had it and may be restored."""
        return os.path.lexists(self.own(save_id)) or self._trash.holds(save_id)

    def new(self) -> str:
        """Return an id that is free."""
        while True:
            save_id = "".join(secrets.choice(_LETTERS) for _letter in range(_ID_LENGTH))
            if not self.taken(save_id):
                return save_id


def _ids(folder: Path) -> Iterator[str]:
    with suppress(OSError):
        yield from (save_id for path in save_files(folder) if ID.fullmatch(save_id := stem(path)))


def not_found(text: str) -> SaveNotFoundError:
    """Return the error about an id that no game has."""
    return SaveNotFoundError(_("There is no saved game {text}; `naishi saves` lists them.").format(text=quoted(text)))
