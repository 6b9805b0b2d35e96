"""Name question for a first-time player."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static
from typing_extensions import override

from naishi.common.i18n import _
from naishi.tabletop.players import NAME_LENGTH, clean_name
from naishi_tui.dialogs.questions import LineQuestion
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.widgets.menu import Field


class AskName(LineQuestion[str]):
    """Asks what someone is called; its result is the name, or None where they would rather not play."""

    CSS_PATH = stylesheet("home/ask_name.tcss")

    @override
    def compose(self) -> ComposeResult:
        asked = _("What is your name? It is shown at the table; you can change it later in the statistics.")
        with Vertical(id="box"):
            yield Static(Content(asked))
            yield Field(id="answer", compact=True, max_length=NAME_LENGTH)
            yield Static("", id="said")
            with Horizontal():
                yield Button(_("Play (Enter)"), id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    @override
    async def accept(self, answer: str) -> str:
        return clean_name(answer)
