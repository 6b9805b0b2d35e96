"""Lobby: own games, open tables, games to watch, TV."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.server import Match, MatchStage, Visitor
from naishi.server.lobby.account_flow import rename
from naishi.server.lobby.table_flow import AtTable
from naishi.server.lobby.tv import nothing_on
from naishi.server.match import match_text
from naishi.server.match.clock import is_live
from naishi.server.match.match_text import TWO
from naishi.server.tables.open_tables import table_is_gone
from naishi.settings.key_table import COMMANDS
from naishi.settings.keymap import KEY, offered
from naishi.tabletop.kinds import keys, kind_of
from naishi.transports.client import PublicAddress
from naishi_tui.dialogs.screens import AskLine, FindBy, SteadyScreen
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.lobby.account import ShowAccount, ShowPeople
from naishi_tui.lobby.history import ShowHistory
from naishi_tui.lobby.lobby_lists import BEGIN, BOTS, CLOSE, GoToMatch, LobbyLists, TableMenu, mix
from naishi_tui.lobby.match_list import MatchList
from naishi_tui.lobby.table_questions import LastWanted, Question, Wanted
from naishi_tui.messages import LeaveGame, Routed, ShowLessons, ShowSettings, bindings
from naishi_tui.parts.input_guard import SETTLED
from naishi_tui.registry import questions_of
from naishi_tui.widgets.text_rows import Ground, KeyHint, KeyLine, Span, TextRows, hint


class WatchTv(Routed):
    """Watch the most interesting public game, and then the next one."""


class TvWaiting(SteadyScreen[None], Ground):
    """Says that there is nothing to see yet; the next game takes its place."""

    CSS_PATH = stylesheet("lobby/tv_waiting.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False), *bindings({"tv.leave": "back"})]

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Static(Content(nothing_on()), id="nothing")
        yield KeyLine([KeyHint("back", _("Esc"), _("lobby"))], id="keys")

    def on_mount(self) -> None:
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(" "), Span(_("TV"))),)

    @override
    def go_back(self) -> None:
        self.post_message(LeaveGame())


class ShowTournaments(Routed):
    """Show the tournaments."""


def hints(*, new: bool) -> Iterator[KeyHint]:
    """Return what the key line names: first what leads to all the rest, then what strangers look for.

    Args:
        new: Whether someone has no game yet: they are shown where it is learnt, instead of what they don't need now.
    """
    learning = [hint(command, minor=not new) for command in ("lobby.learn", "lobby.rules", "lobby.settings")]
    yield hint("lobby.menu", gives="app.command_palette")
    yield hint("lobby.table", gives="open_table(True)")
    yield hint("lobby.bot", gives="play_bot")
    if new:
        yield from learning
    yield from (hint(command, minor=new) for command in ("lobby.word", "lobby.tournaments", "lobby.people"))
    yield from map(hint, ("lobby.pair", "lobby.tv", "lobby.history", "lobby.account"))
    if not new:
        yield from learning
    yield hint("lobby.private", gives="open_table(False)")
    yield hint("lobby.rename")
    yield hint("lobby.quit", gives="app.quit")


DOES = {
    "lobby.table": "open_table(True)",
    "lobby.pair": "pair",
    "lobby.private": "open_table(False)",
    "lobby.bot": "play_bot",
    "lobby.word": "word",
    "lobby.mix": "mix",
    "lobby.tv": "tv",
    "lobby.people": "people",
    "lobby.tournaments": "tournaments",
    "lobby.account": "account",
    "lobby.history": "history",
    "lobby.rename": "rename",
    "lobby.close": "close_table",
    "lobby.joined": "go_to_joined",
    "lobby.learn": "learn",
    "lobby.settings": "settings",
    "lobby.menu": "app.command_palette",
    "lobby.rules": "rules",
    "lobby.quit": "app.quit",
}


class LobbyScreen(SteadyScreen[None], Ground):
    """Where a visitor arrives, and where matches are left to."""

    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(DOES)]

    def __init__(self, visitor: Visitor, public: PublicAddress) -> None:
        super().__init__()
        self.visitor, self.public = visitor, public
        self.lists = LobbyLists(self, visitor, public)
        self.flow, self._wanted = self.lists.tables, LastWanted()

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="notice")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def key_hints(self) -> Iterator[KeyHint]:
        return hints(new=not self.visitor.listing.mine)

    def on_mount(self) -> None:
        self.lists.draw()
        for follow in (self.lists.follow, self.lists.follow_public_lists, self.lists.follow_clocks):
            self.run_worker(follow())

    def on_key(self) -> None:
        self.lists.key_pressed()

    async def on_screen_resume(self) -> None:
        self.app.delay_update(SETTLED)
        before = self.lists.own
        await self.visitor.lobby.public.refresh()  # else games to watch may be a second old
        await self.lists.look()
        if not self.can_draw:
            return  # the lobby is being laid out again, or the app ends
        self.query_one("#keys", KeyLine).show(self.key_hints())  # others may have been chosen
        rows = self.query_one("#lists", MatchList)
        if self.lists.own - before and rows.cursor not in self.lists.own:
            rows.cursor = self.visitor.listing.mine[0].id

    @on(MatchList.Chosen)
    async def _chosen(self, event: MatchList.Chosen) -> None:
        match = self.lists.matches.get(event.id)
        if match is None or (event.row.joins and not self.flow.joins(match)):
            await self.lists.show(str(table_is_gone()))
        else:
            await self.enter(match)

    def action_go_to_joined(self) -> None:
        if self.lists.joined is not None:
            self.post_message(GoToMatch(self.lists.joined))

    async def enter(self, match: Match) -> None:
        """Go to a match, join a table, or ask what becomes of one's own."""
        if self.flow.joins(match):
            async with self._attempt():
                self._sit_down(await self.flow.join(match))
        elif match.state is not MatchStage.OPEN:
            self.post_message(GoToMatch(match))
        elif len(match.seats) > TWO:
            self.run_worker(self._at_table(match))
        elif match.challenged is not None:
            await self.lists.show(_("This table waits for {name}.").format(name=match.challenged_name))
        elif match.rated:
            words = _("This table is rated: it waits for a player with a key. {key:lobby.close}: close it.")
            await self.lists.show(words.format(key=KEY))
        else:
            self.run_worker(self._seat_bots(match))

    @work
    async def action_open_table(self, public: bool) -> None:
        asked = (
            _("A table that everyone sees. Esc: none.") if public else _("A table that only friends find. Esc: none.")
        )
        rating = "" if self.visitor.account.guest else match_text.about(self.visitor.own_lists.standing)
        wanted = await self._choose(lambda questions, last: questions.table(asked, last.terms, rating))
        if wanted is None:
            return
        async with self._attempt():
            match, word = await self.flow.open(wanted.terms, public=public)
            words = _("Your table is waiting. A friend can join with:\n{line}")
            if match_text.has_terms(match):
                words = _("Your table ({terms}) is waiting. A friend can join with:\n{line}")
            line, terms = self.public.ssh_line("join", word), match_text.terms(match)
            self.lists.announce(match.id, words.format(line=line, terms=terms))

    @asynccontextmanager
    async def _attempt(self) -> AsyncIterator[None]:
        """Say why something can't be done; else show what has come of it, with the cursor at a table to wait at."""
        before = self.lists.announced
        try:
            yield
        except NaishiError as error:
            self.lists.said = str(error)
        await self.lists.look()
        table, _words = announced = self.lists.announced
        if table and announced is not before:
            self.lists.point_at(table)

    def _sit_down(self, at: AtTable, more: str = "") -> None:
        """Go to the game, if it has begun; else say what one waits for."""
        if at.has_begun:
            self.post_message(GoToMatch(at.match))
        else:
            self.lists.announce(at.match.id, " ".join(filter(None, (at.said, more))))

    @work
    async def action_pair(self) -> None:
        """Find a player near in rating, or wait for one; as at the last table, if that had minutes."""
        terms = self._wanted.last(keys()[0]).terms
        close = _("{key:lobby.close}: close the table.").format(key=KEY)
        async with self._attempt():
            self._sit_down(await self.flow.pair(terms if is_live(terms.control) else None), close)

    async def action_close_table(self) -> None:
        if (match := self.lists.highlighted) is not None and self.flow.waits_at(match):
            await self._leave(match)
        else:
            await self.lists.hint(_("Only a table of yours that is still waiting can be closed."))

    async def _leave(self, table: Match) -> None:
        """Close a table, or leave it; where the game has just begun, that has been said."""
        async with self._attempt():
            try:
                self.lists.said = await self.flow.leave(table)
            except NaishiError:
                await self.lists.look()
                if self.lists.joined is None or self.lists.joined.id != table.id:
                    raise

    @work
    async def action_play_bot(self) -> None:
        wanted = await self._choose(lambda questions, last: questions.against_bots(last, self.visitor.tables))
        if wanted is not None:
            async with self._attempt():
                self.post_message(GoToMatch(await self.flow.against_bots(wanted.terms, wanted.bot)))

    async def _choose(self, question: Question) -> Wanted | None:
        """Ask about the kind of game that was chosen last here; at first, the kind of the newest game of one's own."""
        newest = max(self.visitor.listing.mine, key=lambda match: match.updated, default=None)
        first = keys()[0] if newest is None else newest.game
        return await self._wanted.choose(self.app.push_screen_wait, question, first)

    async def _seat_bots(self, table: Match) -> None:
        of_two = len(table.seats) == TWO
        asked = _("Which bot do you play? Esc: none.") if of_two else _("Which bots take the empty seats? Esc: none.")
        if table.control and len(table.seats) - len(table.empty) == 1:
            asked = _("Which bots take the empty seats, without a clock? Esc: none.")
            if of_two:
                asked = _("Which bot do you play, without a clock? Esc: none.")
        questions = questions_of(table.game)(table.game, self.app.push_screen_wait)
        if (bot := await questions.bot(asked)) is not None:
            await self._begin(table, bot)

    async def _at_table(self, table: Match) -> None:
        """Ask someone who waits at a table of more than two what becomes of it."""
        menu = TableMenu(table, self.visitor, self.flow)
        chosen = await self.app.push_screen_wait(menu)
        table = menu.table  # others may have come
        if chosen == BEGIN:
            await self._begin(table)
        elif chosen == BOTS:
            await self._seat_bots(table)
        elif chosen == CLOSE:
            await self._leave(table)

    async def _begin(self, table: Match, bot: str = "") -> None:
        self.lists.begun.add(table.id)
        async with self._attempt():
            self.post_message(GoToMatch(await self.visitor.tables.begin(table, bot)))
        if table.id in self.lists.waiting:  # it couldn't be begun
            self.lists.begun.discard(table.id)

    @work
    async def action_word(self) -> None:
        question = FindBy(_("Which word were you given? Esc: back."), self.visitor.find)
        match: Match | None = await self.app.push_screen_wait(question)
        if match is None:
            return
        rules = _("New here? {key:rules}: the rules of {game}.").format(key=KEY, game=kind_of(match.game).title())
        if await self.flow.agrees(match, always=True, more="" if self.visitor.listing.mine else rules):
            await self.enter(match)

    @work
    async def action_mix(self) -> None:
        """Add a word of one's own to the deal of the table under the cursor; at someone else's, sit down with it."""
        match = self.lists.highlighted
        if match is None or match.state is not MatchStage.OPEN:
            await self.lists.hint(_("Put the cursor on a table at which someone waits."))
            return
        try:
            question = f"{await self.flow.commitment(match)}\n{mix(joins=self.flow.joins(match))}"
        except NaishiError as error:
            await self.lists.show(str(error))
            return
        await self.app.push_screen_wait(AskLine(question, partial(self._mix, match)))

    async def _mix(self, match: Match, word: str) -> None:
        at = await self.flow.mix(match, word)
        if at.has_begun:
            self.post_message(GoToMatch(at.match))
        else:
            self.lists.said = at.said

    @work
    async def action_rename(self) -> None:
        question, shown = _("What name do you want from now on? Esc: back."), self.visitor.account

        async def accept(name: str) -> None:
            self.lists.said = await rename(self.visitor, name, shown)

        await self.app.push_screen_wait(AskLine(question, accept))
        self.lists.draw()

    async def recompose(self) -> None:
        await super().recompose()
        self.lists.draw()

    def action_tv(self) -> None:
        self.post_message(WatchTv())

    def action_people(self) -> None:
        self.post_message(ShowPeople())

    def action_account(self) -> None:
        self.post_message(ShowAccount())

    def action_history(self) -> None:
        self.post_message(ShowHistory())

    def action_tournaments(self) -> None:
        self.post_message(ShowTournaments())

    def action_learn(self) -> None:
        self.post_message(ShowLessons())

    def action_settings(self) -> None:
        self.post_message(ShowSettings())

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]], str]]:
        for command, action in DOES.items():
            if not COMMANDS[command].unlisted:
                yield offered(command), partial(self.run_action, action), _(COMMANDS[command].found_by)
