"""Whether a new game on a server is played with the expansion."""

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
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu

WITH = "with"
"""The id of the option that is the expansion."""


class ChooseExpansion(ModalScreen[bool | None], SteadyScreen[bool | None]):
    """The base game or the expansion; its result is whether it is the expansion, or None."""

    CSS_PATH = "choose_bot.tcss"
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, *, expansion: bool) -> None:
        """Ask.

        Args:
            question: What is asked.
            expansion: Whether the cursor is on the expansion at first.
        """
        super().__init__()
        self.question, self.expansion = question, expansion

    def compose(self) -> ComposeResult:
        """Lay out the question and the two games."""
        with Vertical(id="box"):
            yield Static(Content(self.question))
            games = Option(Content(_("Base game"))), Option(Content(_("With Legends & Travellers")), id=WITH)
            yield Menu(*games, id="games", compact=True)
            yield Static("", id="about")

    def on_mount(self) -> None:
        """Place the cursor."""
        self.query_one("#games", Menu).highlighted = int(self.expansion)

    def action_cancel(self) -> None:
        """Choose neither."""
        self.dismiss(None)

    @on(OptionList.OptionHighlighted)
    def _explain(self, event: OptionList.OptionHighlighted) -> None:
        about = _("Three Legends and five Travellers join the River; the rules have a page.")
        self.query_one("#about", Static).update(Content(about if event.option_id == WITH else ""))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id == WITH)
