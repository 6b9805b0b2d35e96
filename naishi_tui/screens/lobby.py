"""The lobby: games of one's own, open tables, games to watch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.game.bot_names import player_name
from naishi.server import Match, MatchState, Visitor
from naishi.server.play import match_text, rating_text
from naishi.server.storage.terms import PLAIN, Terms
from naishi.text import deal_text
from naishi_tui.drawing import lobby_text
from naishi_tui.keys import bindings, named, shown
from naishi_tui.messages import Routed, ShowLessons, ShowRules, ShowSettings
from naishi_tui.public_address import PublicAddress
from naishi_tui.screen_stack import SETTLED
from naishi_tui.screens.account import AccountScreen
from naishi_tui.screens.choose_bot import MIX, ChooseBot
from naishi_tui.screens.choose_terms import ChooseTerms
from naishi_tui.screens.confirm import Confirm
from naishi_tui.screens.history import ShowHistory
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.lobby_lists import LobbyLists
from naishi_tui.screens.people import PeopleScreen
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.screens.tv_waiting import WatchTv
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.match_list import MatchList
from naishi_tui.widgets.text_rows import TextRows


@dataclass
class GoToMatch(Routed):
    """Come to a match."""

    match: Match


class ShowTournaments(Routed):
    """Show the tournaments."""


class LobbyScreen(SteadyScreen[None], Ground):
    """Where a visitor arrives, and where matches are left to."""

    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            {
                "lobby.table": "open_table(True)",
                "lobby.private": "open_table(False)",
                "lobby.bot": "play_bot",
                "lobby.word": "word",
                "lobby.mix": "mix",
                "lobby.tv": "tv",
                "lobby.people": "people",
                "lobby.tournaments": "tournaments",
                "lobby.account": "account",
                "lobby.rename": "rename",
                "lobby.close": "close_table",
                "lobby.joined": "go_to_joined",
                "lobby.history": "history",
                "lobby.learn": "learn",
                "lobby.settings": "settings",
                "lobby.menu": "app.command_palette",
                "lobby.rules": "rules",
                "lobby.quit": "app.quit",
            }
        ),
    ]

    def __init__(self, visitor: Visitor, public: PublicAddress) -> None:
        """Show the lobby to somebody.

        Args:
            visitor: Who has come.
            public: Where friends reach the server.
        """
        super().__init__()
        self.visitor, self.public = visitor, public
        self.lists = LobbyLists(self, visitor, public)
        self.terms = PLAIN
        """What was chosen for the newest game that was made here."""

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="notice")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names: first what leads to all the rest, then what strangers look for."""
        yield KeyHint("app.command_palette", shown("lobby.menu"), _("menu"))
        yield KeyHint("open_table(True)", shown("lobby.table"), _("table"))
        yield KeyHint("play_bot", shown("lobby.bot"), _("bot"))
        yield KeyHint("word", shown("lobby.word"), _("word"))
        yield KeyHint("tournaments", shown("lobby.tournaments"), _("tournaments"))
        yield KeyHint("people", shown("lobby.people"), _("players"))
        yield KeyHint("tv", shown("lobby.tv"), _("TV"), minor=True)
        yield KeyHint("history", shown("lobby.history"), _("finished"), minor=True)
        yield KeyHint("account", shown("lobby.account"), _("account"), minor=True)
        yield KeyHint("settings", shown("lobby.settings"), _("settings"), minor=True)
        yield KeyHint("learn", shown("lobby.learn"), _("learn"), minor=True)
        yield KeyHint("open_table(False)", shown("lobby.private"), _("private"), minor=True)
        yield KeyHint("rename", shown("lobby.rename"), _("name"), minor=True)
        yield KeyHint("rules", shown("lobby.rules"), _("rules"), minor=True)
        yield KeyHint("app.quit", shown("lobby.quit"), _("quit"))

    def on_mount(self) -> None:
        """Draw the lists, and follow them."""
        self.lists.draw()
        self._follow_lists()
        self._follow_public_lists()
        self._follow_clocks()

    @work
    async def _follow_lists(self) -> None:
        await self.lists.follow()

    @work
    async def _follow_public_lists(self) -> None:
        await self.lists.follow_public_lists()

    @work
    async def _follow_clocks(self) -> None:
        await self.lists.follow_clocks()

    def on_key(self) -> None:
        """Say no more what was said of the last key."""
        self.lists.key_pressed()

    async def on_screen_resume(self) -> None:
        """Draw what has changed meanwhile. New games of one's own, as by a code, come under the cursor."""
        self.app.delay_update(SETTLED)
        before = self.lists.own
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
        if match is None or (event.row.joins and not self.lists.joins(match)):
            await self.lists.show(_("This table is gone: it was closed, or someone else has just joined."))
        else:
            await self._enter(match)

    async def _enter(self, match: Match) -> None:
        """Go to a match, join a table, or offer a bot the empty seat of one's own."""
        if self.lists.joins(match):
            await self._try(self._join(match))
        elif match.state is MatchState.OPEN and match.challenged is not None:
            await self.lists.show(_("This table waits for {name}.").format(name=match.challenged_name))
        elif match.state is MatchState.OPEN and match.rated:
            await self.lists.show(_("This table is rated: it waits for a player with a key. d: close it."))
        elif match.state is MatchState.OPEN:
            self._ask_bot(match)
        else:
            self.post_message(GoToMatch(match))

    async def _join(self, match: Match) -> None:
        self.post_message(GoToMatch(await self.visitor.join(match)))

    def action_go_to_joined(self) -> None:
        """Go to the match that somebody has just joined."""
        if self.lists.joined is not None:
            self.post_message(GoToMatch(self.lists.joined))

    @work
    async def action_open_table(self, public: bool) -> None:
        """Make a table."""
        everyone, friends = _("A table that everyone sees. Esc: none."), _("A table that only friends find. Esc: none.")
        if (terms := await self._choose_terms(everyone if public else friends)) is None:
            return

        async def make() -> None:
            match = await self.visitor.open_table(terms, public=public)
            line = self.public.ssh_line("join", match.id if public else match.invite)
            waiting = _("Your table is waiting. A friend can join with:\n{line}")
            with_it = _("Your table with Legends & Travellers is waiting. A friend can join with:\n{line}")
            with_terms = _("Your table ({terms}) is waiting. A friend can join with:\n{line}")
            words = with_terms if match.control or match.rated else with_it if match.expansion else waiting
            self.lists.said = words.format(line=line, terms=match_text.terms(match))
            self.lists.announced = match.id, self.lists.said

        before = self.lists.announced
        await self._try(make())
        if self.lists.announced != before:
            self.query_one("#lists", MatchList).cursor = self.lists.announced[0]

    async def action_close_table(self) -> None:
        """Close the table of one's own under the cursor."""
        match = self.lists.highlighted
        me = self.visitor.account.id
        if match is not None and match.state is MatchState.OPEN and me in {match.host, match.challenged}:
            await self._try(self.visitor.close_table(match))
        else:
            await self.lists.hint(_("Only a table of yours that is still waiting can be closed."))

    def action_play_bot(self) -> None:
        """Play a bot."""
        self._ask_bot(None)

    @work
    async def _ask_bot(self, table: Match | None) -> None:
        """Have a bot take the empty seat of a table, or of a new one."""
        no_clock = table is not None and table.control
        which = (
            _("Which bot do you play, without a clock? Esc: none.")
            if no_clock
            else _("Which bot do you play? Esc: none.")
        )
        while (kind := await self.app.push_screen_wait(ChooseBot(which, mixes=table is None))) == MIX:
            await self._mix_for_bot()
        if kind is None:
            return
        question = _("A game against {name}. Esc: none.").format(name=player_name(kind))
        if table is None and await self._choose_expansion(question) is None:
            return
        expansion = self.terms.expansion if table is None else table.expansion

        async def play() -> None:
            match = await self.visitor.play_bot(kind, table, expansion=expansion)
            self.post_message(GoToMatch(match))

        await self._try(play())

    async def _mix_for_bot(self) -> None:
        """Add a word of one's own to the deal of the next game against a bot."""
        deal = self.visitor.bot_deal

        async def add(word: str) -> None:
            deal.add(word)

        committed = deal_text.committed(deal.commitment)
        await self.app.push_screen_wait(AskLine(f"{committed}\n{lobby_text.mix(joins=False)}", add))

    async def _choose_expansion(self, question: str) -> Terms | None:
        """Ask whether a game against a bot is played with the expansion; None for no game."""
        chosen = await self.app.push_screen_wait(ChooseTerms(question, self.terms, with_clock=False))
        if chosen is not None:
            self.terms = replace(self.terms, expansion=chosen.expansion)
        return chosen

    async def _choose_terms(self, question: str) -> Terms | None:
        """Ask what is played at a new table, whoever has a key also whether it is rated; None for no table."""
        rating = "" if self.visitor.account.guest else rating_text.about(self.visitor.standing)
        chosen = await self.app.push_screen_wait(ChooseTerms(question, self.terms, rating=rating))
        if chosen is not None:
            self.terms = chosen
        return chosen

    @work
    async def action_word(self) -> None:
        """Join or watch by a word."""
        found: list[Match] = []

        async def find(word: str) -> None:
            found.append(await self.visitor.find(word))

        if not await self.app.push_screen_wait(AskLine(_("Which word were you given? Esc: back."), find)):
            return
        match = found[-1]
        if self.lists.joins(match) and match_text.has_terms(match):
            question = Confirm(lobby_text.sit_down(match), harmless=True)
            if not await self.app.push_screen_wait(question):
                return
        await self._enter(match)

    @work
    async def action_mix(self) -> None:
        """Add a word of one's own to the deal of the table under the cursor; at somebody else's, sit down with it."""
        match = self.lists.highlighted
        if match is None or match.state is not MatchState.OPEN:
            await self.lists.hint(_("Put the cursor on a table at which someone waits."))
            return
        try:
            committed = deal_text.committed(await self.visitor.commitment(match))
        except NaishiError as error:
            await self.lists.show(str(error))
            return
        joins = self.lists.joins(match)
        await self.app.push_screen_wait(
            AskLine(f"{committed}\n{lobby_text.mix(joins=joins)}", partial(self._mix, match, joins))
        )

    async def _mix(self, match: Match, joins: bool, word: str) -> None:
        if joins:
            self.post_message(GoToMatch(await self.visitor.join(match, word)))
        else:
            await self.visitor.give_word(match, word)
            self.lists.said = _("Your words are added to the deal.")

    @work
    async def action_people(self) -> None:
        """Show the players."""
        screen = PeopleScreen(self.visitor)
        await screen.load()  # so that the first frame has them in it
        if self.is_active:
            self.app.push_screen(screen)

    @work
    async def action_account(self) -> None:
        """Show the account."""
        screen = AccountScreen(self.visitor, self.public)
        await screen.load()  # so that the first frame has the keys in it
        if self.is_active:  # else another screen was quicker
            self.app.push_screen(screen)

    @work
    async def action_rename(self) -> None:
        """Take another name."""
        question, shown = _("What name do you want from now on? Esc: back."), self.visitor.account

        async def accept(name: str) -> None:
            if self.visitor.account.id != shown.id:
                raise NaishiError(_("Your account has changed meanwhile."))
            await self.visitor.rename(name)

        await self.app.push_screen_wait(AskLine(question, accept))
        self.lists.draw()

    async def recompose(self) -> None:
        """Lay out the lobby again, in another language."""
        await super().recompose()
        self.lists.draw()

    def action_tv(self) -> None:
        """Watch one public game after the other."""
        self.post_message(WatchTv())

    def action_history(self) -> None:
        """Show the finished games."""
        self.post_message(ShowHistory())

    def action_tournaments(self) -> None:
        """Show the tournaments."""
        self.post_message(ShowTournaments())

    def action_learn(self) -> None:
        """Show the lessons and the puzzles."""
        self.post_message(ShowLessons())

    def action_settings(self) -> None:
        """Show the settings."""
        self.post_message(ShowSettings())

    def action_rules(self) -> None:
        """Show the rules."""
        self.post_message(ShowRules())

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return what the command palette offers here: words, and a function that does it."""
        for words, action in (
            (named(_("Make a table that everyone sees (n)"), "lobby.table"), "open_table(True)"),
            (named(_("Make a table that only friends find (p)"), "lobby.private"), "open_table(False)"),
            (named(_("Play a bot (b)"), "lobby.bot"), "play_bot"),
            (named(_("Join or watch a game by its word (w)"), "lobby.word"), "word"),
            (named(_("Add a word of yours to the deal of a table (m)"), "lobby.mix"), "mix"),
            (named(_("TV: the most interesting game in progress (v)"), "lobby.tv"), "tv"),
            (named(_("The players: who is here, and the ranking (o)"), "lobby.people"), "people"),
            (named(_("Tournaments (u)"), "lobby.tournaments"), "tournaments"),
            (named(_("Your account: keys, and codes to come back by (c)"), "lobby.account"), "account"),
            (named(_("Your finished games (h)"), "lobby.history"), "history"),
            (named(_("Change your name (e)"), "lobby.rename"), "rename"),
            (named(_("Close the table of yours under the cursor (d)"), "lobby.close"), "close_table"),
            (named(_("Lessons, puzzles and the puzzle of the day (t)"), "lobby.learn"), "learn"),
            (named(_("Settings, language and keys (s)"), "lobby.settings"), "settings"),
            (named(_("Read the rules (r)"), "lobby.rules"), "rules"),
        ):
            yield words, partial(self.run_action, action)

    async def _try(self, act: Awaitable[object]) -> None:
        """Do something, or say why it can't be done."""
        try:
            await act
        except NaishiError as error:
            self.lists.said = str(error)
        await self.lists.look()
