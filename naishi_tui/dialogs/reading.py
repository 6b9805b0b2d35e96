"""Progress of a long reading beside the app."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import ClassVar, Generic, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static
from typing_extensions import override

from naishi.common.i18n import _
from naishi.saves.folder import reading_words
from naishi.saves.listing import Watch
from naishi.tabletop.kinds import keys, title_of
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import bindings
from naishi_tui.widgets.text_rows import KeyHint, KeyLine, Span, TextRows


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
        self, title: str, paragraphs: Iterable[Content] = (), *, from_end: bool = False, game: str = ""
    ) -> None:
        """Show a text.

        Args:
            game: The key of the kind of game that it is about; empty for the first kind.
        """
        super().__init__()
        self.heading, self.rules_of = title, game
        self.paragraphs = tuple(paragraphs)
        self.from_end = from_end

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        with VerticalScroll(id="text"):
            yield from self.compose_text()
        yield KeyLine(self.key_hints())

    def compose_text(self) -> ComposeResult:
        yield Static(Content("\n\n").join(self.paragraphs))  # one for all: each widget takes time

    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("scroll"))
        yield KeyHint("back", _("Esc"), _("back"))

    @property
    def scrolled(self) -> VerticalScroll:
        return self.query_one("#text", VerticalScroll)

    def on_mount(self) -> None:
        self.query_one("#heading", TextRows).rows = (
            (Span(f" {title_of(self.rules_of or keys()[0]).upper()} ", "title"), Span(f" {self.heading}")),
        )
        if self.from_end:
            self.scrolled.anchor()  # in a window of another size, too

    def action_scroll(self, lines: int) -> None:
        self.scrolled.scroll_relative(y=lines, animate=False)


AT_ONCE = 500
"""How many saves are read before a screen is drawn at all; more are read beside the app."""
SHOWN_AGAIN = 0.1
"""Seconds between two times that the screen says how far a reading is."""

Found = TypeVar("Found")


class _Stopped(Exception):  # noqa: N818 - it isn't an error
    """Nobody waits for what is read any more."""


class Reading:
    """How far a thread has come that reads many saves, shown now and then; ended with the screen."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._loop, self._show = asyncio.get_running_loop(), show
        self._shown = time.monotonic()
        self.stopped = False

    def watch(self, done: int, of: int) -> None:
        """Show it; called in the thread."""
        if self.stopped:
            raise _Stopped
        if (now := time.monotonic()) - self._shown >= SHOWN_AGAIN:
            self._shown = now
            words = reading_words(done, of)
            with suppress(RuntimeError):  # the app has ended
                self._loop.call_soon_threadsafe(self._show, words)


class ReadingScreen(ModalScreen[Found | None], SteadyScreen[Found | None], Generic[Found]):
    """Says how far a reading is; its result is what was read, or None where the person has stopped it."""

    CSS_PATH = stylesheet("dialogs/reading.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stop", show=False)]

    def __init__(self, read: Callable[[Watch], Found]) -> None:
        super().__init__()
        self._read = read

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content(reading_words()), id="how-far")
            with Horizontal():
                yield Button(_("Back (Esc)"), id="back", compact=True)

    def on_mount(self) -> None:
        self._work()

    @work
    async def _work(self) -> None:
        reading = Reading(self._show)
        try:
            self.dismiss(await asyncio.to_thread(self._read, reading.watch))
        finally:
            reading.stopped = True

    def _show(self, words: str) -> None:
        if self.is_mounted and not self.dismissed:
            self.query_one("#how-far", Static).update(Content(words))

    def on_button_pressed(self) -> None:
        self.action_stop()

    def action_stop(self) -> None:
        """Stop; what was read is kept for the next time."""
        self.dismiss(None)
