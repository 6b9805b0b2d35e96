"""How much time the players of a new table have."""

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
from naishi.server.play import clock_text
from naishi.server.storage.clock import CHOICES
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu

CONTROLS = ("", *CHOICES)


class ChooseClock(ModalScreen[str | None], SteadyScreen[str | None]):
    """A clock for a table; its result is what `clock.TimeControl` reads, empty for no clock, or None for no choice."""

    CSS_PATH = "choose_bot.tcss"
    AUTO_FOCUS = "#clocks"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, control: str) -> None:
        """Ask.

        Args:
            control: The clock that the cursor is on at first.
        """
        super().__init__()
        self.control = control

    def compose(self) -> ComposeResult:
        """Lay out the question and the clocks."""
        with Vertical(id="box"):
            yield Static(Content(_("How much time do both players have? Esc: back.")))
            clocks = (Option(Content(clock_text.agreed(each) or _("No clock"))) for each in CONTROLS)
            yield Menu(*clocks, id="clocks", compact=True)
            yield Static("", id="about")

    def on_mount(self) -> None:
        """Place the cursor."""
        self.query_one("#clocks", Menu).highlighted = CONTROLS.index(self.control)

    def action_cancel(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)

    @on(OptionList.OptionHighlighted)
    def _explain(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", Static).update(Content(clock_text.explained(CONTROLS[event.option_index])))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(CONTROLS[event.option_index])
