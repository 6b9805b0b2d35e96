"""Cards, or a whole position, typed as letters."""

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
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.field import Field


class EditLetters(ModalScreen[None], SteadyScreen[None]):
    """A field; what is typed is taken once it makes sense, and until then the reason why it doesn't is shown."""

    CSS_PATH = "edit_letters.tcss"
    AUTO_FOCUS = "#letters"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

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
            yield Field(self.text, id="letters", compact=True)
            yield Static(id="why")
            with Horizontal():
                yield Button(_("Take it (Enter)"), id="take", compact=True, variant="primary")
                if self.copied:
                    yield Button(_("Copy"), id="copy", compact=True)
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        """Leave everything as it is."""
        self.dismiss()

    @on(Button.Pressed, "#copy")
    def _copy(self) -> None:
        """Put the text on the clipboard, where the terminal allows that."""
        self.app.copy_to_clipboard(self.text)
        self.query_one("#why", Static).update(Content(_("Copied, if this terminal allows it.")))

    @on(Input.Submitted)
    @on(Button.Pressed, "#take")
    def _typed(self) -> None:
        try:
            self.take(self.query_one("#letters", Field).value)
        except NaishiError as error:
            self.query_one("#why", Static).update(Content.styled(str(error), "$error"))
        else:
            self.dismiss()
