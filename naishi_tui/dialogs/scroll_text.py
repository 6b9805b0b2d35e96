"""A long text to scroll through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from naishi.common.i18n import _
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import bindings
from naishi_tui.widgets.prompt import KeyHint, KeyLine
from naishi_tui.widgets.text_rows import Span, TextRows


class ScrollText(SteadyScreen[None]):
    """A title and a text, scrolled by keys and wheel."""

    CSS_PATH = stylesheet("dialogs/scroll_text.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "back", show=False),
        *bindings(
            {
                "list.back": "back",
                "list.down": "scroll(1)",
                "list.up": "scroll(-1)",
                "screen.rules": "rules",
            }
        ),
    ]

    def __init__(
        self, title: str, paragraphs: Iterable[Content] = (), *, from_end: bool = False, game: str = "Naishi"
    ) -> None:
        super().__init__()
        self.heading, self.game = title, game
        self.paragraphs = tuple(paragraphs)
        self.from_end = from_end

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        yield TextRows(id="heading")
        with VerticalScroll(id="text"):
            yield from self.compose_text()
        yield KeyLine(self.key_hints())

    def compose_text(self) -> ComposeResult:
        """Lay out what is scrolled."""
        yield Static(Content("\n\n").join(self.paragraphs))  # one for all: each widget takes time

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", "↑↓", _("scroll"))
        yield KeyHint("back", _("Esc"), _("back"))

    @property
    def scrolled(self) -> VerticalScroll:
        """What is scrolled."""
        return self.query_one("#text", VerticalScroll)

    def on_mount(self) -> None:
        """Fill in the lines around the text, and go to where reading begins."""
        self.query_one("#heading", TextRows).rows = (
            (Span(f" {self.game.upper()} ", "title"), Span(f" {self.heading}")),
        )
        if self.from_end:
            self.scrolled.scroll_end(animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll by some lines."""
        self.scrolled.scroll_relative(y=lines, animate=False)
