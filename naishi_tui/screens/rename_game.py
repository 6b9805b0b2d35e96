"""Another id for a saved game."""

from __future__ import annotations

from collections.abc import Callable
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
from naishi.saves import Summary
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field


class RenameGame(ModalScreen[str], SteadyScreen[str]):
    """Asks for an id until one will do; its result is the new one, or None where the game keeps its own."""

    CSS_PATH = "rename_game.tcss"
    AUTO_FOCUS = "#id"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, game: Summary, rename: Callable[[str], str]) -> None:
        """Ask.

        Args:
            game: The game.
            rename: Gives it the id that was typed, and returns that; its errors are said, and it is asked again.
        """
        super().__init__()
        self.game = game
        self.rename = rename

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        first, second = self.game.names
        with Vertical(id="box"):
            yield Static(
                Content(_("A new ID for the game of {first} and {second}:").format(first=first, second=second))
            )
            yield Field(self.game.id, id="id", compact=True)
            yield (said := Static(id="said"))
            said.display = False
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
        """Rename the game; say what is wrong with the id, if anything is."""
        try:
            renamed = self.rename(self.query_one("#id", Field).value)
        except NaishiError as error:
            said = self.query_one("#said", Static)
            said.update(Content(str(error)))
            said.display = True
            self.query_one("#id", Field).focus()
        else:
            self.dismiss(renamed)
