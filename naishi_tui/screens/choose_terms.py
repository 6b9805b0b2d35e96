"""What is agreed on with a new game of a server: the expansion, and at a table whether it is rated, and the clock."""

from __future__ import annotations

from dataclasses import replace
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
from naishi.rules.expansion import LEGENDS_TRAVELLERS
from naishi.server.play import clock_text
from naishi.server.storage.terms import Terms
from naishi_tui.screens.choose_clock import ChooseClock
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu

CLOCK = "clock"
"""The id of the option that leads to the clocks."""


GAMES = (None, False), (LEGENDS_TRAVELLERS, False), (None, True), (LEGENDS_TRAVELLERS, True)
"""Of each game that can be chosen, the module it is played with, and whether it is rated."""


class ChooseTerms(ModalScreen[Terms | None], SteadyScreen[Terms | None]):
    """The games that there are, and below them the clock; its result is what was chosen, or None."""

    CSS_PATH = "choose_bot.tcss"
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str, terms: Terms, *, rating: str = "", with_clock: bool = True) -> None:
        """Ask.

        Args:
            question: What is asked.
            terms: What was chosen last: there the cursor is at first.
            rating: What is said of the player's rating, at a rated game; empty where there can be none.
            with_clock: Whether a clock can be chosen.
        """
        super().__init__()
        self.question, self.terms, self.rating, self.with_clock = question, terms, rating, with_clock
        self.set_class(bool(rating), "-rated")

    def compose(self) -> ComposeResult:
        """Lay out the question, the games and the clock."""
        words = [_("Base game"), _("With Legends & Travellers")]
        if self.rating:
            words += [_("Base game, rated"), _("Legends & Travellers, rated")]
        games = [Option(Content(each)) for each in words]
        if self.with_clock:
            games.append(Option(Content(self._clock()), id=CLOCK))
        with Vertical(id="box"):
            yield Static(Content(self.question))
            yield Menu(*games, id="games", compact=True)
            yield Static("", id="about")

    def on_mount(self) -> None:
        """Place the cursor."""
        self._place_cursor()

    def _place_cursor(self) -> None:
        chosen = self.terms.expansion, self.terms.rated and bool(self.rating)
        self.query_one("#games", Menu).highlighted = GAMES.index(chosen)

    def _clock(self) -> str:
        return _("Clock: {clock}").format(clock=clock_text.agreed(self.terms.control) or _("none"))

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)

    @on(OptionList.OptionHighlighted)
    def _explain(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#about", Static).update(Content(" ".join(self._about(event))))

    def _about(self, event: OptionList.OptionHighlighted) -> list[str]:
        if event.option_id == CLOCK:
            return [_("Enter: choose how much time both players have.")]
        expansion, rated = GAMES[event.option_index]
        about = [_("Three Legends and five Travellers join the River; the rules have a page.")] if expansion else []
        return [*about, *((self.rating, _("Only a player with a key can join.")) if rated else ())]

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_id == CLOCK:
            self._choose_clock()
        else:
            expansion, rated = GAMES[event.option_index]
            self.dismiss(Terms(expansion, self.terms.control, rated))

    @work
    async def _choose_clock(self) -> None:
        chosen = await self.app.push_screen_wait(ChooseClock(self.terms.control))
        if chosen is not None and self.can_draw:
            self.terms = replace(self.terms, control=chosen)
            self.query_one("#games", Menu).replace_option_prompt(CLOCK, Content(self._clock()))
            self._place_cursor()
