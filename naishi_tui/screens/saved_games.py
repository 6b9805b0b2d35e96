"""All saved games: resume one, or delete one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.errors import NaishiError
from naishi.i18n import _
from naishi.saves import Problem, Saves, Summary
from naishi.text.formats import date
from naishi_tui.messages import Command, GoOn
from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.dismiss_once import DismissOnceScreen
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.text_rows import Span, TextRows

GAP = "   "
MARGIN = 4
"""Columns beside the list: the padding of a line, and the scrollbar."""


class SavedGames(DismissOnceScreen[None]):
    """The games of the folder, newest first; files that can't be used stand at the end and say why."""

    CSS_PATH = "saved_games.tcss"
    AUTO_FOCUS = "#games"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", show=False),
        Binding("x,delete", "delete", show=False),
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def __init__(self, saves: Saves) -> None:
        super().__init__()
        self.saves = saves
        self.found: list[Summary | Problem] = []
        self.entries: dict[str, Summary] = {}

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield Menu(id="games", compact=True)
        yield Static("", id="said")
        yield KeyLine(
            [
                KeyHint("", "↑↓", _("choose")),
                KeyHint("resume", "Enter", _("resume")),
                KeyHint("delete", "x", _("delete")),
                KeyHint("back", "Esc", _("back")),
            ],
            id="keys",
        )

    def on_mount(self) -> None:
        """Draw the list."""
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(f" {_('saved games')}")),)
        self.show()

    def show(self, said: str = "") -> None:
        """Draw the games as they lie in the folder now, and a line below them."""
        own = self.saves.list()
        games = (entry for entry in own if isinstance(entry, Summary))
        problems = (entry for entry in own if isinstance(entry, Problem))
        self.found = [*games, *self.saves.examples(), *problems]
        self.entries = {entry.id: entry for entry in self.found if isinstance(entry, Summary)}
        self.list_games()
        nothing = "" if self.found else _("No saved games yet. Esc, then n begins one.")
        self.query_one("#said", Static).update(Content(said or nothing))

    def list_games(self) -> None:
        """Draw the games in columns, or each in two lines where the longest names leave no room for that."""
        games = self.query_one("#games", OptionList)
        before = games.highlighted or 0
        games.clear_options()
        lines = _lines(self.entries.values(), self.app.size.width - MARGIN)
        for number, entry in enumerate(self.found):
            if isinstance(entry, Summary):
                games.add_option(Option(Content(lines[entry.id]), id=entry.id))
            else:
                problem = Content.styled(f"{entry.id}  {entry.error}", "$quiet")
                games.add_option(Option(problem, id=f"problem {number}", disabled=True))
        if self.entries:
            games.highlighted = min(before, len(self.entries) - 1)

    def on_resize(self) -> None:
        """Draw the list as it fits now."""
        self.list_games()

    def action_back(self) -> None:
        """Go home."""
        self.dismiss()

    def action_move(self, step: int) -> None:
        """Move in the list."""
        games = self.query_one("#games", OptionList)
        games.action_cursor_down() if step > 0 else games.action_cursor_up()

    def action_resume(self) -> None:
        """Resume the highlighted game."""
        if (entry := self._highlighted()) is not None:
            self.post_message(GoOn(entry.id))

    @work
    async def action_delete(self) -> None:
        """Move the highlighted game to the trash, if that is really meant."""
        entry = self._highlighted()
        if entry is None:
            return
        first, second = entry.names
        question = _("Delete the game of {first} and {second}?").format(first=first, second=second)
        if not await self.app.push_screen_wait(Confirm(question)):
            return
        try:
            self.saves.delete(entry.id)
        except NaishiError as error:
            self.show(str(error))
        else:
            self.show(_("Deleted; it lies in the trash folder of the saved games."))

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_resume()

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(event.id)

    def _highlighted(self) -> Summary | None:
        games = self.query_one("#games", OptionList)
        if games.highlighted is None:
            return None
        return self.entries.get(games.get_option_at_index(games.highlighted).id or "")


def _lines(entries: Iterable[Summary], room: int) -> dict[str, str]:
    """What is told of each game, by its id."""
    told = {entry.id: (_players(entry), _state(entry), date(entry.updated)) for entry in entries}
    players, states, dates = (max((cell_len(each[part]) for each in told.values()), default=0) for part in (0, 1, 2))
    if players + states + dates + len(GAP) * 2 <= room:
        return {
            each: GAP.join((set_cell_size(who, players), set_cell_size(state, states), when))
            for each, (who, state, when) in told.items()
        }
    return {each: f"{who}\n  {when}{GAP}{state}" for each, (who, state, when) in told.items()}


def _players(entry: Summary) -> str:
    names = " – ".join(entry.names)
    return _("{players} (example)").format(players=names) if entry.example else names


def _state(entry: Summary) -> str:
    if entry.finished:
        return _("finished")
    return _("round {round}, {name} to play").format(round=entry.round, name=entry.names[entry.turn or 0])
