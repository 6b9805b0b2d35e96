"""Tables in the lobby: made, joined, left, and begun."""

from collections.abc import Awaitable
from dataclasses import dataclass
from functools import partial

from textual import work
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.server import Match, MatchStage, Visitor
from naishi.server.lobby.table_flow import AtTable, TableFlow
from naishi.server.match import match_text
from naishi.server.match.clock import is_live
from naishi.server.match.match import Terms
from naishi.server.match.match_text import TWO
from naishi.settings.keymap import KEY
from naishi.tabletop.kinds import keys, kind_of
from naishi.transports.client import PublicAddress
from naishi_tui.dialogs.questions import AskLine, Choice, ChooseOne
from naishi_tui.dialogs.steady_screen import SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby import lobby_lists
from naishi_tui.lobby.lobby_lists import LobbyLists
from naishi_tui.lobby.table_questions import LastWanted, Question, Wanted
from naishi_tui.messages import Routed
from naishi_tui.registry import questions_of

WAIT, BEGIN, BOTS, CLOSE = "wait", "begin", "bots", "close"
"""What can be done at a table where one waits."""


@dataclass
class GoToMatch(Routed):
    """Come to a match."""

    match: Match


class TableMenu(ChooseOne[str]):
    """What can be done at a table of more than two where one waits; it follows who comes and goes."""

    CSS_PATH = stylesheet("dialogs/choose_one.tcss")

    def __init__(self, table: Match, visitor: Visitor, flow: TableFlow) -> None:
        super().__init__()
        self.table, self.visitor, self.flow = table, visitor, flow

    @override
    def question(self) -> str:
        return match_text.table(self.table)

    @override
    def choices(self) -> list[Choice[str]]:
        wait = Choice(_("Wait for more players"), WAIT, _("The game begins by itself once all seats are taken."))
        if not self.flow.is_host(self.table):
            return [wait, Choice(_("Leave the table"), CLOSE)]
        bots = Choice(_("Begin now: bots take the empty seats"), BOTS)
        close = Choice(_("Close the table"), CLOSE)
        if not self.flow.can_begin(self.table):
            return [wait, bots, close]
        count = len(self.table.seats) - len(self.table.empty)
        return [wait, Choice(_("Begin now, with the {count} who sit here").format(count=count), BEGIN), bots, close]

    def on_mount(self) -> None:
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _change in self.visitor.changes():
            mine = {match.id: match for match in (await self.visitor.refresh()).mine}
            table = mine.get(self.table.id)
            if table is None or table.state is not MatchStage.OPEN:
                self.dismiss(None)
                return
            if self.can_draw and table != self.table:
                self.table = table
                self.query_one("#box > Static", Static).update(Content(self.question()))
                self.menu.fill([Option(Content(each.words), id=each.value) for each in self.choices()])


