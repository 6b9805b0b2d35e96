"""A question that is answered by choosing one of several things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.menu import Menu

Chosen = TypeVar("Chosen")


@dataclass(frozen=True)
class Choice(Generic[Chosen]):
    """One of the things."""

    words: str
    value: Chosen
    about: str = ""
    """What is said of it below all, while the cursor is on it."""


class ChooseOne(ModalScreen[Chosen | None], SteadyScreen[Chosen | None]):
    """Its result is the value of what was chosen, or None."""

    AUTO_FOCUS = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def question(self) -> str:
        """Return what is asked."""
        raise NotImplementedError

    def choices(self) -> Sequence[Choice[Chosen]]:
        """Return what can be chosen now."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Lay out the question and the choices."""
        choices = self.choices()
        with Vertical(id="box"):
            yield Static(Content(self.question()))
            yield Menu(*(Option(Content(each.words)) for each in choices), id="choices", compact=True)
            if any(each.about for each in choices):
                yield Static("", id="about")

    @property
    def menu(self) -> Menu:
        """The choices as they are drawn, and the cursor."""
        return self.query_one("#choices", Menu)

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)

    def choose(self, value: Chosen) -> None:
        """Take what was chosen."""
        self.dismiss(value)

    @on(OptionList.OptionHighlighted)
    def _explain(self, event: OptionList.OptionHighlighted) -> None:
        for about in self.query("#about").results(Static):
            about.update(Content(self.choices()[event.option_index].about))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.choose(self.choices()[event.option_index].value)
