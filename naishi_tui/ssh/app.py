"""The app of one terminal at a server: the lobby, and the match that it has come to."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from textual import events, on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen

from naishi.common import i18n
from naishi.common.errors import NaishiError
from naishi.common.i18n import _, find_language
from naishi.rules.phase import Phase
from naishi.server import Match, MatchParticipant, MatchState, Visitor
from naishi.sessions import Ask
from naishi.settings.layers import Layers
from naishi.settings.schema import Settings
from naishi_tui.drawing import theme
from naishi_tui.drawing.ascii import Ascii
from naishi_tui.messages import ChangeSettings, LeaveGame, Rematch, ShowNextScreen, ShowSettings
from naishi_tui.preferences import OFFERED, layers_of
from naishi_tui.public_address import PublicAddress
from naishi_tui.screen_stack import show_above_home
from naishi_tui.screens.account import AccountScreen
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.gift import Gift
from naishi_tui.screens.lobby import GoToMatch, LobbyScreen
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.lobby_match import MatchScore, MatchTable, MatchWatching
from naishi_tui.screens.lobby_settings import LobbySettings
from naishi_tui.screens.match_menu import MatchMenu
from naishi_tui.screens.ninja import Ninja
from naishi_tui.screens.palette import Palette
from naishi_tui.screens.too_small import ask_for_room
from naishi_tui.ssh.stylesheet import SharedStylesheet
from naishi_tui.terminal.input_guard import InputGuard
from naishi_tui.terminal.timers import fire_late_timers

if TYPE_CHECKING:
    from naishi_tui.ssh.initial_command import InitialCommand


class FollowRematch(Message):
    """Go to the match that has followed the one on the screen."""


class AccountChanged(Message):
    """Look again whose terminal this is, and what somebody else has done about the account."""


class LobbyApp(App[None]):
    """What a visitor sees: the lobby below, and one match above it."""

    TITLE = "Naishi"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["../app.tcss", "../screens/lobby.tcss"]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("x", "match_menu", show=False),
    ]

    def __init__(
        self, visitor: Visitor, command: InitialCommand, public: PublicAddress, *, plain_colours: bool = False
    ) -> None:
        """Begin.

        Args:
            visitor: Who has come.
            command: Where to go at once.
            public: Where friends reach the server.
            plain_colours: Whether the terminal shows sixteen colours or fewer.
        """
        super().__init__()
        # Nothing of the server's own terminal or environment may reach this one.
        self.no_color = False
        self._filters = [each for each in self._filters if type(each).__name__ not in {"Monochrome", "NoColor"}]
        self.console = Console(
            color_system="truecolor", file=self.console.file, force_terminal=True, legacy_windows=False,
            markup=True, highlight=False, emoji=False, safe_box=False, soft_wrap=False, _environ={},
        )  # fmt: skip
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        # Textual puts these in the place of the process's own while an app runs; with several apps that end in any
        # order, what one has put there would stay.
        self._capture_stdout, self._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
        for each in theme.THEMES:
            self.register_theme(each)
        self.visitor, self.public = visitor, public
        self.layers: Layers = layers_of(visitor)
        self._plain_colours = plain_colours
        self._ascii = Ascii()
        self.theme = self.settings.theme
        self.guard = InputGuard(self)
        fire_late_timers(self)
        self.participant: MatchParticipant | None = None
        self._player, self._news, self._request = visitor.account.id, visitor.news, visitor.link_request
        self._account_changes = visitor.changes()
        self._command = command
        self._told = ""

    @property
    def settings(self) -> Settings:
        """The visitor's settings, as far as the terminal can follow them."""
        settings = self.layers.effective
        return replace(settings, theme="terminal") if self._plain_colours else settings

    @property
    def farewell(self) -> str:
        """What stays on the terminal once the app has ended: how a guest comes back."""
        words = _("To come back to your games, connect, press c and enter this code: {code}")
        return words.format(code=self.visitor.code) if self.visitor.code else ""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Translate every line that is drawn, where the visitor wants ASCII."""
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self.settings.ascii else filters

    def get_default_screen(self) -> LobbyScreen:
        """Begin in the lobby."""
        return LobbyScreen(self.visitor, self.public)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what can be done on a screen, and to leave; nothing that reads or writes files here."""
        if isinstance(screen, GameScreen | LobbyScreen):
            for words, run_command in screen.commands():
                yield SystemCommand(words, "", run_command)
        if isinstance(screen, GameScreen) and self.participant is not None and self.participant.requests:
            yield SystemCommand(_menu_of(self.participant), "", self.action_match_menu)
        yield SystemCommand(_("Leave; your games wait for you"), "", self.action_quit)

    def action_command_palette(self) -> None:
        """Show the commands, once."""
        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    def copy_to_clipboard(self, text: str) -> None:
        """Copy nothing: what is copied here would be sent as a command to the terminal."""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for input that was meant for another screen."""
        if self.guard.admits(event):
            await super().on_event(event)

    def on_load(self) -> None:
        """Speak the visitor's language before anything is drawn."""
        self._apply_settings()

    def on_mount(self) -> None:
        """Ask who it is on the first visit, and go where the visitor wants to."""
        self._begin()
        self._follow_account()

    def _apply_settings(self) -> None:
        """Look and behave as the settings say."""
        settings = self.settings
        i18n.switch(i18n.load(find_language(settings.language) or self.visitor.language))
        self.theme = settings.theme
        self.set_keymap(dict(settings.keys))

    @on(ShowSettings)
    def _show_settings(self) -> None:
        self.push_screen(LobbySettings(self.layers, OFFERED))

    @on(ChangeSettings)
    async def _change_settings(self, event: ChangeSettings) -> None:
        before = i18n.language()
        self.layers = event.layers
        self._apply_settings()
        if i18n.language() != before:
            for screen in self.screen_stack:
                await screen.recompose()
        self.refresh_css(animate=False)
        self.screen.refresh(repaint=True)

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a larger window where the table has no room."""
        ask_for_room(self, event.size)

    @work
    async def _begin(self) -> None:
        if not self.visitor.account.named and self.visitor.fingerprint is not None:
            await self._ask_name()
        if self._command.verb:
            await self._go_by_word(self._command.word, watch=self._command.verb == "watch")

    async def _ask_name(self) -> None:
        question = _("Welcome! What name do you want to play under?")

        async def accept(name: str) -> None:
            if not self.visitor.account.named:  # else the key was added to an account meanwhile
                await self.visitor.rename(name)

        await self.push_screen_wait(AskLine(question, accept))
        await self._lobby.show()

    async def _go_by_word(self, word: str, *, watch: bool) -> None:
        try:
            match = await self.visitor.find(word)
            me = self.visitor.account.id
            if not watch and match.state is MatchState.OPEN and match.host != me:
                match = await self.visitor.join(match)
            elif not watch and match.seat_of(me) is None and match.state is not MatchState.OPEN:
                line = self.public.ssh_line("watch", match.id if match.public else match.invite)
                raise NaishiError(_("This table is full. To watch:\n{line}").format(line=line))
            await self.go_to(match)
        except NaishiError as error:
            await self._lobby.show(str(error))

    @on(GoToMatch)
    async def _go_to(self, event: GoToMatch) -> None:
        try:
            await self.go_to(event.match)
        except NaishiError as error:
            await self._lobby.show(str(error))

    async def go_to(self, match: Match) -> None:
        """Come to a match.

        Raises:
            NaishiError: It has not begun, or is gone.
        """
        if match.state is MatchState.OPEN:
            raise NaishiError(_("Nobody has joined this table yet."))
        await self._come_to(await self.visitor.attach(match.id))

    async def _come_to(self, participant: MatchParticipant) -> None:
        before, self.participant = self.participant, participant
        if before is not None:
            await self.visitor.detach(before)
        self._told = participant.news
        if participant.has_lost_seat:  # just now, at another terminal
            await self._leave_game()
            return
        self._follow(participant)
        self._lobby.came_to(participant.match_id)
        await self.proceed()

    async def leave(self) -> None:
        """Leave the match; it waits."""
        participant, self.participant = self.participant, None
        if participant is not None:
            await self.visitor.detach(participant)

    @on(ShowNextScreen)
    async def proceed(self) -> None:
        """Show what comes next in the match."""
        if self.participant is None:
            return
        screen = _screen(self.participant, self.settings)
        await show_above_home(self, screen, self.guard)

    @on(LeaveGame)
    async def _leave_game(self) -> None:
        left = self.participant
        await self.leave()
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if left is not None:
            await self._lobby.back_from(left.match_id)

    @on(Rematch)
    async def _rematch(self) -> None:
        if (participant := self.participant) is None:
            return
        try:
            await participant.rematch()
        except NaishiError as error:
            self.say(str(error))

    @on(FollowRematch)
    async def _follow_rematch(self) -> None:
        """Go to the next match, unless the player has left or gone there already."""
        if (participant := self.participant) is None or participant.agreements.next is None:
            return
        try:
            await self._come_to(await self.visitor.follow(participant))
        except NaishiError as error:
            self.say(str(error))

    @work(exclusive=True, group="match")
    async def _follow(self, participant: MatchParticipant) -> None:
        """Tell of offers and of who comes and goes, on every screen of the match."""
        changes = participant.changes()
        following = participant.agreements.next  # of a match that is looked at after its rematch has begun
        async for _change in changes:
            if participant is not self.participant:
                return
            if participant.agreements.next != following and participant.seat is not None:
                # By a message: who goes to another match ends this worker, and must not run in it.
                self.post_message(FollowRematch())
                return
            told = participant.news
            if told and told != self._told:
                self.say(told)
            self._told = told

    @work(group="account")
    async def _follow_account(self) -> None:
        """Take note of what is done about the account at other terminals."""
        revision = -1
        async for _change in self._account_changes:
            if revision != self.visitor.account_revision:
                revision = self.visitor.account_revision
                self.post_message(AccountChanged())

    @on(AccountChanged)
    async def _account_changed(self) -> None:
        """Look like the account that the visitor has now, leave a seat that isn't theirs, and say what has happened."""
        visitor, before = self.visitor, self._player
        self._player = visitor.account.id
        if before != self._player:
            self.post_message(ChangeSettings(layers_of(visitor)))
        if self.participant is not None and self.participant.has_lost_seat:
            await self._leave_game()
        if visitor.news is not self._news:
            self._news = visitor.news
            self.say(str(visitor.news))
        request, self._request = self._request, visitor.link_request
        if self._request is not None and self._request is not request:
            self.bell()
            if isinstance(self.screen, GameScreen):
                self.say(_("A key asks to be added to your account: see c in the lobby."))

    def say(self, text: str) -> None:
        """Say something on the screen on top, or on the one below a question."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, GameScreen | AccountScreen):
                screen.tell(text)
                return
        self.run_worker(self._lobby.show(text))

    def warn(self) -> None:
        """Say that the terminal will be disconnected, since nobody uses it."""
        self.say(_("Are you still there? Press a key, or this connection ends in five minutes."))
        self.bell()

    def action_match_menu(self) -> None:
        """Offer what two players can agree on."""
        participant = self.participant
        if participant is None or participant.seat is None or not isinstance(self.screen, GameScreen):
            return
        if refusal := participant.refusal(Ask.AGREEMENT):
            self.say(refusal)
        else:
            self.push_screen(MatchMenu(participant))

    @property
    def _lobby(self) -> LobbyScreen:
        lobby = self.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)  # noqa: S101 - see `get_default_screen`
        return lobby


def _menu_of(participant: MatchParticipant) -> str:
    """What is in the menu of a match, in words."""
    if participant.over:
        return _("Rematch (x)")
    return _("Resign (x)") if participant.against_bot else _("Resign, draw, undo (x)")


def _screen(participant: MatchParticipant, settings: Settings) -> GameScreen:
    view = participant.view
    if participant.ended_early:
        return MatchWatching(participant, settings)
    if view.outcome is not None:
        return MatchScore(participant, settings, view.outcome, {}, reader=participant.seat)
    if participant.seat is None:
        return MatchWatching(participant, settings)
    match view.phase:
        case Phase.GIFT:
            return Gift(participant, settings)
        case Phase.COPY:
            return Ninja(participant, settings)
    return MatchTable(participant, settings)
