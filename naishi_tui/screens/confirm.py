"""A question that is answered with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from naishi.common.i18n import _, pgettext
from naishi_tui.keys import bindings, named
from naishi_tui.screens.steady_screen import SteadyScreen


class Confirm(ModalScreen[bool], SteadyScreen[bool]):
    """Asks before something that can't be undone by a key, or that isn't what the person wanted."""

    CSS_PATH = "confirm.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", show=False),
        *bindings(
            {
                "confirm.yes": "answer(True)",
                "confirm.no": "answer(False)",
            }
        ),
    ]

    def __init__(self, question: str, *, harmless: bool = False) -> None:
        super().__init__()
        self.question = question
        self.harmless = harmless

    def compose(self) -> ComposeResult:
        """Lay out the question and its answers."""
        with Vertical(id="box"):
            yield Static(Content(self.question))
            with Horizontal():
                yield Button(named(_("No (n)"), "confirm.no"), id="no", compact=True)
                yield Button(
                    named(_("Yes (y)"), "confirm.yes"),
                    id="yes",
                    compact=True,
                    variant="primary" if self.harmless else "error",
                )

    def on_mount(self) -> None:
        """Let Enter mean what can do no harm."""
        self.query_one("#yes" if self.harmless else "#no").focus()

    def action_answer(self, answer: bool) -> None:
        """Answer."""
        self.dismiss(answer)

    def reads_key(self, key: str) -> bool:
        """Return whether a key is the first letter of yes."""
        return key.casefold() == pgettext("key", "y")

    def on_key(self, event: events.Key) -> None:
        """Take the first letter of yes in the language of the moment, as well as y."""
        if event.character is not None and event.character.casefold() == pgettext("key", "y"):
            event.stop()
            self.dismiss(True)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")
