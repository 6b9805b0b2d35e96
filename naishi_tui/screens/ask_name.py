"""The name of somebody who plays here for the first time."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.game.record import NAME_LENGTH, clean_name
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field


class AskName(ModalScreen[str], SteadyScreen[str]):
    """Asks what somebody is called; its result is the name, or None where they would rather not play."""

    CSS_PATH = "ask_name.tcss"
    AUTO_FOCUS = "#id"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(id="box"):
            yield Static(Content(_("What is your name? It stands at the table, and is asked only once.")), id="asked")
            yield Field(id="id", compact=True, max_length=NAME_LENGTH)
            with Horizontal():
                yield Button(_("Play (Enter)"), id="play", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        """Don't play."""
        self.dismiss(None)

    @on(Input.Submitted)
    @on(Button.Pressed, "#play")
    def _chosen(self) -> None:
        """Take the name; say what is wrong with it, if anything is."""
        try:
            name = clean_name(self.query_one("#id", Field).value)
        except NaishiError as error:
            self.query_one("#asked", Static).update(Content(str(error)))
        else:
            self.dismiss(name)
