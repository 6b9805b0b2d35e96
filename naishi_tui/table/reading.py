"""Reading screens at a table: refusals, log, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from textual.content import Content

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, sentence_case
from naishi.tabletop.kinds import Section
from naishi_tui.dialogs.scroll_text import ScrollText
from naishi_tui.table.boards import who_is_awaited
from naishi_tui.table.canvas import LETTERS
from naishi_tui.table.part import Handlers
from naishi_tui.table.rules import Rules
from naishi_tui.table.widgets import with_levels
from naishi_tui.widgets.prompt import KeyHint, hint

if TYPE_CHECKING:
    from naishi_tui.table.boards import Board
    from naishi_tui.table.game_screen import GameScreen


class TableReading:
    """Shows texts above a screen of any game."""

    def __init__(
        self,
        screen: GameScreen,
        kind: Any,
        board: Board,
        chosen: Callable[[], str],
        pointed: Callable[[], str],
        refusal: Callable[[], str],
        levels: Callable[[], Sequence[str]],
    ) -> None:
        """Explain a game.

        Args:
            screen: Where it is shown.
            kind: Its kind.
            board: Draws it.
            chosen: Returns the words of a half-made choice.
            pointed: Returns what the cursor is on.
            refusal: Returns why the last thing that was tried can't be done, as it is on the screen.
            levels: Returns how strong each bot is, by seat; empty for people.
        """
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
        """Name the keys that explain."""
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
        self.screen.app.push_screen(ScrollText(title, (*about, *refused), game=self.kind.title()))

    def show_overview(self) -> None:
        """Show what everybody has, and how strong the bots are."""
        view = self.screen.view
        named = zip(LETTERS, view.names, with_levels(view.names, self.levels()), strict=False)
        known = {f"{letter} {name}": f"{letter} {words}" for letter, name, words in named}
        overview = (Section(known.get(each.title, each.title), each.paragraphs) for each in self.board.overview(view))
        sections = map(_written, overview)
        text = (*sections,) or (Content(_("The board shows everything.")),)
        self.screen.app.push_screen(ScrollText(_("overview"), text, game=self.kind.title()))

    def show_legend(self) -> None:
        """Explain the marks on the board."""
        sections = (*map(_written, self.board.legend(self.screen.view)),)
        text = sections or (Content(_("The board shows everything.")),)
        self.screen.app.push_screen(ScrollText(_("marks"), text, game=self.kind.title()))

    def _refused(self, *, alone: bool) -> Iterator[Content]:
        """Yield what was refused last, and what belongs to the choice so far; what one reason refuses, together.

        That nothing is refused is only said where it stands alone.
        """
        view, found = self.screen.view, dict[str, dict[str, None]]()
        if last := self.refusal():
            yield Content(last)
        if view.public or view.seat not in view.awaited:
            if not last:
                yield Content(
                    _("{who}. What can't be done is explained when it is your turn.").format(who=who_is_awaited(view))
                )
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
        lines = (
            Content.assemble(Content.styled(" · ".join(subjects), "bold $accent"), f"  {why}")
            for why, subjects in found.items()
        )
        yield Content("\n").join(lines)

    def show_log(self) -> None:
        """Show the whole log."""
        view = self.screen.view
        nothing = Content(_("Nothing has happened yet."))
        rounds = (*_rounds(self.kind, view, self.board, self.screen.reader),) or (nothing,)
        self.screen.app.push_screen(ScrollText(_("the log"), rounds, from_end=True, game=self.kind.title()))

    def show_rules(self) -> None:
        """Show the rules, and the keys."""
        self.screen.app.push_screen(Rules(self.kind))


def _written(section: Section) -> Content:
    """Write a title, and the paragraphs below it."""
    return Content("\n").join((Content.styled(section.title, "bold $accent"), *map(Content, section.paragraphs)))


def _rounds(kind: Any, view: Any, board: Board, reader: int | None) -> Iterator[Content]:
    for number, events in groupby(view.events, key=lambda event: event.round):
        when = kind.when(number)
        yield Content.assemble(
            Content.styled(sentence_case(when), "bold $accent"),
            *(f"\n{line}" for event in events for line in board.sentences(view, event, reader)),
        )
