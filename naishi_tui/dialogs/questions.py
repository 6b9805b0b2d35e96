"""Questions in a box, the one for a first name, and the progress of a long reading."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.saves.folder import reading_words
from naishi.saves.listing import Watch
from naishi.settings.keymap import KEY, shown
from naishi.tabletop.kinds import keys, title_of
from naishi.tabletop.players import NAME_LENGTH, clean_name
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import bindings
from naishi_tui.widgets.text_rows import Field, KeyHint, KeyLine, Menu, Span, TextRows

Chosen = TypeVar("Chosen")


@dataclass(frozen=True)
class Choice(Generic[Chosen]):
    """One of the things."""

    words: str
    value: Chosen
    about: str = ""
    """What is said of it below all, while the cursor is on it."""


class ChooseOne(ModalScreen[Chosen | None], SteadyScreen[Chosen | None]):
    """Its result is the value of what was chosen, or None."""

    AUTO_FOCUS = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]

    def question(self) -> str:
        raise NotImplementedError

    def choices(self) -> Sequence[Choice[Chosen]]:
        raise NotImplementedError

    @override
    def compose(self) -> ComposeResult:
        choices = self.choices()
        with Vertical(id="box"):
            yield Static(Content(self.question()))
            yield Menu(*(Option(Content(each.words)) for each in choices), id="choices", compact=True)
            if any(each.about for each in choices):
                yield Static("", id="about")

    @property
    def menu(self) -> Menu:
        return self.query_one("#choices", Menu)

    def choose(self, value: Chosen) -> None:
        self.dismiss(value)

    @on(OptionList.OptionHighlighted)
    def _explain(self, event: OptionList.OptionHighlighted) -> None:
        for about in self.query("#about").results(Static):
            about.update(Content(self.choices()[event.option_index].about))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.choose(self.choices()[event.option_index].value)


class Confirm(ModalScreen[bool], SteadyScreen[bool]):
    """Asks before something that can't be undone by a key, or that isn't what the person wanted."""

    CSS_PATH = stylesheet("dialogs/confirm.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", show=False),
        *bindings({"confirm.yes": "answer(True)", "confirm.no": "answer(False)"}),
    ]

    def __init__(self, question: str, *, harmless: bool = False) -> None:
        super().__init__()
        self.question, self.harmless = question, harmless

    @override
    def compose(self) -> ComposeResult:
        yes = shown("confirm.yes")
        with Vertical(id="box"):
            yield Static(Content(self.question))
            with Horizontal():
                yield Button(_("No ({key:confirm.no})").format(key=KEY), id="no", compact=True)
                yield Button(
                    _("Yes ({key})").format(key=pgettext("key", "y") if yes == "y" else yes),
                    id="yes",
                    compact=True,
                    variant="primary" if self.harmless else "error",
                )

    def on_mount(self) -> None:
        self.query_one("#yes" if self.harmless else "#no").focus()

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)

    def reads_key(self, key: str) -> bool:
        return key.casefold() == pgettext("key", "y")

    def on_key(self, event: events.Key) -> None:
        if event.character is not None and event.character.casefold() == pgettext("key", "y"):
            event.stop()
            self.dismiss(True)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


Answer = TypeVar("Answer")


class LineQuestion(ModalScreen[Answer | None], SteadyScreen[Answer | None]):
    """Asks until the answer will do, or the person gives up; its result is what was made of it, or None.

    Its field has the id `answer`, what is said of a refused one `said`; there may be buttons `take` and `back`.
    """

    AUTO_FOCUS = "#answer"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    async def accept(self, answer: str) -> Answer:
        """Take an answer, and return what to make of it. Raises NaishiError: it isn't accepted; the text says why."""
        raise NotImplementedError

    def box(self, asked: str, field: Field, taken: str) -> ComposeResult:
        """Yield a box with a field, a line for what is said of a refused answer, and buttons for both keys."""
        with Vertical(id="box"):
            yield Static(Content(asked))
            yield field
            yield Static("", id="said")
            with Horizontal():
                yield Button(taken, id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)

    def refuse(self, why: str) -> None:
        self.query_one("#said", Static).update(Content(why))

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        self.dismiss(None)

    @on(Button.Pressed, "#take")
    @on(Input.Submitted)
    async def _answer(self, event: Button.Pressed | Input.Submitted) -> None:
        field = self.query_one("#answer", Field)
        typed = event.value if isinstance(event, Input.Submitted) else field.value  # more may have been typed by now
        try:
            answer = await self.accept(typed)
        except NaishiError as error:
            self.refuse(str(error))
        else:
            self.dismiss(answer)


