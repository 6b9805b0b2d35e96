"""Changes to saved games: asked about, done, reported."""

from __future__ import annotations

from naishi.common.formats import number
from naishi.common.i18n import _, quoted
from naishi.saves.folder import Saves
from naishi.saves.summary import Summary


class SaveChanges:
    """Renames, deletes and restores games of a folder; each change but a deletion returns what to say of it.

    All of them raise a NaishiError with the reason where they can't be done.
    """

    def __init__(self, saves: Saves) -> None:
        self._saves = saves
        self._deleted = ""

    @property
    def can_undelete(self) -> bool:
        """Whether a game was deleted here, and not restored since."""
        return bool(self._deleted)

    def renaming(self, game: Summary) -> str:
        """Ask for another id of a game."""
        return _between(_("A new ID for the game of {first} and {second}:"), game)

    def rename(self, save_id: str, wanted: str) -> str:
        """Give a game another id, by which it stands in the list and on the command line."""
        before = self._saves.find(save_id)
        after = self._saves.rename(before, wanted)
        return _("Renamed {before} to {after}.").format(before=before, after=after)

    def deleting(self, game: Summary | None) -> str:
        """Ask whether a game should be deleted, or all in the trash."""
        if game is None:
            return _("Delete everything in the trash for good?")
        return _between(_("Delete the game of {first} and {second}?"), game)

    def delete(self, save_id: str) -> str:
        """Move a game to the trash, by its id or the first letters of that, and return the id."""
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
        """Delete everything in the trash for good."""
        self._saves.trash.empty()
        return trash_is_empty()


def trash_is_empty() -> str:
    """Say that no game is in the trash."""
    return _("The trash is empty.")


def nothing_matches(wanted: str) -> str:
    """Say that no game has some words in its line."""
    return _("No game matches {text}.").format(text=quoted(wanted))


def reading_words(done: int = 0, of: int = 0) -> str:
    """Say that a long list is read, and how far that is."""
    if not of:
        return _("Reading the saved games …")
    return _("Reading saved games: {done} of {all}").format(done=number(done), all=number(of))


def _between(words: str, game: Summary) -> str:
    *first, second = game.names
    return words.format(first=", ".join(first), second=second)
