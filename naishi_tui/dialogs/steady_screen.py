"""Screens with cheap relayout on window changes."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.content import Content
from textual.events import Event, InputEvent, Key, Resize, ScreenResume
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType
from textual.widgets import OptionList, Static, Tooltip
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.messages import Command, ShowRules, back_bindings
from naishi_tui.widgets.text_rows import Ground, KeyHint, KeyLine, Menu, Span, TextRows


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

        It doesn't while it is composed again, once it was closed, or when the app ends.
        """
        return not self._composed_anew and self in self.app.screen_stack and bool(self.children)

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
