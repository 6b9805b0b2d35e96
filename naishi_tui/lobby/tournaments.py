"""Tournaments of a server: listed, made, looked at."""

from collections.abc import AsyncIterable, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, pgettext
from naishi.server import MatchStage
from naishi.server.database.connection import StorageError
from naishi.server.match.clock import CHOICES
from naishi.server.match.match import PLAIN, Terms
from naishi.server.match.words import control_in_words
from naishi.server.tournaments import tournament_text
from naishi.server.tournaments.service import NAME_COLUMNS, TournamentActions, can_begin
from naishi.server.tournaments.tournament import Kind, Setup, Tournament, TournamentGame, TournamentPage
from naishi.settings.keymap import KEY
from naishi.tabletop.chance import committed_to_round, mixed_into_round
from naishi.tabletop.kinds import kind_of
from naishi_tui.dialogs.screens import AskLine, Confirm, FindBy, ScrollText
from naishi_tui.drawing.cells import cut, right
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby import lobby_lists
from naishi_tui.lobby.account import ShowPlayer
from naishi_tui.lobby.lobby_lists import FollowedList, GoToMatch
from naishi_tui.lobby.match_list import MatchRow
from naishi_tui.messages import Routed, bindings, field_bindings
from naishi_tui.new_game.form import Form, form_row
from naishi_tui.widgets.text_rows import ChoiceRow, Field, KeyHint, Span, hint

NAME, WIDTHS = 20, (8, 10, 8, 6)
"""The columns of a name in the standings, and of the figures behind it."""


@dataclass
class ShowTournament(Routed):
    """Show the page of a tournament."""

    id: str


