"""Questions in a box, and the one for the name of a first-time player."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.settings.keymap import KEY, shown
from naishi.tabletop.kinds import NAME_LENGTH, clean_name
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.keys import bindings
from naishi_tui.widgets.menu import Field, Menu

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
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

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

    def action_cancel(self) -> None:
        self.dismiss(None)

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

    def refuse(self, why: str) -> None:
        self.query_one("#said", Static).update(Content(why))

    @on(Button.Pressed, "#back")
    def action_cancel(self) -> None:
        self.dismiss(None)

    @on(Button.Pressed, "#take")
    async def _taken(self) -> None:
        await self._answer(self.query_one("#answer", Field).value)

    @on(Input.Submitted)
    async def _submitted(self, event: Input.Submitted) -> None:
        await self._answer(event.value)  # more may have been typed by now

    async def _answer(self, typed: str) -> None:
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
        with Vertical(id="box"):
            yield Static(Content(self.asked))
            yield Field(id="answer", compact=True, max_length=self.max_length)
            yield Static("", id="said")
            with Horizontal():
                yield Button(self.taken, id="take", compact=True, variant="primary")
                yield Button(_("Back (Esc)"), id="back", compact=True)


class AskLine(LineQuestion[bool]):
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