class BoxQuestion(LineQuestion[Answer]):
    """A line question in a box above the screen that asks, with buttons for both keys."""

    CSS_PATH = stylesheet("dialogs/box_question.tcss")
    max_length: ClassVar[int] = 0

    @property
    def asked(self) -> str:
        raise NotImplementedError

    @property
    def taken(self) -> str:
        raise NotImplementedError

    @override
    def compose(self) -> ComposeResult:
        return self.box(self.asked, Field(id="answer", compact=True, max_length=self.max_length), self.taken)


class AskLine(LineQuestion[Any]):
    """Its result is whether the question was answered.

    Args:
        accept: Takes the answer; raises a `NaishiError` that says why it is not accepted.
    """

    CSS_PATH = stylesheet("dialogs/ask_line.tcss")

    def __init__(self, question: str, accept: Callable[[str], Awaitable[object]], answer: str = "") -> None:
        super().__init__()
        self.question, self._accept, self._first = question, accept, answer

    @override
    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content(self.question))
            yield Field(self._first, max_length=120, compact=True, id="answer")
            yield Static("", id="said")

    @override
    async def accept(self, answer: str) -> bool:
        await self._accept(answer)
        return True


class FindBy(AskLine):
    """Its result is what `accept` has found by the answer, or None."""

    @override
    async def accept(self, answer: str) -> Any:
        return await self._accept(answer)


class AskName(LineQuestion[str]):
    """Asks what someone is called; its result is the name, or None where they would rather not play."""

    CSS_PATH = stylesheet("home/ask_name.tcss")

    @override
    def compose(self) -> ComposeResult:
        asked = _("What is your name? It is shown at the table; you can change it later in the statistics.")
        return self.box(asked, Field(id="answer", compact=True, max_length=NAME_LENGTH), _("Play (Enter)"))

    @override
    async def accept(self, answer: str) -> str:
        return clean_name(answer)


class ScrollText(SteadyScreen[None]):
    """A title and a text, scrolled by keys and wheel."""

    CSS_PATH = stylesheet("dialogs/scroll_text.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "back", show=False),
        *bindings({"list.back": "back", "list.down": "scroll(1)", "list.up": "scroll(-1)", "screen.rules": "rules"}),
    ]

    def __init__(
        self, title: str, paragraphs: Iterable[Content] = (), *, from_end: bool = False, game: str = ""
    ) -> None:
        super().__init__()
        self.heading, self.rules_of = title, game
        self.paragraphs, self.from_end = tuple(paragraphs), from_end

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
            with suppress(RuntimeError):  # the app has ended
                self._loop.call_soon_threadsafe(self._show, reading_words(done, of))


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

    @work
    async def on_mount(self) -> None:
        reading = Reading(self._show)
        try:
            self.dismiss(await asyncio.to_thread(self._read, reading.watch))
        finally:
            reading.stopped = True

    def _show(self, words: str) -> None:
        if self.is_mounted and not self.dismissed:
            self.query_one("#how-far", Static).update(Content(words))

    @on(Button.Pressed)
    def action_stop(self) -> None:
        """Stop; what was read is kept for the next time."""
        self.dismiss(None)