class TournamentScreen(FollowedList):
    """Rows to choose from: games are watched or played, players have pages, and the rest is done."""

    def __init__(self, tournaments: TournamentActions, page: TournamentPage) -> None:
        super().__init__()
        self.tournaments, self.page = tournaments, page
        self._gone = False

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("move"))
        yield KeyHint("choose", _("Enter"), _("choose"))
        yield KeyHint("back", _("Esc"), _("back"))

    @override
    def changes(self) -> AsyncIterable[object]:
        return self.tournaments.changes()

    async def look(self) -> None:
        """Fetch the tournament again, and draw it; say so if it is gone."""
        try:
            self.page = await self.tournaments.page(self.page.tournament.id)
        except StorageError as error:
            self.tell(str(error))
        except NaishiError:
            self._gone = True
        self.draw()

    @override
    def heading(self) -> tuple[Span, ...]:
        tournament = self.page.tournament
        state = pgettext("a tournament", "closed") if self._gone else tournament_text.state(tournament)
        return Span(f" {tournament.setup.name}"), Span(f"  {state}", "mark")

    def draw(self) -> None:
        """Draw the page; the cursor begins at the game that waits for the visitor."""
        begins = self.can_draw and self.shown.cursor is None
        super().draw()
        if begins:
            self.shown.cursor = next((row.id for row in self.rows() if row.bold and row.id is not None), None)

    def rows(self) -> Iterator[MatchRow]:
        if self._gone:
            yield MatchRow(None, _("This tournament was closed before it began."))
            return
        tournament = self.page.tournament
        for line in tournament_text.heading(self.page):
            yield MatchRow(None, line)
        if tournament.state is MatchStage.OPEN:
            me = self.tournaments.login.account.id
            if not tournament.setup.public and (tournament.host == me or self.page.entry_of(me) is not None):
                yield MatchRow(None, _("Others find it by this word: {word}").format(word=tournament.invite))
            yield from self._actions()
            yield MatchRow(None, _("Players"), bold=True)
            for entry in self.page.entries:
                yield MatchRow(f"player {entry.number}", f"  {tournament_text.named(entry)}")
        else:
            yield from self._standings()
            for number in range(tournament.round, 0, -1):
                yield MatchRow(None, tournament_text.round_title(self.page, number), bold=True)
                for game in self.page.of_round(number):
                    yield self._game(game)
            yield from self._actions()
        yield MatchRow("rules", _("How a tournament is played and counted"))

    def _actions(self) -> Iterator[MatchRow]:
        """Yield what the visitor can do; what they most likely want first."""
        tournament, me = self.page.tournament, self.tournaments.login.account.id
        joined, is_open = self.page.entry_of(me) is not None, tournament.state is MatchStage.OPEN
        if is_open and not joined:
            yield MatchRow("join", _("Join this tournament"))
        if can_begin(tournament, me):
            yield MatchRow("begin", _("Begin now, with those who have joined"))
        if joined and tournament.state is not MatchStage.OVER:
            yield MatchRow("leave", _("Leave this tournament"))
        if joined and self.page.commitment:
            yield MatchRow("mix", _("Add a word of yours to the deal of your next game"))
        if is_open and tournament.host == me:
            yield MatchRow("close", _("Close this tournament"))

    def _standings(self) -> Iterator[MatchRow]:
        points, won = pgettext("head of a column", "points"), pgettext("head of a column", "won")
        heads = map(right, (points, "Buchholz", "S.-B.", won), WIDTHS)
        title = cut(_("Standings"), NAME + 6)
        yield MatchRow(None, f"{title}{''.join(heads)}", bold=True)
        for row in self.page.standings:
            name = tournament_text.named(self.page.entry(row.number), rating=False)
            counted = map(tournament_text.points, (row.points, row.buchholz, row.sonneborn_berger))
            figures = map(right, (*counted, str(row.wins)), WIDTHS)
            yield MatchRow(f"player {row.number}", f"  {row.place:>2}. {cut(name, NAME)}{''.join(figures)}")

    def _game(self, game: TournamentGame) -> MatchRow:
        me = self.page.entry_of(self.tournaments.login.account.id)
        mine = me is not None and me.number in game.played.pairing and game.played.scores is None
        words = f"  {tournament_text.game(self.page, game)}"
        return MatchRow(None if game.match is None else f"game {game.match}", words, bold=mine)

    @override
    async def choose(self, row: str) -> None:
        what, _space, which = row.partition(" ")
        self.tell("")
        try:
            match what:
                case "game":
                    self.post_message(GoToMatch(await self.tournaments.match(which)))
                case "player":
                    entry = self.page.entry(int(which))
                    if entry.withdrawn:
                        raise NaishiError(_("{name} has left.").format(name=entry.name))
                    self.post_message(ShowPlayer(entry.name))
                case "rules":
                    self.app.push_screen(ScrollText(_("Tournaments"), map(Content, tournament_text.rules())))
                case _:
                    await self._act(what)
        except NaishiError as error:
            self.tell(str(error))
        await self.look()

    async def _act(self, what: str) -> None:
        tournament, ask = self.page.tournament, self.app.push_screen_wait
        if what == "join":
            await self.tournaments.join(tournament)
        elif what == "mix":
            await self._mix(tournament)
        elif what == "begin":
            await self.tournaments.begin(tournament)
        elif what == "close" and await ask(Confirm(_("Close {name}?").format(name=tournament.setup.name))):
            await self.tournaments.close(tournament)
            self.dismiss()
        elif what == "leave" and await ask(Confirm(self._leaving())):
            await self.tournaments.leave(tournament)

    async def _mix(self, tournament: Tournament) -> None:
        committed = committed_to_round(tournament.round + 1, self.page.commitment)
        accept = partial(self.tournaments.mix, tournament)
        if await self.app.push_screen_wait(AskLine(f"{committed}\n{lobby_lists.mix(joins=False)}", accept)):
            self.tell(mixed_into_round(tournament.round + 1))

    def _leaving(self) -> str:
        tournament = self.page.tournament
        words = _("Leave {name}? You lose the games that are left.")
        return (_("Leave {name}?") if tournament.state is MatchStage.OPEN else words).format(name=tournament.setup.name)


ROUNDS = (None, 2, 3, 4, 5, 6, 7, 9)
PLACES = (3, 4, 5, 6, 8, 10, 12, 16, 24, 32)


