"""Which other bot takes the seat of one that failed."""

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
from naishi.game.bot_names import levels, strength, titled
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu

MIX = "mix"
"""The option for adding a word of one's own to the deal."""


class ChooseBot(ModalScreen[str | None], SteadyScreen[str | None]):
    """The bots that one can play against; its result is the kind of one, `MIX`, or None."""

    CSS_PATH = "choose_bot.tcss"
    AUTO_FOCUS = "#bots"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, question: str = "", *, mixes: bool = False) -> None:
        """Ask; by default which bot takes the place of one that failed.

        Args:
            question: What is asked.
            mixes: Whether a word can be added to the deal.
        """
        super().__init__()
        self.question, self.mixes = question, mixes

    def compose(self) -> ComposeResult:
        """Lay out the question and the bots."""
        with Vertical(id="box"):
            yield Static(Content(self.question or _("Which bot takes over? Esc: none.")))
            options = [Option(Content(titled(kind)), id=kind) for kind, _level in levels()]
            if self.mixes:
                options.append(Option(_("Add a word of yours to the deal"), id=MIX))
            yield Menu(*options, id="bots", compact=True)
            yield Static("", id="strength")

    def action_cancel(self) -> None:
        """Seat no other bot."""
        self.dismiss(None)

    @on(OptionList.OptionHighlighted)
    def _tell_strength(self, event: OptionList.OptionHighlighted) -> None:
        option = event.option_id or ""
        about = _("So that nobody can have chosen the cards.") if option == MIX else strength(option)
        self.query_one("#strength", Static).update(Content(about))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)
