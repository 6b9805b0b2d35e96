"""The lobby: games of one's own, open tables, games to watch."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, ngettext
from naishi.server import Match, MatchState, Visitor
from naishi.server.play import match_text
from naishi_tui.drawing import lobby_text
from naishi_tui.keys import bindings, named, shown
from naishi_tui.messages import Routed, ShowRules, ShowSettings
from naishi_tui.public_address import PublicAddress
from naishi_tui.screen_stack import SETTLED
from naishi_tui.screens.account import AccountScreen
from naishi_tui.screens.choose_bot import ChooseBot
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.match_list import MatchList, MatchRow
from naishi_tui.widgets.text_rows import Span, TextRows

REDRAWN = 0.25
"""Seconds between two drawings of the lists, however much happens."""
AT_ONCE = 20
"""How many visitors may draw a change of the public lists in a second; where there are more, each waits a little."""


@dataclass
class GoToMatch(Routed):
    """Come to a match."""

    match: Match


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
                "lobby.account": "account",
                "lobby.rename": "rename",
                "lobby.close": "close_table",
                "lobby.joined": "go_to_joined",
                "lobby.settings": "settings",
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
        self.matches: dict[str, Match] = {}
        self.own: frozenset[str] = frozenset()
        """The games of one's own that were drawn last."""
        self.waiting: frozenset[str] = frozenset()
        """The tables of one's own at which nobody has joined."""
        self.announced = "", ""
        """The table of one's own that was made last, and what was said of it."""
        self.joined: Match | None = None
        """A match that has just begun at a table of one's own."""
        self.said = ""

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="notice")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("open_table(True)", shown("lobby.table"), _("table"))
        yield KeyHint("open_table(False)", shown("lobby.private"), _("private"), minor=True)
        yield KeyHint("play_bot", shown("lobby.bot"), _("bot"))
        yield KeyHint("word", shown("lobby.word"), _("word"))
        yield KeyHint("account", shown("lobby.account"), _("account"))
        yield KeyHint("rename", shown("lobby.rename"), _("name"), minor=True)
        yield KeyHint("settings", shown("lobby.settings"), _("settings"))
        yield KeyHint("rules", shown("lobby.rules"), _("rules"), minor=True)
        yield KeyHint("app.quit", shown("lobby.quit"), _("quit"))

    def on_mount(self) -> None:
        """Draw the lists, and follow them."""
        self.draw()
        self._follow()
        self._follow_public_lists()

    async def on_screen_resume(self) -> None:
        """Draw what has changed meanwhile. New games of one's own, as by a code, come under the cursor."""
        self.app.delay_update(SETTLED)
        before = self.own
        await self.look()
        if not self.can_draw:
            return  # the lobby is being laid out again, or the app ends
        self.query_one("#keys", KeyLine).show(self.key_hints())  # others may have been chosen
        lists = self.query_one("#lists", MatchList)
        if self.own - before and lists.cursor not in self.own:
            lists.cursor = self.visitor.listing.mine[0].id

    @work
    async def _follow(self) -> None:
        """Draw at once what has changed in one's own games; the bell rings below a game, too."""
        async for _change in self.visitor.changes():
            if self.is_current or self.waiting:
                await self.look()
            await asyncio.sleep(REDRAWN)

    @work
    async def _follow_public_lists(self) -> None:
        """Draw what has changed for everybody, not at the same moment as everybody else."""
        lobby = self.visitor.lobby
        async for _change in lobby.public.changes.since(lobby.public.changes.newest):
            crowd = len(lobby.visitors) / AT_ONCE
            await asyncio.sleep(max(REDRAWN, random.uniform(0.5, 1.5) * crowd))  # noqa: S311 - no secret
            if self.is_current:
                self.draw()

    async def look(self) -> None:
        """Fetch what has changed, and draw it."""
        listing = await self.visitor.refresh()
        waiting = self.waiting  # from now on nobody else looks before this is done: each join is told once
        self.waiting = frozenset(match.id for match in listing.mine if match.state is MatchState.OPEN)
        announced, words = self.announced
        if announced in waiting - self.waiting and self.said == words:  # closed, or somebody has joined
            self.said = ""
        for match in listing.mine:
            if match.id in waiting - self.waiting:
                self._tell_of_join(match)
        if self.is_current:
            self.draw()

    def _tell_of_join(self, match: Match) -> None:
        """Tell that somebody has sat down at a table, unless the player did that by seating a bot."""
        seat = match.seat_of(self.visitor.account.id)
        if seat is not None and match.seats[1 - seat] is not None:
            self.app.bell()
            self.joined = match
            words = named(_("{name} has joined your table. g: go there."), "lobby.joined")
            self.said = words.format(name=match.names[1 - seat])

    async def show(self, said: str = "") -> None:
        """Draw the lists, and a line below them."""
        self.said = said or self.said
        await self.look()

    def came_to(self, match: str) -> None:
        """Take note that the visitor has gone to a match: what was said last is done with."""
        if self.joined is None or self.joined.id == match:
            self.joined, self.said = None, ""

    async def back_from(self, match: str) -> None:
        """Draw the lists, the cursor at the match that the visitor has left."""
        await self.look()
        self.query_one("#lists", MatchList).cursor = match

    def draw(self) -> None:
        """Draw the lists, if anything in them has changed."""
        if not self.can_draw:
            return  # the lobby is being laid out again, and drawn after that, or the app ends
        account = self.visitor.account
        for line, words in (("#notice", self._notice()), ("#said", self.said)):
            shown = self.query_one(line, Static)
            if str(shown.content) != words:  # else the whole screen would be laid out anew
                shown.update(Content(words))
        rows = tuple(self._rows())
        turns = sum(match.is_turn_of(account.id) for match in self.matches.values())
        waiting = ngettext("your turn in {count} game", "your turn in {count} games", turns) if turns else ""
        self.query_one("#heading", TextRows).rows = (
            (Span(" NAISHI ", "title"), Span(f" {account.name}  "), Span(waiting, "mark")),
        )
        self.query_one("#lists", MatchList).rows = rows

    def _notice(self) -> str:
        """Tell a new guest how to come back, and everybody else of a key that asks to be added."""
        visitor = self.visitor
        if visitor.credentials.link_request is not None:
            return _("A key asks to be added to your account: c.")
        if not visitor.code:
            return ""
        words = _("You are {name}. To come back to your games, keep this code: {code}")
        return words.format(name=visitor.account.name, code=visitor.code)

    def _rows(self) -> Iterator[MatchRow]:
        account, listing = self.visitor.account, self.visitor.listing
        self.matches = {match.id: match for match in (*listing.mine, *listing.open, *listing.watchable)}
        self.own = frozenset(match.id for match in listing.mine)
        sections = (
            (_("Your games"), listing.mine, _("none yet: n makes a table, b plays a bot")),
            (_("Open tables"), listing.open, _("none") if listing.mine else self._invitation()),
            (_("Games to watch"), listing.watchable, _("none")),
        )
        for title, matches, nothing in sections:
            yield MatchRow(None, title, bold=True)
            if not matches:
                yield MatchRow(None, f"  {nothing}")
            for match in matches:
                words = lobby_text.row(match, account.id)
                bold = match_text.calls(match, account.id)
                yield MatchRow(match.id, f"  {words}", bold=bold, joins=self._joins(match))

    def _invitation(self) -> str:
        """Say how to get somebody to play with, or a bot: the lobby is empty."""
        words = _("No one is waiting. Make a table (n) and bring a friend by {line}, or play a bot now (b).")
        return named(words, "lobby.table", "lobby.bot").format(line=self.public.ssh_line())

    def _joins(self, match: Match) -> bool:
        """Whether to choose a match is to sit down at somebody else's table."""
        return match.state is MatchState.OPEN and match.host != self.visitor.account.id

    @on(MatchList.Chosen)
    async def _chosen(self, event: MatchList.Chosen) -> None:
        match = self.matches.get(event.id)
        if match is None or (event.row.joins and not self._joins(match)):
            await self.show(_("This table is gone: it was closed, or someone else has just joined."))
        else:
            await self._enter(match)

    async def _enter(self, match: Match) -> None:
        """Go to a match, join a table, or offer a bot the empty seat of one's own."""
        if self._joins(match):
            await self._try(self._join(match))
        elif match.state is MatchState.OPEN:
            self._ask_bot(match)
        else:
            self.post_message(GoToMatch(match))

    async def _join(self, match: Match) -> None:
        self.post_message(GoToMatch(await self.visitor.join(match)))

    def action_go_to_joined(self) -> None:
        """Go to the match that somebody has just joined."""
        if self.joined is not None:
            self.post_message(GoToMatch(self.joined))

    async def action_open_table(self, public: bool) -> None:
        """Make a table."""

        async def make() -> None:
            match = await self.visitor.open_table(public=public)
            line = self.public.ssh_line("join", match.id if public else match.invite)
            self.said = _("Your table is waiting. A friend can join with:\n{line}").format(line=line)
            self.announced = match.id, self.said

        before = self.announced
        await self._try(make())
        if self.announced != before:
            self.query_one("#lists", MatchList).cursor = self.announced[0]

    async def action_close_table(self) -> None:
        """Close the table of one's own under the cursor."""
        match = self._highlighted()
        if match is not None and match.state is MatchState.OPEN and match.host == self.visitor.account.id:
            await self._try(self.visitor.close_table(match))
        else:
            await self.show(_("Only a table of yours that is still waiting can be closed."))

    def action_play_bot(self) -> None:
        """Play a bot."""
        self._ask_bot(None)

    @work
    async def _ask_bot(self, table: Match | None) -> None:
        """Have a bot take the empty seat of a table, or of a new one."""
        kind = await self.app.push_screen_wait(ChooseBot(_("Which bot do you play? Esc: none.")))
        if kind is None:
            return

        async def play() -> None:
            self.post_message(GoToMatch(await self.visitor.play_bot(kind, table)))

        await self._try(play())

    @work
    async def action_word(self) -> None:
        """Join or watch by a word."""
        found: list[Match] = []

        async def find(word: str) -> None:
            found.append(await self.visitor.find(word))

        if await self.app.push_screen_wait(AskLine(_("Which word were you given? Esc: back."), find)):
            await self._enter(found[-1])

    @work
    async def action_account(self) -> None:
        """Show the account."""
        screen = AccountScreen(self.visitor)
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
        self.draw()

    async def recompose(self) -> None:
        """Lay out the lobby again, in another language."""
        await super().recompose()
        self.draw()

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
            (named(_("Your account: keys, and codes to come back by (c)"), "lobby.account"), "account"),
            (named(_("Change your name (e)"), "lobby.rename"), "rename"),
            (named(_("Settings, language and keys (s)"), "lobby.settings"), "settings"),
            (named(_("Read the rules (r)"), "lobby.rules"), "rules"),
        ):
            yield words, partial(self.run_action, action)

    def _highlighted(self) -> Match | None:
        return self.matches.get(self.query_one("#lists", MatchList).cursor or "")

    async def _try(self, act: Awaitable[object]) -> None:
        """Do something, or say why it can't be done."""
        try:
            await act
        except NaishiError as error:
            self.said = str(error)
        await self.look()
