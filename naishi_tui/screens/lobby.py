"""The lobby: games of one's own, open tables, games to watch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from naishi.errors import NaishiError
from naishi.i18n import _, ngettext
from naishi.server import Match, MatchState
from naishi_tui.drawing import lobby_text
from naishi_tui.keys import Keymap
from naishi_tui.messages import ChangeSettings, Command, ShowSettings
from naishi_tui.screens.choose_bot import ChooseBot
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.rules import Rules
from naishi_tui.screens.sized_screen import SizedScreen
from naishi_tui.terminal.input_guard import SETTLED
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.menu import Menu
from naishi_tui.widgets.text_rows import Span, TextRows

if TYPE_CHECKING:
    from naishi_tui.visitor import Visitor

REDRAWN = 0.25
"""Seconds between two drawings of the lists, however much happens."""


@dataclass
class GoToMatch(Message):
    """Come to a match."""

    match: Match


class LobbyScreen(SizedScreen[None]):
    """Where a visitor arrives, and where matches are left to."""

    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "open_table(True)", show=False),
        Binding("p", "open_table(False)", show=False),
        Binding("b", "play_bot", show=False),
        Binding("w", "word", show=False),
        Binding("c", "code", show=False),
        Binding("e", "rename", show=False),
        Binding("d", "close_table", show=False),
        Binding("s", "settings", show=False),
        Binding("r,f1", "rules", show=False),
        Binding("q", "app.quit", show=False),
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def __init__(self, visit: Visitor) -> None:
        super().__init__()
        self.visit = visit
        self.matches: dict[str, Match] = {}
        self.waiting: frozenset[str] = frozenset()
        """The tables of one's own at which nobody has joined."""
        self.said = ""

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield Menu(id="lists", compact=True)
        yield Static("", id="code")
        yield Static("", id="said")
        yield KeyLine(
            [
                KeyHint("open_table(True)", "n", _("table")),
                KeyHint("open_table(False)", "p", _("private"), minor=True),
                KeyHint("play_bot", "b", _("bot")),
                KeyHint("word", "w", _("word")),
                KeyHint("code", "c", _("codes")),
                KeyHint("rename", "e", _("name"), minor=True),
                KeyHint("settings", "s", _("settings")),
                KeyHint("rules", "r", _("rules"), minor=True),
                KeyHint("app.quit", "q", _("quit")),
            ],
            id="keys",
        )

    def on_mount(self) -> None:
        """Draw the lists, and follow them."""
        self.draw()
        self._follow()

    def on_screen_resume(self) -> None:
        """Draw what has changed meanwhile."""
        self.app.delay_update(SETTLED)
        self.draw()

    @work
    async def _follow(self) -> None:
        async for _change in self.visit.lobby.changes():
            waiting = self.waiting
            if self.app.screen is self:  # below a game, drawing would repaint the whole game too
                self.draw()
            for match in waiting:
                self._tell_if_joined(match)
            await asyncio.sleep(REDRAWN)

    def _tell_if_joined(self, table: str) -> None:
        """Tell if somebody has sat down at a table, unless the player did that by seating a bot."""
        try:
            match = self.visit.lobby.matches.get(table)
        except NaishiError:  # it was closed
            return
        seat = match.seat_of(self.visit.account.id)
        if match.state is MatchState.OPEN or seat is None:
            return
        self.waiting -= {table}
        if match.seats[1 - seat] is not None:
            self.app.bell()
            self.said = _("{name} has joined your table. Enter: play.").format(name=match.names[1 - seat])
            if self.app.screen is self:
                self.draw()

    def show(self, said: str = "") -> None:
        """Draw the lists, and a line below them."""
        self.said = said or self.said
        self.draw()

    def draw(self) -> None:
        """Draw the lists, if anything in them has changed."""
        account = self.visit.account
        self.query_one("#code", Static).update(Content(self._code()))
        self.query_one("#said", Static).update(Content(self.said))
        options = list(self._options())
        turns = sum(match.is_turn_of(account.id) for match in self.matches.values())
        waiting = ngettext("your turn in {count} game", "your turn in {count} games", turns) if turns else ""
        self.query_one("#heading", TextRows).rows = (
            (Span(" NAISHI ", "title"), Span(f" {account.name}  "), Span(waiting, "mark")),
        )
        lists = self.query_one("#lists", OptionList)
        now = [(str(option.prompt), option.id) for option in options]
        if now == [(str(option.prompt), option.id) for option in lists.options]:
            return
        at = lists.highlighted_option.id if lists.highlighted_option is not None else None
        lists.clear_options()
        lists.add_options(options)
        enabled = [number for number, option in enumerate(options) if not option.disabled]
        same = [number for number in enabled if options[number].id == at]
        lists.highlighted = next(iter(same or enabled), None)

    def _code(self) -> str:
        """Tell a new guest how to come back."""
        if not self.visit.code:
            return ""
        words = _("You are {name}. To come back to your games, keep this code: {code}")
        return words.format(name=self.visit.account.name, code=self.visit.code)

    def _options(self) -> Iterator[Option]:
        account = self.visit.account
        listing = self.visit.lobby.list(account.id)
        self.matches = {match.id: match for match in (*listing.mine, *listing.open, *listing.watchable)}
        self.waiting = frozenset(match.id for match in listing.mine if match.state is MatchState.OPEN)
        sections = (
            (_("Your games"), listing.mine, _("none yet: n makes a table, b plays a bot")),
            (_("Open tables"), listing.open, _("none")),
            (_("Games to watch"), listing.watchable, _("none")),
        )
        for number, (title, matches, nothing) in enumerate(sections):
            yield Option(Content.styled(title, "bold"), disabled=True, id=f"title {number}")
            if not matches:
                yield Option(Content(f"  {nothing}"), disabled=True, id=f"nothing {number}")
            for match in matches:
                style = "bold" if lobby_text.calls(match, account.id) else ""
                yield Option(Content.styled(f"  {lobby_text.row(match, account.id)}", style), id=match.id)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        match = self.matches.get(event.option_id or "")
        if match is None:
            return
        if match.state is not MatchState.OPEN:
            self.post_message(GoToMatch(match))
        elif match.host == self.visit.account.id:
            self._ask_bot(match)
        else:
            self._try(lambda: self.post_message(GoToMatch(self.visit.lobby.join(match, self.visit.account))))

    def action_open_table(self, public: bool) -> None:
        """Make a table."""

        def make() -> None:
            self.visit.count_game()
            match = self.visit.lobby.open_table(self.visit.account, public=public)
            word = match.id if public else match.invite
            self.said = _("Your table is waiting. A friend can join with: ssh -t … join {word}").format(word=word)

        self._try(make)

    def action_close_table(self) -> None:
        """Close the table of one's own under the cursor."""
        if (match := self._highlighted()) is not None and match.state is MatchState.OPEN:
            self.visit.lobby.close_table(match, self.visit.account)
            self.draw()

    def action_play_bot(self) -> None:
        """Play a bot."""
        self._ask_bot(None)

    @work
    async def _ask_bot(self, table: Match | None) -> None:
        """Have a bot take the empty seat of a table, or of a new one."""
        kind = await self.app.push_screen_wait(ChooseBot(_("Which bot do you play? Esc: none.")))
        if kind is None:
            return
        lobby, account = self.visit.lobby, self.visit.account

        def play() -> None:
            self.visit.count_game()
            match = lobby.play_bot(account, kind) if table is None else lobby.seat_bot(table, account, kind)
            self.post_message(GoToMatch(match))

        self._try(play)

    @work
    async def action_word(self) -> None:
        """Join or watch by a word."""
        found: list[Match] = []
        question = _("Which word were you given? Esc: back.")
        if not await self.app.push_screen_wait(AskLine(question, lambda word: found.append(self.visit.find(word)))):
            return
        (match,) = found
        if match.state is MatchState.OPEN and match.host != self.visit.account.id:
            self._try(lambda: self.post_message(GoToMatch(self.visit.lobby.join(match, self.visit.account))))
        else:
            self.post_message(GoToMatch(match))

    @work
    async def action_code(self) -> None:
        """Show the code that links another key, and take one."""
        question = _("Enter a code that you were given. Esc: back.")
        if self.visit.fingerprint is not None:
            code = self.visit.lobby.players.link_code(self.visit.account.id)
            question = _(
                "To play under your name with another key, connect with that key, press c, and enter this code "
                "within ten minutes:\n\n  {code}\n\nOr enter a code here. Esc: back."
            ).format(code=code)
        if await self.app.push_screen_wait(AskLine(question, self.visit.use_code)):
            self.post_message(ChangeSettings(self.visit.layers()))
            self.show(_("Welcome back, {name}.").format(name=self.visit.account.name))

    @work
    async def action_rename(self) -> None:
        """Take another name."""

        def rename(name: str) -> None:
            self.visit.account = self.visit.lobby.players.rename(self.visit.account.id, name)

        await self.app.push_screen_wait(AskLine(_("What name do you want from now on? Esc: back."), rename))
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
        self.app.push_screen(Rules(Keymap(self.visit.layers().effective.keys)))

    def action_move(self, step: int) -> None:
        """Move in the lists."""
        lists = self.query_one("#lists", OptionList)
        lists.action_cursor_down() if step > 0 else lists.action_cursor_up()

    def commands(self) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
        """Return what the command palette offers here: words, and a function that does it."""
        for words, action in (
            (_("Make a table that everyone sees (n)"), "open_table(True)"),
            (_("Make a table that only friends find (p)"), "open_table(False)"),
            (_("Play a bot (b)"), "play_bot"),
            (_("Join or watch a game by its word (w)"), "word"),
            (_("Codes: come back as a guest, or add a key (c)"), "code"),
            (_("Change your name (e)"), "rename"),
            (_("Settings, language and keys (s)"), "settings"),
            (_("Read the rules (r)"), "rules"),
        ):
            yield words, partial(self.run_action, action)

    @on(Command)
    async def _command_clicked(self, event: Command) -> None:
        await self.run_action(event.id)

    def _highlighted(self) -> Match | None:
        option = self.query_one("#lists", OptionList).highlighted_option
        return self.matches.get(option.id or "") if option is not None else None

    def _try(self, act: Callable[[], object]) -> None:
        """Do something, or say why it can't be done."""
        try:
            act()
        except NaishiError as error:
            self.said = str(error)
        self.draw()
