"""Cards, or a whole position, typed as letters."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from naishi.common.i18n import _
from naishi_tui.screens.line_question import LineQuestion
from naishi_tui.widgets.field import Field


class EditLetters(LineQuestion[None]):
    """A field; what is typed is taken once it makes sense, and until then the reason why it doesn't is shown."""

    CSS_PATH = "edit_letters.tcss"

    def __init__(self, title: str, text: str, take: Callable[[str], None], *, copied: bool = False) -> None:
        """Ask for letters.

        Args:
            title: What they are of.
            text: As they are now.
            take: Takes others, or raises a `NaishiError` that says why not.
            copied: Whether to offer the text to be copied, too.
        """
        super().__init__()
        self.heading, self.text, self.take, self.copied = title, text, take, copied

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(id="box"):
            yield Static(Content(self.heading), id="title")
            if self.copied:
                yield Static(Content(self.text), id="whole")
            yield Field(self.text, id="answer", compact=True)
            yield Static(id="said")
            with Horizontal():
                yield Button(_("Take it (Enter)"), id="take", compact=True, variant="primary")
                if self.copied:
                    yield Button(_("Copy"), id="copy", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    async def accept(self, answer: str) -> None:
        """Take the letters."""
        self.take(answer)

    def refuse(self, why: str) -> None:
        """Say why they make no sense."""
        self.query_one("#said", Static).update(Content.styled(why, "$error"))

    @on(Button.Pressed, "#copy")
    def _copy(self) -> None:
        """Put the text on the clipboard, where the terminal allows that."""
        self.app.copy_to_clipboard(self.text)
        self.query_one("#said", Static).update(Content(_("Copied, if this terminal allows it.")))
