"""Whether a new game on a server is played with the expansion, and a table with a clock."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.common.i18n import _
from naishi.server.play import clock_text
from naishi_tui.screens.choose_clock import ChooseClock
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu

WITH = "with"
"""The id of the option that is the expansion."""
CLOCK = "clock"
"""The id of the option that leads to the clocks."""


class ChooseExpansion(ModalScreen[bool | None], SteadyScreen[bool | None]):
    """The base game or the expansion; its result is whether it is the expansion, or None.

    Where a clock can be chosen, it stands below the games; `control` is the one that was chosen.
    """

    CSS_PATH = "choose_bot.tcss"
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, *, expansion: bool, control: str | None = None) -> None:
        """Ask.

        Args:
            question: What is asked.
            expansion: Whether the cursor is on the expansion at first.
            control: The clock that was chosen last; None where there is none to choose.
        """
        super().__init__()
        self.question, self.expansion, self.control = question, expansion, control

    def compose(self) -> ComposeResult:
        """Lay out the question and the two games."""
        with Vertical(id="box"):
            yield Static(Content(self.question))
            games = [Option(Content(_("Base game"))), Option(Content(_("With Legends & Travellers")), id=WITH)]
            if self.control is not None:
                games.append(Option(Content(self._clock(self.control)), id=CLOCK))
            yield Menu(*games, id="games", compact=True)
            yield Static("", id="about")

    def on_mount(self) -> None:
        """Place the cursor."""
        self.query_one("#games", Menu).highlighted = int(self.expansion)

    def _clock(self, control: str) -> str:
        return _("Clock: {clock}").format(clock=clock_text.agreed(control) or _("none"))

    def action_cancel(self) -> None:
        """Choose neither."""
        self.dismiss(None)

    @on(OptionList.OptionHighlighted)
    def _explain(self, event: OptionList.OptionHighlighted) -> None:
        about = {
            WITH: _("Three Legends and five Travellers join the River; the rules have a page."),
            CLOCK: _("Enter: choose how much time both players have."),
        }
        self.query_one("#about", Static).update(Content(about.get(event.option_id or "", "")))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == CLOCK:
            self._choose_clock()
        else:
            self.dismiss(event.option_id == WITH)

    @work
    async def _choose_clock(self) -> None:
        chosen = await self.app.push_screen_wait(ChooseClock(self.control or ""))
        if chosen is not None and self.can_draw:
            self.control = chosen
            self.query_one("#games", Menu).replace_option_prompt(CLOCK, Content(self._clock(chosen)))
            self.query_one("#games", Menu).highlighted = int(self.expansion)