class LobbyTables:
    """Makes and closes tables, finds them, sits down at them, and says in the lobby what came of it."""

    def __init__(self, screen: SteadyScreen[None], visitor: Visitor, public: PublicAddress, lists: LobbyLists) -> None:
        self._screen, self._visitor, self._public, self._lists = screen, visitor, public, lists
        self.flow = lists.tables
        self._wanted = LastWanted()

    async def enter(self, match: Match) -> None:
        """Go to a match, join a table, or ask what becomes of one's own."""
        if self.flow.joins(match):
            await self._wait_at(self._join(match))
        elif match.state is not MatchStage.OPEN:
            self._go_to(match)
        elif len(match.seats) > TWO:
            self._screen.run_worker(self._at_table(match))
        elif match.challenged is not None:
            await self._lists.show(_("This table waits for {name}.").format(name=match.challenged_name))
        elif match.rated:
            words = _("This table is rated: it waits for a player with a key. {key:lobby.close}: close it.")
            await self._lists.show(words.format(key=KEY))
        else:
            self._screen.run_worker(self._seat_bots(match))

    async def open(self, *, public: bool) -> None:
        everyone, friends = _("A table that everyone sees. Esc: none."), _("A table that only friends find. Esc: none.")
        asked = everyone if public else friends
        rating = "" if self._visitor.account.guest else match_text.about(self._visitor.own_lists.standing)
        wanted = await self._choose(lambda questions, last: questions.table(asked, last.terms, rating))
        if wanted is None:
            return
        await self._wait_at(self._make(wanted.terms, public=public))

    async def _wait_at(self, act: Awaitable[object]) -> None:
        before = self._lists.announced
        await self._try(act)
        if self._lists.announced != before:
            self._lists.point_at(self._lists.announced[0])

    async def pair(self) -> None:
        """Find a player near in rating, or wait for one; as at the last table, if that had minutes."""
        terms = self._wanted.last(keys()[0]).terms
        await self._try(self._pair(terms if is_live(terms.control) else None))

    async def close(self) -> None:
        match = self._lists.highlighted
        if match is not None and self.flow.waits_at(match):
            await self._try(self._leave(match))
        else:
            await self._lists.hint(_("Only a table of yours that is still waiting can be closed."))

    async def _leave(self, table: Match) -> None:
        """Close a table, or leave it; where the game has just begun, that has been said."""
        try:
            self._lists.said = await self.flow.leave(table)
        except NaishiError:
            await self._lists.look()
            if self._lists.joined is None or self._lists.joined.id != table.id:
                raise

    async def play_bots(self) -> None:
        tables = self._visitor.tables
        wanted = await self._choose(lambda questions, last: questions.against_bots(last, tables))
        if wanted is not None:
            await self._try(self._begun(self.flow.against_bots(wanted.terms, wanted.bot)))

    async def _choose(self, question: Question) -> Wanted | None:
        """Ask about the kind of game that was chosen last here; at first, the kind of the newest game of one's own."""
        newest = max(self._visitor.listing.mine, key=lambda match: match.updated, default=None)
        first = keys()[0] if newest is None else newest.game
        return await self._wanted.choose(self._screen.app.push_screen_wait, question, first)

    async def _seat_bots(self, table: Match) -> None:
        """Ask which bots take the empty seats of a table, and begin."""
        people = len(table.seats) - len(table.empty)
        if len(table.seats) == TWO:
            asked = _("Which bot do you play? Esc: none.")
            without_clock = _("Which bot do you play, without a clock? Esc: none.")
        else:
            asked = _("Which bots take the empty seats? Esc: none.")
            without_clock = _("Which bots take the empty seats, without a clock? Esc: none.")
        questions = questions_of(table.game)(table.game, self._screen.app.push_screen_wait)
        bot = await questions.bot(without_clock if table.control and people == 1 else asked)
        if bot is not None:
            await self._begin(table, bot)

    async def _at_table(self, table: Match) -> None:
        """Ask someone who waits at a table of more than two what becomes of it."""
        menu = TableMenu(table, self._visitor, self.flow)
        chosen = await self._screen.app.push_screen_wait(menu)
        table = menu.table  # others may have come
        if chosen == BEGIN:
            await self._begin(table)
        elif chosen == BOTS:
            await self._seat_bots(table)
        elif chosen == CLOSE:
            await self._try(self._leave(table))

    async def _begin(self, table: Match, bot: str = "") -> None:
        self._lists.begun.add(table.id)
        await self._try(self._begun(self._visitor.tables.begin(table, bot)))
        if table.id in self._lists.waiting:  # it couldn't be begun
            self._lists.begun.discard(table.id)

    async def _begun(self, game: Awaitable[Match]) -> None:
        self._go_to(await game)

    async def find(self) -> None:
        """Join or watch by a word."""
        found: list[Match] = []

        async def find(word: str) -> None:
            found.append(await self._visitor.find(word))

        ask = self._screen.app.push_screen_wait
        if not await ask(AskLine(_("Which word were you given? Esc: back."), find)):
            return
        match = found[-1]
        rules = _("New here? {key:rules}: the rules of {game}.").format(key=KEY, game=kind_of(match.game).title())
        if await self.flow.agrees(match, always=True, more="" if self._visitor.listing.mine else rules):
            await self.enter(match)

    async def mix(self) -> None:
        """Add a word of one's own to the deal of the table under the cursor; at someone else's, sit down with it."""
        match = self._lists.highlighted
        if match is None or match.state is not MatchStage.OPEN:
            await self._lists.hint(_("Put the cursor on a table at which someone waits."))
            return
        try:
            commitment = await self.flow.commitment(match)
        except NaishiError as error:
            await self._lists.show(str(error))
            return
        question = f"{commitment}\n{lobby_lists.mix(joins=self.flow.joins(match))}"
        await self._screen.app.push_screen_wait(AskLine(question, partial(self._mix, match)))

    async def _join(self, match: Match) -> None:
        self._arrive(await self.flow.join(match))

    def _arrive(self, at: AtTable) -> None:
        if at.has_begun:
            self._go_to(at.match)
        else:
            self._lists.announce(at.match.id, at.said)

    async def _pair(self, terms: Terms | None) -> None:
        at = await self.flow.pair(terms)
        if at.has_begun:
            self._go_to(at.match)
            return
        close = _("{key:lobby.close}: close the table.").format(key=KEY)
        self._lists.said = f"{at.said} {close}"
        self._lists.announced = at.match.id, self._lists.said
        await self._lists.look()
        self._lists.point_at(at.match.id)

    async def _make(self, terms: Terms, *, public: bool) -> None:
        match, word = await self.flow.open(terms, public=public)
        line = self._public.ssh_line("join", word)
        waiting = _("Your table is waiting. A friend can join with:\n{line}")
        with_terms = _("Your table ({terms}) is waiting. A friend can join with:\n{line}")
        words = with_terms if match_text.has_terms(match) else waiting
        self._lists.announce(match.id, words.format(line=line, terms=match_text.terms(match)))

    async def _mix(self, match: Match, word: str) -> None:
        at = await self.flow.mix(match, word)
        if at.has_begun:
            self._go_to(at.match)
        else:
            self._lists.said = at.said

    def _go_to(self, match: Match) -> None:
        self._screen.post_message(GoToMatch(match))

    async def _try(self, act: Awaitable[object]) -> None:
        try:
            await act
        except NaishiError as error:
            self._lists.said = str(error)
        await self._lists.look()
