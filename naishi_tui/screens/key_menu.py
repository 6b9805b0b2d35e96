"""What can be done with one key of an account."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.i18n import _
from naishi.server.play import account_text
from naishi.server.storage.players import Key
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu


class KeyMenu(ModalScreen[str], SteadyScreen[str]):
    """Its result is `name`, `remove`, or nothing."""

    AUTO_FOCUS = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, key: Key, *, removable: bool) -> None:
        """Ask.

        Args:
            key: The key.
            removable: Whether it may be removed: it is neither the last one nor the one in use.
        """
        super().__init__()
        self.key, self.removable = key, removable

    def compose(self) -> ComposeResult:
        """Lay out the choices."""
        with Vertical(id="box"):
            yield Static(Content(account_text.called(self.key)))
            yield Menu(*self._options(), id="choices", compact=True)

    def _options(self) -> list[Option]:
        choices = [Option(_("Back"), id=""), Option(_("Name this key"), id="name")]
        return [*choices, Option(_("Remove this key"), id="remove")] if self.removable else choices

    def action_cancel(self) -> None:
        """Do nothing."""
        self.dismiss("")

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
