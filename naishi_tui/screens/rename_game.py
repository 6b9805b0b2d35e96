"""Another id for a saved game."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from naishi.common.i18n import _
from naishi.saves import Summary
from naishi_tui.screens.line_question import LineQuestion
from naishi_tui.widgets.field import Field


class RenameGame(LineQuestion[str]):
    """Asks for an id until one will do; its result is the new one, or None where the game keeps its own."""

    CSS_PATH = "rename_game.tcss"

    def __init__(self, game: Summary, rename: Callable[[str], str]) -> None:
        """Ask.

        Args:
            game: The game.
            rename: Gives it the id that was typed, and returns that; its errors are said, and it is asked again.
        """
        super().__init__()
        self.game, self.rename = game, rename

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        first, second = self.game.names
        asked = _("A new ID for the game of {first} and {second}:").format(first=first, second=second)
        with Vertical(id="box"):
            yield Static(Content(asked))
            yield Field(self.game.id, id="answer", compact=True)
            yield Static(id="said")
            with Horizontal():
                yield Button(_("Rename (Enter)"), id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    async def accept(self, answer: str) -> str:
        """Rename the game, and return its new id."""
        return self.rename(answer)

    def refuse(self, why: str) -> None:
        """Say what is wrong with an id, and let another one be typed."""
        super().refuse(why)
        self.query_one("#said").display = True
        self.query_one("#answer").focus()
