"""Screens that others build on: laid out once a size; questions in a box."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, ClassVar, Generic, TypeVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Event, InputEvent, Key, Resize, ScreenResume
from textual.geometry import Size
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Button, Input, OptionList, Static, Tooltip
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.settings.keymap import KEY, shown
from naishi.tabletop.kinds import keys, title_of
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import Command, ShowRules, back_bindings, bindings
from naishi_tui.widgets.text_rows import Field, Ground, KeyHint, KeyLine, Menu, Span, TextRows


class SteadyScreen(Screen[ScreenResultType]):
    """A screen without five faults of Textual's, each shown in docs/textual-notes.md.

    - One resize, ten layouts: it is laid out once for each size of the window that someone sees it at.
    - Two sizes at once follow each other for ever: here a `Resize` says no more than that there is another size.
    - A covered screen is current and repaints what covers it: `is_current` looks at what lies above.
    - Keys reach a screen before it has any widgets: `takes_input` is False until then, and no action runs.
    - A screen that is closed twice takes the one below with it: `dismiss` closes it once, and only on top.
    """

    rules_of: str = ""
    """The key of the kind of game whose rules are shown; empty for the first kind."""

    # Lists, as Textual declares them; stylesheets lay screens out by these classes.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (100, "-wider"), (120, "-widest"), (160, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall"), (36, "-tallest"), (48, "-towering")]  # noqa: RUF012

    dismissed = False
    _fitted: Size | None = None
    """The size of the window that the screen was made to fit last."""
    _has_been_on_top = False
    _composed_anew = False

    @property
    def outer_size(self) -> Size:
        """The size of the window, also before the layout has come to it; that of the last time where it is covered."""
        return self._fitted or self.app.size

    def on_compose(self) -> None:
        """Take the styles and the classes of the size before there are any widgets, so that these are styled once."""
        self._fitted = self.app.size
        self.update_classes(self._classes_at(self._fitted), update=False)
        self.update_node_styles(animate=False)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, if it is the one on top and not closing already: keys typed ahead may reach a closed screen."""
        if self.dismissed or not self.is_active:
            return AwaitComplete()
        self.dismissed = True
        return super().dismiss(result)

    @property
    def takes_input(self) -> bool:
        """Whether all widgets are there, as they aren't before the screen is composed and after it was closed."""
        return self.is_mounted and self.can_draw

    @property
    def can_draw(self) -> bool:
        """Whether a mounted screen still has its widgets.

        It doesn't while it is composed again, once it was closed, or when the app ends: its widgets go one by one then.
        """
        shown = self.display and self in self.app.screen_stack
        return shown and not self._composed_anew and bool(self.children)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action may run: only on top, and complete. A second click waits while the first acts."""
        return self.takes_input and self.is_active and super().check_action(action, parameters)

    async def recompose(self) -> None:
        """Replace all widgets; meanwhile the screen takes no input."""
        self._composed_anew = True
        try:
            await super().recompose()
        finally:
            self._composed_anew = False

    async def on_event(self, event: Event) -> None:
        """Handle an event, but for input that makes no sense any more: the screen was closed while it was on its way.

        Of a `Resize` all that counts is that the window has another size now.
        """
        if isinstance(event, InputEvent) and not self.takes_input:
            return
        if isinstance(event, ScreenResume):  # a screen has its styles when it is composed
            event.refresh_styles = event.refresh_styles and self._has_been_on_top
            self._has_been_on_top = True
        if not isinstance(event, Resize):
            await super().on_event(event)
        if isinstance(event, Resize | ScreenResume) and self._fitted != self.app.size and self.is_current:
            self._fitted = self.app.size
            self.fit(self._fitted)

    @on(Key)
    def _end_tooltips(self) -> None:
        """End what a resting mouse shows; Textual does that only where something has the focus."""
        for tooltip in (each for each in self.children if isinstance(each, Tooltip)):
            tooltip.display = False

    def action_back(self) -> None:
        self.go_back()

    def go_back(self) -> None:
        """Close the screen, without an answer where one is asked for; some have a step back of their own."""
        self.dismiss()

    def action_rules(self) -> None:
        self.open_rules()

    def open_rules(self) -> None:
        """Ask for the rules; they themselves begin again."""
        self.post_message(ShowRules(self.rules_of))

    def as_action(self, command: str) -> str:
        return command

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(self.as_action(event.id))

    @property
    def is_current(self) -> bool:
        """Whether someone sees the screen: nothing covers it.

        For Textual, the screen below the one on top always is. It would then paint the one on top again, as a whole,
        whenever anything happens on the one below.
        """
        stack = self.app.screen_stack
        return self in stack and all(above.styles.background.a < 1 for above in stack[stack.index(self) + 1 :])

    def fit(self, size: Size) -> None:
        self.update_classes(self._classes_at(size), animate=False)
        for each in self.children:
            each.refresh(layout=True, repaint=False)

    def _classes_at(self, size: Size) -> dict[str, bool]:
        classes: dict[str, bool] = {}
        for room, breakpoints in zip(size, (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS), strict=True):
            widest = max((start for start, _name in breakpoints or () if start <= room), default=None)
            classes |= {name: start == widest for start, name in breakpoints or ()}
        return classes


class TooSmall(SteadyScreen[None]):
    """A polite line; it goes by itself when the window has grown.

    It never scrolls: in a window one column wide a scroll bar would leave no room, without it there would be room
    again, and so on for ever.
    """

    DEFAULT_CSS = "TooSmall { overflow: hidden; }"

    @override
    def compose(self) -> ComposeResult:
        yield Static(Content(_("Naishi needs 60 × 20 characters. Please make this window a little larger.")))


Stylesheets = str | PurePath | list[str | PurePath] | None


class MenuScreen(SteadyScreen[None], Ground):
    """A heading, entries, and what is said of them."""

    CSS_PATH: ClassVar[Stylesheets] = stylesheet("dialogs/menu_screen.tcss")
    AUTO_FOCUS = "#entries"
    BINDINGS: ClassVar[list[BindingType]] = [*back_bindings()]
    GRAVE: ClassVar[tuple[str, ...]] = ()
    """How the ids of entries begin that the cursor never comes to by itself."""

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Menu(id="entries", compact=True)
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def heading(self) -> tuple[Span, ...]:
        raise NotImplementedError

    def options(self) -> Iterator[Option]:
        raise NotImplementedError

    async def choose(self, entry: str) -> str:
        """Do what an entry says; return what to say about it.

        Raises NaishiError: it can't be done; the text says why.
        """
        raise NotImplementedError

    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("choose", _("Enter"), _("choose"))
        yield KeyHint("back", _("Esc"), _("back"))

    def on_mount(self) -> None:
        self.draw()

    async def recompose(self) -> None:
        await super().recompose()
        self.draw()

    def draw(self) -> None:
        if not self.can_draw:
            return  # it is being laid out again, and drawn after that, or was closed
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), *self.heading()),)
        self.menu.fill([*self.options()], grave=self.GRAVE)

    @property
    def menu(self) -> Menu:
        return self.query_one("#entries", Menu)

    def tell(self, text: str) -> None:
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    def action_choose(self) -> None:
        self.menu.action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.action_do(event.option_id or "")

    @work(exclusive=True, group="entry")
    async def action_do(self, entry: str) -> None:
        if entry not in {option.id for option in self.menu.options}:
            return
        self.tell("")  # what was said of the last entry isn't said of this one
        try:
            self.tell(await self.choose(entry))
        except NaishiError as error:
            self.tell(str(error))


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
        from naishi.tabletop.players import NAME_LENGTH

        asked = _("What is your name? It is shown at the table; you can change it later in the statistics.")
        return self.box(asked, Field(id="answer", compact=True, max_length=NAME_LENGTH), _("Play (Enter)"))

    @override
    async def accept(self, answer: str) -> str:
        from naishi.tabletop.players import clean_name

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
