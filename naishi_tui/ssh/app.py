"""The app of one terminal at a server: the lobby, and the match that it has come to."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar

from rich.console import Console
from textual import events, on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from naishi import i18n
from naishi.errors import NaishiError
from naishi.i18n import _, find_language
from naishi.rules.legal import Phase
from naishi.server import Match, MatchParticipant, MatchState
from naishi.settings.layers import Layers
from naishi.settings.schema import Settings
from naishi_tui.drawing import theme
from naishi_tui.drawing.ascii import Ascii
from naishi_tui.messages import ChangeSettings, LeaveGame, Proceed, Rematch, ShowSettings
from naishi_tui.screen_stack import show_above_home
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.gift import Gift
from naishi_tui.screens.lobby import GoToMatch, LobbyScreen
from naishi_tui.screens.lobby_ask import AskLine
from naishi_tui.screens.lobby_match import MatchMenu, MatchScore, MatchTable, MatchWatching, news
from naishi_tui.screens.lobby_settings import LobbySettings
from naishi_tui.screens.ninja import Ninja
from naishi_tui.screens.palette import Palette
from naishi_tui.screens.too_small import ask_for_room
from naishi_tui.ssh.preferences import OFFERED
from naishi_tui.ssh.stylesheet import SharedStylesheet
from naishi_tui.ssh.visit import Visit, Wish
from naishi_tui.terminal.input_guard import InputGuard
from naishi_tui.terminal.timers import fire_late_timers


class LobbyApp(App[None]):
    """What a visitor sees: the lobby below, and one match above it."""

    TITLE = "Naishi"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["../app.tcss", "../screens/lobby.tcss"]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("x", "match_menu", show=False),
    ]

    def __init__(self, visit: Visit, wish: Wish, *, plain_colours: bool = False) -> None:
        """Begin.

        Args:
            visit: Who has come.
            wish: Where to go at once.
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
        self.visit = visit
        self.layers: Layers = visit.layers()
        self._plain_colours = plain_colours
        self._ascii = Ascii()
        self.theme = self.settings.theme
        self.guard = InputGuard(self)
        fire_late_timers(self)
        self.participant: MatchParticipant | None = None
        self.farewell = ""
        self._wish = wish
        self._told = ""

    @property
    def settings(self) -> Settings:
        """The visitor's settings, as far as the terminal can follow them."""
        settings = self.layers.effective
        return replace(settings, theme="terminal") if self._plain_colours else settings

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Translate every line that is drawn, where the visitor wants ASCII."""
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self.settings.ascii else filters

    def get_default_screen(self) -> LobbyScreen:
        """Begin in the lobby."""
        return LobbyScreen(self.visit)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what can be done on a screen, and to leave; nothing that reads or writes files here."""
        if isinstance(screen, GameScreen | LobbyScreen):
            for words, run_command in screen.commands():
                yield SystemCommand(words, "", run_command)
        if isinstance(screen, GameScreen):
            yield SystemCommand(_("Resign, draw, undo (x)"), "", self.action_match_menu)
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

    def _apply_settings(self) -> None:
        """Look and behave as the settings say."""
        settings = self.settings
        i18n.switch(i18n.load(find_language(settings.language) or self.visit.language))
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
        if not self.visit.account.named and self.visit.fingerprint is not None:
            await self._ask_name()
        if self._wish.verb:
            await self._go_by_word(self._wish.word, watch=self._wish.verb == "watch")

    async def _ask_name(self) -> None:
        players, account = self.visit.lobby.players, self.visit.account

        def rename(name: str) -> None:
            self.visit.account = players.rename(account.id, name)

        await self.push_screen_wait(AskLine(_("Welcome! What name do you want to play under?"), rename))
        self._show_lobby()

    async def _go_by_word(self, word: str, *, watch: bool) -> None:
        try:
            match = self.visit.find(word)
            if not watch and match.state is MatchState.OPEN and match.host != self.visit.account.id:
                match = self.visit.lobby.join(match, self.visit.account)
            elif not watch and match.seat_of(self.visit.account.id) is None and match.state is not MatchState.OPEN:
                raise NaishiError(_("This table is full. To watch: ssh -t … watch, and the same word."))
            await self.go_to(match)
        except NaishiError as error:
            self._show_lobby(str(error))

    @on(GoToMatch)
    async def _go_to(self, event: GoToMatch) -> None:
        try:
            await self.go_to(event.match)
        except NaishiError as error:
            self._show_lobby(str(error))

    async def go_to(self, match: Match) -> None:
        """Come to a match.

        Raises:
            NaishiError: It has not begun.
        """
        if match.state is MatchState.OPEN:
            raise NaishiError(_("Nobody has joined this table yet."))
        self.leave()
        self.participant = self.visit.lobby.attach(match.id, self.visit.account)
        self._told = ""
        self._follow(self.participant)
        await self.proceed()

    def leave(self) -> None:
        """Leave the match; it waits."""
        participant, self.participant = self.participant, None
        if participant is not None:
            self.visit.lobby.detach(participant, self.visit.account)

    @on(Proceed)
    async def proceed(self) -> None:
        """Show what comes next in the match."""
        if self.participant is None:
            return
        screen = _screen(self.participant, self.settings)
        await show_above_home(self, screen, self.guard)

    @on(LeaveGame)
    def _leave_game(self) -> None:
        self.leave()
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self._show_lobby()

    @on(Rematch)
    async def _rematch(self) -> None:
        if (participant := self.participant) is None:
            return
        try:
            self.visit.count_game()
            match = self.visit.lobby.rematch(participant, self.visit.account)
        except NaishiError as error:
            self.say(str(error))
            return
        if match is not None:
            await self.go_to(match)
        else:
            self.say(_("You asked for a rematch; it begins when the other player wants it too."))

    @work(exclusive=True, group="match")
    async def _follow(self, participant: MatchParticipant) -> None:
        """Tell of offers and of who comes and goes, on every screen of the match."""
        async for _change in participant.changes():
            if participant is not self.participant:
                return
            following = participant.agreed.next
            if following is not None and participant.seat is not None:
                await self.go_to(self.visit.lobby.matches.get(following))
                return
            told = news(participant)
            if told and told != self._told:
                self.say(told)
            self._told = told

    def say(self, text: str) -> None:
        """Say something on the screen on top."""
        if isinstance(self.screen, LobbyScreen):
            self.screen.show(text)
        elif isinstance(self.screen, GameScreen):
            self.screen.refuse(text)

    def warn(self) -> None:
        """Say that the terminal will be disconnected, since nobody uses it."""
        self.say(_("Are you still there? Press a key, or this connection ends in five minutes."))
        self.bell()

    def action_match_menu(self) -> None:
        """Offer what two players can agree on."""
        participant = self.participant
        if participant is not None and participant.seat is not None and isinstance(self.screen, GameScreen):
            self.push_screen(MatchMenu(participant))

    def _show_lobby(self, said: str = "") -> None:
        lobby = self.screen_stack[0]
        if isinstance(lobby, LobbyScreen):
            lobby.show(said)


def _screen(participant: MatchParticipant, settings: Settings) -> GameScreen:
    view = participant.view
    if view.outcome is not None:
        return MatchScore(participant, settings, view.outcome, {}, reader=participant.seat)
    if participant.seat is None or participant.agreed.ended:
        return MatchWatching(participant, settings)
    match view.phase:
        case Phase.GIFT:
            return Gift(participant, settings)
        case Phase.COPY:
            return Ninja(participant, settings)
    return MatchTable(participant, settings)
