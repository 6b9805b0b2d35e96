"""A tournament: what can be done about it, who leads, and the games of its rounds."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterator
from dataclasses import dataclass
from functools import partial

from textual.content import Content

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, pgettext
from naishi.games.naishi.game import deal_text
from naishi.server import MatchState
from naishi.server.play import tournament_text
from naishi.server.play.own_tournaments import OwnTournaments
from naishi.server.play.tournaments import can_begin
from naishi.server.storage.connection import StorageError
from naishi.server.storage.tournament import Tournament, TournamentGame, TournamentPage
from naishi_tui.drawing import lobby_text
from naishi_tui.drawing.cells import cut, right
from naishi_tui.messages import Routed
from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.followed_list import FollowedList
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.lobby_tables import GoToMatch
from naishi_tui.screens.player_page import ShowPlayer
from naishi_tui.screens.scroll_text import ScrollText
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.match_list import MatchRow
from naishi_tui.widgets.text_rows import Span

NAME = 20
"""The columns of a name in the standings."""


@dataclass
class ShowTournament(Routed):
    """Show the page of a tournament."""

    id: str


class TournamentScreen(FollowedList):
    """Rows to choose from: games are watched or played, players have pages, and the rest is done."""

    def __init__(self, tournaments: OwnTournaments, page: TournamentPage) -> None:
        """Show a tournament.

        Args:
            tournaments: As the visitor sees them.
            page: All of this one.
        """
        super().__init__()
        self.tournaments, self.page = tournaments, page
        self._gone = False

    def key_hints(self) -> Iterator[KeyHint]:
        """Yield what the key line names."""
        yield KeyHint("", "↑↓", _("move"))
        yield KeyHint("choose", _("Enter"), _("choose"))
        yield KeyHint("back", _("Esc"), _("back"))

    def changes(self) -> AsyncIterable[object]:
        """Return something each time that the tournament may have changed."""
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

    def heading(self) -> tuple[Span, ...]:
        """Name the tournament, and say how far it is."""
        tournament = self.page.tournament
        state = pgettext("a tournament", "closed") if self._gone else tournament_text.state(tournament)
        return Span(f" {tournament.setup.name}"), Span(f"  {state}", "mark")

    def draw(self) -> None:
        """Draw the page; the cursor begins at the game that waits for the visitor."""
        begins = self.can_draw and self.shown.cursor is None
        super().draw()
        if begins:
            self.shown.cursor = self._own_game()

    def _own_game(self) -> str | None:
        """Return the row of the game that waits for the visitor."""
        return next((row.id for row in self.rows() if row.bold and row.id is not None), None)

    def rows(self) -> Iterator[MatchRow]:
        """Yield what can be done, who leads, and the games of the rounds."""
        if self._gone:
            yield MatchRow(None, _("This tournament was closed before it began."))
            return
        tournament = self.page.tournament
        for line in tournament_text.heading(self.page):
            yield MatchRow(None, line)
        if tournament.state is MatchState.OPEN:
            if not tournament.setup.public and self._is_mine:
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

    @property
    def _is_mine(self) -> bool:
        me = self.tournaments.visitor.account.id
        return self.page.tournament.host == me or self.page.entry_of(me) is not None

    def _actions(self) -> Iterator[MatchRow]:
        """Yield what the visitor can do; what they most likely want first."""
        tournament, me = self.page.tournament, self.tournaments.visitor.account.id
        joined, is_open = self.page.entry_of(me) is not None, tournament.state is MatchState.OPEN
        if is_open and not joined:
            yield MatchRow("join", _("Join this tournament"))
        if can_begin(tournament, me):
            yield MatchRow("begin", _("Begin now, with those who have joined"))
        if joined and tournament.state is not MatchState.OVER:
            yield MatchRow("leave", _("Leave this tournament"))
        if joined and self.page.commitment:
            yield MatchRow("mix", _("Add a word of yours to the deal of your next game"))
        if is_open and tournament.host == me:
            yield MatchRow("close", _("Close this tournament"))

    def _standings(self) -> Iterator[MatchRow]:
        heads = (
            right(pgettext("head of a column", "points"), 8),
            right("Buchholz", 10),
            right("S.-B.", 8),
            right(pgettext("head of a column", "won"), 6),
        )
        title = cut(_("Standings"), NAME + 6)
        yield MatchRow(None, f"{title}{''.join(heads)}", bold=True)
        for row in self.page.standings:
            name = tournament_text.named(self.page.entry(row.number), rating=False)
            figures = (
                right(tournament_text.points(row.points), 8),
                right(tournament_text.points(row.buchholz), 10),
                right(tournament_text.points(row.sonneborn_berger), 8),
                right(str(row.wins), 6),
            )
            yield MatchRow(f"player {row.number}", f"  {row.place:>2}. {cut(name, NAME)}{''.join(figures)}")

    def _game(self, game: TournamentGame) -> MatchRow:
        me = self.page.entry_of(self.tournaments.visitor.account.id)
        mine = me is not None and me.number in game.played.pairing and game.played.scores is None
        words = f"  {tournament_text.game(self.page, game)}"
        return MatchRow(None if game.match is None else f"game {game.match}", words, bold=mine)

    async def choose(self, row: str) -> None:
        """Do what a row says, or show what it names."""
        what, _space, which = row.partition(" ")
        self.tell("")
        try:
            match what:
                case "game":
                    self.post_message(GoToMatch(await self.tournaments.visitor.lobby.matches.get(which)))
                case "player":
                    self._show_player(int(which))
                case "rules":
                    paragraphs = map(Content, tournament_text.rules())
                    self.app.push_screen(ScrollText(_("Tournaments"), paragraphs))
                case _:
                    await self._act(what)
        except NaishiError as error:
            self.tell(str(error))
        await self.look()

    async def _act(self, what: str) -> None:
        tournament, name = self.page.tournament, self.page.tournament.setup.name
        if what == "join":
            await self.tournaments.join(tournament)
        elif what == "mix":
            await self._mix(tournament)
        elif what == "begin":
            await self.tournaments.begin(tournament)
        elif what == "close" and await self._means(_("Close {name}?").format(name=name)):
            await self.tournaments.close(tournament)
            self.dismiss()
        elif what == "leave" and await self._means(self._leaving()):
            await self.tournaments.leave(tournament)

    async def _mix(self, tournament: Tournament) -> None:
        """Ask for a word for the deal of one's game in the next round."""
        committed = deal_text.committed_to_round(tournament.round + 1, self.page.commitment)
        accept = partial(self.tournaments.mix, tournament)
        if await self.app.push_screen_wait(AskLine(f"{committed}\n{lobby_text.mix(joins=False)}", accept)):
            words = _("Your words are added to the deal of your game in round {number}.")
            self.tell(words.format(number=tournament.round + 1))

    def _leaving(self) -> str:
        tournament = self.page.tournament
        words = _("Leave {name}? You lose the games that are left.")
        return (_("Leave {name}?") if tournament.state is MatchState.OPEN else words).format(name=tournament.setup.name)

    async def _means(self, question: str) -> bool:
        means: bool = await self.app.push_screen_wait(Confirm(question))
        return means

    def _show_player(self, number: int) -> None:
        entry = self.page.entry(number)
        if entry.withdrawn:
            raise NaishiError(_("{name} has left.").format(name=entry.name))
        self.post_message(ShowPlayer(entry.name))
