"""Another id for a saved game."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from naishi.common.i18n import _
from naishi.saves import Summary
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field


class RenameGame(ModalScreen[str], SteadyScreen[str]):
    """Asks for an id; its result is what was typed, or None."""

    CSS_PATH = "rename_game.tcss"
    AUTO_FOCUS = "#id"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, game: Summary) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        first, second = self.game.names
        with Vertical(id="box"):
            yield Static(
                Content(_("A new ID for the game of {first} and {second}:").format(first=first, second=second))
            )
            yield Field(self.game.id, id="id", compact=True)
            with Horizontal():
                yield Button(_("Rename (Enter)"), id="rename", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        """Keep the id."""
        self.dismiss(None)

    @on(Input.Submitted)
    @on(Button.Pressed, "#rename")
    def _chosen(self) -> None:
        self.dismiss(self.query_one("#id", Field).value)