class NewTournament(Form[Tournament | None]):
    """Only the name has no answer yet. Its result is the tournament that was made, or None.

    Args:
        make: Takes what was chosen; raises a `NaishiError` that says why it can't be.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        stylesheet("new_game/form.tcss"),
        stylesheet("lobby/new_tournament.tcss"),
    ]
    AUTO_FOCUS = "#name"
    BINDINGS: ClassVar[list[BindingType]] = [*field_bindings()]

    def __init__(self, make: Callable[[Setup], Awaitable[Tournament]]) -> None:
        super().__init__()
        self.make = make

    @override
    def heading(self) -> str:
        return _("New tournament")

    @override
    def begins(self) -> str:
        return _("Make it")

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("field"))
        yield KeyHint("", "←→", _("option"))
        yield KeyHint("begin", _("Enter"), _("make it"))
        yield KeyHint("back", _("Esc"), _("back"))

    @override
    def fields(self) -> ComposeResult:
        yield form_row(_("Name"), Field(max_length=NAME_COLUMNS, compact=True, id="name"))
        yield from (form_row(label, row) for label, row in self._choices())

    def _modules(self) -> dict[Any, str]:
        row = next(row for row in kind_of(PLAIN.game).option_rows() if row.name == "expansion")
        return {value: words for value, words in row.values if value}

    def _choices(self) -> list[tuple[str, ChoiceRow]]:
        return [
            (_("Pairings"), ChoiceRow(_("Swiss"), _("everyone against everyone"), id="kind")),
            (_("Rounds"), ChoiceRow(_("as usual"), *map(str, ROUNDS[1:]), id="rounds")),
            (_("Players"), ChoiceRow(*map(str, PLACES), id="places", chosen=PLACES.index(8))),
            (_("Clock"), ChoiceRow(*map(control_in_words, CHOICES), id="clock", chosen=CHOICES.index("15+10"))),
            (_("Expansion"), ChoiceRow(_("none"), *self._modules().values(), id="expansion")),
            (_("Rated"), ChoiceRow(_("no"), _("yes"), id="rated")),
            (_("Who finds it"), ChoiceRow(_("everyone"), _("only by its word"), id="public")),
        ]

    @override
    def explain(self, field: Widget) -> str:
        said = {
            "kind": _("Swiss: you play someone with about as many points. Else everyone meets everyone."),
            "rounds": _("Of a Swiss tournament; at most half the players, rounded up."),
            "places": _("It begins once that many have joined, or when you say so."),
            "clock": _("Minutes are for the whole game, days for each turn."),
            "expansion": _("Three Legends and five Travellers join the River; the rules have a page."),
            "rated": _("Only players with a key can join a rated one."),
        }
        return said.get(field.id or "", "")

    @override
    def take(self) -> None:
        self._make()

    @work
    async def _make(self) -> None:
        try:
            self.dismiss(await self.make(self._setup()))
        except NaishiError as error:
            self.tell(str(error))

    def _setup(self) -> Setup:
        rated = self._chosen("rated") == 1
        module = (None, *self._modules())[self._chosen("expansion")]
        kind = Kind.ROUND_ROBIN if self._chosen("kind") else Kind.SWISS
        return Setup(
            self.query_one("#name", Input).value,
            Terms(module, CHOICES[self._chosen("clock")], rated),
            kind,
            ROUNDS[self._chosen("rounds")] if kind is Kind.SWISS else None,
            PLACES[self._chosen("places")],
            public=not self._chosen("public"),
        )

    def _chosen(self, row: str) -> int:
        return self.query_one(f"#{row}", ChoiceRow).chosen


class TournamentsScreen(FollowedList):
    """A list of tournaments; each leads to its page."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"tournaments.new": "make", "tournaments.word": "word"})]

    def __init__(self, tournaments: TournamentActions) -> None:
        super().__init__()
        self.tournaments = tournaments
        self.mine: Sequence[Tournament] = ()
        self.others: Sequence[Tournament] = ()

    @override
    def heading(self) -> tuple[Span, ...]:
        words = _("tournaments")
        return (Span(f" {words}"),)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("choose", _("Enter"), _("open"))
        if not self.tournaments.login.account.guest:
            yield hint("tournaments.new", pgettext("make a tournament", "new"), gives="make")
        yield hint("tournaments.word")
        yield KeyHint("back", _("Esc"), _("back"))

    @override
    def changes(self) -> AsyncIterable[object]:
        return self.tournaments.changes()

    async def load(self) -> None:
        self.mine, self.others = await self.tournaments.mine(), await self.tournaments.others()

    @override
    async def look(self) -> None:
        try:
            await self.load()
        except NaishiError as error:
            self.tell(str(error))
        self.draw()

    @override
    def rows(self) -> Iterator[MatchRow]:
        none = pgettext("tournaments", "none")
        guest = self.tournaments.login.account.guest
        mine = none if guest else _("none yet: {key:tournaments.new} makes one").format(key=KEY)
        lists = (_("Your tournaments"), self.mine, mine), (_("Others"), self.others, none)
        for title, listed, nothing in lists:
            yield MatchRow(None, title, bold=True)
            if not listed:
                yield MatchRow(None, f"  {nothing}")
            for each in listed:
                yield MatchRow(each.id, f"  {tournament_text.line(each)}")

    @override
    async def choose(self, row: str) -> None:
        self.tell("")
        self.post_message(ShowTournament(row))

    @work
    async def action_make(self) -> None:
        try:
            self.tournaments.check_maker()
        except NaishiError as error:
            self.tell(str(error))
            return
        made = await self.app.push_screen_wait(NewTournament(self.tournaments.make))
        if made is not None:
            await self.choose(made.id)

    @work
    async def action_word(self) -> None:
        question = FindBy(_("Which word were you given? Esc: back."), self.tournaments.find)
        found: Tournament | None = await self.app.push_screen_wait(question)
        if found is not None:
            await self.choose(found.id)
