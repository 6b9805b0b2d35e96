"""Reading screens at a table: refusals, log, rules."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, sentence_case
from naishi.settings.key_table import at_the_table
from naishi.settings.keymap import keymap
from naishi.tabletop.kinds import Section
from naishi_tui.dialogs.screens import ScrollText
from naishi_tui.drawing.cells import right
from naishi_tui.table.boards import who_is_awaited
from naishi_tui.table.part import Handlers
from naishi_tui.table.widgets import LETTERS, with_levels
from naishi_tui.widgets.text_rows import HangingText, KeyHint, hint

if TYPE_CHECKING:
    from naishi_tui.table.boards import Board
    from naishi_tui.table.game_screen import GameScreen


CHAPTER_LETTERS = "abcdefghilmnoprstuvwxyz"
"""The keys of the chapters: no j, k and q, which scroll and leave."""

COLUMN = 12
"""Where it is said what a key does."""

Chapter = tuple[str, tuple[Content, ...]]


class Rules(ScrollText):
    """How to play: contents, from which a letter leads to each chapter, and the chapters."""

    def __init__(self, kind: Any) -> None:
        """Show the rules of a kind of game, and the keys at its table."""
        super().__init__(_("the rules"), game=kind.key)
        self.chapters = self.chapters_of(kind)

    def chapters_of(self, kind: Any) -> tuple[Chapter, ...]:
        keys = keymap().described(*at_the_table(kind.key))
        return *map(chapter, kind.rules()), (_("Keys at the table"), (Content(listed_keys(keys)),))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", f"a-{CHAPTER_LETTERS[len(self.chapters) - 1]}", _("chapter"))
        yield KeyHint("contents", _("Home"), _("contents"))
        yield from super().key_hints()

    def compose_text(self) -> ComposeResult:
        link = "[@click=screen.jump({place})][b $accent]{letter}[/]\u00a0$title[/]"
        contents = (
            Content.from_markup(link.format(place=place, letter=CHAPTER_LETTERS[place]), title=title)
            for place, (title, _paragraphs) in enumerate(self.chapters)
        )
        yield Static(Content("   ").join(contents), id="contents")
        for title, paragraphs in self.chapters:
            yield Static(Content.styled(title, "bold $accent"), classes="title")
            text = Content("\n\n").join(paragraphs)
            of_keys = title in {_("Keys at the table"), _("Keys elsewhere"), _("Keys on this screen")}
            yield HangingText(text.plain.split("\n"), COLUMN) if of_keys else Static(text)

    def reads_key(self, key: str) -> bool:
        return key in CHAPTER_LETTERS[: len(self.chapters)]

    def on_key(self, event: events.Key) -> None:
        place = CHAPTER_LETTERS.find(event.character or " ")
        if 0 <= place < len(self.chapters):
            event.stop()
            self.action_jump(place)

    def action_jump(self, place: int) -> None:
        self._show_at_top(self.query(".title")[place])

    @override
    def open_rules(self) -> None:
        self.action_contents()

    def action_contents(self) -> None:
        self._show_at_top(self.query_one("#contents"))

    def _show_at_top(self, widget: Widget) -> None:
        self.scrolled.scroll_to_widget(widget, top=True, animate=False)


def chapter(section: Section) -> Chapter:
    return section.title, tuple(map(Content, section.paragraphs))


def listed_keys(commands: Iterable[tuple[str, str, str]]) -> str:
    return "\n".join(f"{right(key, COLUMN - 2)}  {words}" for _command, key, words in commands)


class Story:
    """The end of a round or a scoring, page by page; each page is read once."""

    def __init__(self, kind: Any, view: Any) -> None:
        """Begin behind what the viewer knew before it acted last; the public has read everything."""
        self.kind = kind
        own = [number for number, event in enumerate(view.events) if event.seat == view.seat]
        self._heard = len(view.events) if view.public else own[-1] if own else 0
        """How many events it has taken up."""
        self.pages: tuple[Section, ...] = ()
        self.place = 0

    @property
    def page(self) -> Section | None:
        return self.pages[self.place] if self.place < len(self.pages) else None

    def hear(self, view: Any, reader: int | None) -> bool:
        """Take up what is new in a view, and return whether there is anything; what was undone is dropped."""
        events = view.events
        if len(events) < self._heard:
            self.pages, self.place = (), 0
        new = events[min(self._heard, len(events)) :]
        self._heard = len(events)
        pages = [page for event in new for page in self.kind.story(event, view.names, reader)]
        if pages:
            self.pages, self.place = (*self.pages[self.place :], *pages), 0
        return bool(pages)

    def step(self, by: int) -> None:
        self.place = min(max(self.place + by, 0), len(self.pages))

    def skip(self) -> None:
        self.place = len(self.pages)


class TableReading:
    """Shows texts above a screen of any game.

    Args:
        chosen: Returns the words of a half-made choice.
        pointed: Returns what the cursor is on.
        refusal: Returns why the last thing that was tried can't be done, as it is on the screen.
        levels: Returns how strong each bot is, by seat; empty for people.
    """

    def __init__(
        self,
        screen: "GameScreen",
        kind: Any,
        board: "Board",
        chosen: Callable[[], str],
        pointed: Callable[[], str],
        refusal: Callable[[], str],
        levels: Callable[[], Sequence[str]],
    ) -> None:
        self.screen, self.kind, self.board = screen, kind, board
        self.chosen, self.pointed, self.refusal, self.levels = chosen, pointed, refusal, levels
        self.handlers: Handlers = {
            "explain": self.explain,
            "overview": self.show_overview,
            "legend": self.show_legend,
            "log": self.show_log,
            "rules": self.show_rules,
        }

    def hints(self) -> Iterator[KeyHint]:
        yield hint("explain", _("why not"))
        if self.board.overview(self.screen.view):
            yield hint("table.overview")
        if self.board.legend(self.screen.view):
            yield hint("legend")
        yield hint("log")
        yield hint("rules")

    def explain(self) -> None:
        """Explain what the cursor is on; say what isn't possible now, and why."""
        about = (*map(_written, self.board.explained(self.screen.view, self.pointed())),)
        refused = () if about and not self.screen.view.awaited else self._refused(alone=not about)
        title = _("explained") if about else _("why not")
        if not self.screen.view.awaited:
            title = _("the points")
        self.screen.app.push_screen(ScrollText(title, (*about, *refused), game=self.kind.key))

    def show_overview(self) -> None:
        view = self.screen.view
        named = zip(LETTERS, view.names, with_levels(view.names, self.levels()), strict=False)
        known = {f"{letter} {name}": f"{letter} {words}" for letter, name, words in named}
        overview = self.board.overview(view)
        self._show(_("overview"), [Section(known.get(each.title, each.title), each.paragraphs) for each in overview])

    def show_legend(self) -> None:
        self._show(_("marks"), self.board.legend(self.screen.view))

    def _show(self, title: str, sections: Sequence[Section]) -> None:
        text = map(_written, sections) if sections else (Content(_("The board shows everything.")),)
        self.screen.app.push_screen(ScrollText(title, text, game=self.kind.key))

    def _refused(self, *, alone: bool) -> Iterator[Content]:
        """Yield what was refused last, and what belongs to the choice so far; what one reason refuses, together.

        That nothing is refused is only said where it stands alone.
        """
        view, found = self.screen.view, dict[str, dict[str, None]]()
        if last := self.refusal():
            yield Content(last)
        if view.public or view.seat not in view.awaited:
            words = _("{who}. What can't be done is explained when it is your turn.")
            if not last:
                yield Content(words.format(who=who_is_awaited(view)))
            return
        chosen = self.chosen()
        for text in self.board.tries(view):
            if chosen and text != chosen and not text.startswith(f"{chosen} "):
                continue
            try:
                why = self.board.why_not(view, text)
            except NaishiError as error:
                why = str(error)
            if why:
                found.setdefault(why, {})[self.board.subject(view, text)] = None
        if not found:
            if alone and not last:
                yield Content(_("Nothing is refused now: whatever you can choose is possible."))
            return
        styled = {why: Content.styled(" · ".join(subjects), "bold $accent") for why, subjects in found.items()}
        yield Content("\n").join(Content.assemble(subjects, f"  {why}") for why, subjects in styled.items())

    def show_log(self) -> None:
        view = self.screen.view
        nothing = Content(_("Nothing has happened yet."))
        rounds = (*_rounds(self.kind, view, self.board, self.screen.reader),) or (nothing,)
        self.screen.app.push_screen(ScrollText(_("the log"), rounds, from_end=True, game=self.kind.key))

    def show_rules(self) -> None:
        self.screen.app.push_screen(Rules(self.kind))


def _written(section: Section) -> Content:
    return Content("\n").join((Content.styled(section.title, "bold $accent"), *map(Content, section.paragraphs)))


def _rounds(kind: Any, view: Any, board: "Board", reader: int | None) -> Iterator[Content]:
    for number, during in groupby(view.events, key=lambda event: event.round):
        when = kind.when(number)
        yield Content.assemble(
            Content.styled(sentence_case(when), "bold $accent"),
            *(f"\n{line}" for event in during for line in board.sentences(view, event, reader)),
        )
