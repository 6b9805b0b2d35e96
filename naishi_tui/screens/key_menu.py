"""What can be done with one key of an account."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.server.play import account_text
from naishi.server.storage.players import Key
from naishi_tui.screens.choose_one import Choice, ChooseOne


class KeyMenu(ChooseOne[str]):
    """Its result is `name`, `remove`, or nothing."""

    def __init__(self, key: Key, *, removable: bool) -> None:
        """Ask.

        Args:
            key: The key.
            removable: Whether it may be removed: it is neither the last one nor the one in use.
        """
        super().__init__()
        self.key, self.removable = key, removable

    def question(self) -> str:
        """Name the key."""
        return account_text.called(self.key)

    def choices(self) -> list[Choice[str]]:
        """Return what can be done with it, the way back first."""
        choices = [Choice(_("Back"), ""), Choice(_("Name this key"), "name")]
        return [*choices, Choice(_("Remove this key"), "remove")] if self.removable else choices
