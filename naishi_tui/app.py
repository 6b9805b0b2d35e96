"""App at one keyboard: home, and its screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from naishi.common.i18n import _
from naishi.settings.key_table import COMMANDS
from naishi_tui.context import AppContext
from naishi_tui.current_game import CurrentGame
from naishi_tui.dialogs.palette import Offer, SystemCommands
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.home.home import Home
from naishi_tui.messages import ChangeSettings, ResumeGame, Routed
from naishi_tui.parts.appearance import Appearance, PlainOutput, WindowSize, true_pictures_of
from naishi_tui.parts.input_guard import InputGuard, Typing
from naishi_tui.parts.router import Router
from naishi_tui.registry import routes_of_games
from naishi_tui.routes import ROUTES, RoutedApp
from naishi_tui.terminal.colours import draw_in_all_colours, without_environment
from naishi_tui.terminal.exceptions import forgive_closed_screens
from naishi_tui.terminal.timers import fire_late_timers

if TYPE_CHECKING:
    from naishi.sessions import BotExecutor
    from naishi.settings.layers import Layers
    from naishi.settings.schema import Settings


class NaishiApp(RoutedApp):
    """Naishi in one terminal. What it does is done by its parts; where its messages lead stands in `ROUTES`."""

    TITLE = "Naishi"
    # The default screen brings no stylesheet of its own.
    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("app.tcss"), stylesheet("home/home.tcss")]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        folder: Path,
        layers: Layers | None = None,
        flags: Mapping[str, Any] | None = None,
        bots: BotExecutor | None = None,
    ) -> None:
        """Play in a folder of saves.

        Args:
            folder: Where the games are saved.
            layers: How the app looks and behaves; by default as if nothing were set.
            flags: What the command line says of settings; the environment and the file are then read too.
            bots: Where bots think; by default in threads.
        """
        super().__init__()
        draw_in_all_colours(self)
        forgive_closed_screens(self)
        fire_late_timers(self)
        self.start_with: Routed | None = None
        """Where to go first; home by default."""
        self.only_ascii = False
        """The terminal shows nothing else, whatever the settings say."""
        self.plain_colours = False
        """The terminal shows sixteen colours or fewer."""
        self.context = AppContext(folder, layers, flags)
        self.context.on_change = self._apply_settings
        self.guard = InputGuard(self)
        self.typing = Typing(self)
        self.game = CurrentGame(self.context, self._say_at_home, bots)
        self.router = Router(self, self.guard, {**ROUTES, **routes_of_games()}, self.say)
        self.appearance = Appearance(self, self._shown_settings)
        self.pictures = true_pictures_of(self, lambda: self.context.layers.effective)
        self.plain_output = PlainOutput(lambda: self.only_ascii or self.context.layers.effective.ascii)
        self.system_commands = SystemCommands(
            self, lambda: _("Quit: leave the program; the game is saved"), self._commands_elsewhere
        )
        self.window_size = WindowSize(self)

    def _shown_settings(self) -> Settings:
        """Return the settings, as far as the terminal can follow them."""
        settings = self.context.layers.effective
        return replace(settings, theme="terminal") if self.plain_colours else settings

    @property
    def home(self) -> Home:
        """The screen below all others."""
        home = self.screen_stack[0]
        assert isinstance(home, Home)  # noqa: S101 - see `get_default_screen`
        return home

    @property
    def begins_elsewhere(self) -> bool:
        """Whether the first screen is another than home, which says so where a game is open in another window."""
        return self.start_with is not None and not isinstance(self.start_with, ResumeGame)

    def get_default_screen(self) -> Home:
        """Begin at home."""
        return Home(
            self.context.last_played,
            self.context.mistakes_due,
            self.context.trouble,
            covered=self.begins_elsewhere,
            newcomer=self.context.nothing_saved(),
        )

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what every line goes through that is drawn."""
        return [*without_environment(super().get_line_filters()), *self.plain_output.filters]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return what the command palette offers on a screen."""
        return self.system_commands.on(screen)

    def _commands_elsewhere(self, screen: Screen[Any]) -> Iterator[Offer]:
        """Say where it is done what people look for on other screens than home."""
        if screen is not self.screen_stack[0]:
            for words, command in (
                (_("Settings: at home"), "home.settings"),
                (_("Lessons and puzzles: at home"), "home.learn"),
            ):
                yield (
                    words,
                    partial(self.say, _("That is on the first screen. A game that you leave is saved.")),
                    _(COMMANDS[command].found_by),
                )

    def action_command_palette(self) -> None:
        """Show the command palette."""
        self.system_commands.show()

    def action_suspend_process(self) -> None:
        """Go back to the shell for a while; what is typed from now on is for the shell."""
        from naishi_tui.terminal.tty_state import has_shell

        if not has_shell():
            self.say(_("There is no shell here to go back to."))
            return
        self.guard.open_once_painted()
        super().action_suspend_process()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for input that was meant for another screen. A key that no widget took returns here."""
        if self.guard.admits(event):
            await super().on_event(self.typing.understood(event))

    def on_load(self) -> None:
        """Speak the language that is set before anything is drawn."""
        self.context.speak()
        self.appearance.begin()

    async def on_mount(self) -> None:
        """Go where the command line asked to."""
        self._apply_settings()
        if self.context.unchecked:
            self.call_after_refresh(self._check_settings)
        if self.begins_elsewhere and self.start_with is not None:
            await self.show(self.start_with)
        elif self.start_with is not None:
            self.post_message(self.start_with)

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a larger window where the table has no room."""
        self.window_size.resized(event.size)

    @on(Routed)
    async def show(self, message: Routed) -> None:
        """Show the screen that a message asks for."""
        await self.router.show(message)

    @on(ChangeSettings)
    async def _change_settings(self, event: ChangeSettings) -> None:
        before = self.context.trouble
        await self.appearance.change(lambda: self.context.change(event.layers), [self.screen])
        if self.home.trouble == before:
            self.home.trouble = self.context.trouble

    def _apply_settings(self) -> None:
        """Look and behave as the settings say."""
        self.appearance.apply()
        self.pictures.settings_changed()
        self.game.settings_changed()

    def _check_settings(self) -> None:
        """Check what the first frame didn't need, and say at home what is wrong with it."""
        if self.context.checked_layers().faults:
            self.home.trouble = self.context.trouble
            self.home.show(self.home.trouble)

    def say(self, text: str) -> None:
        """Say something on the screen on top; where that has no line for it, in front of it for a while."""
        from naishi_tui.new_game.form import Form
        from naishi_tui.saved.saved_games import SavedGames
        from naishi_tui.table.cover import Handover
        from naishi_tui.table.game_screen import GameScreen

        if isinstance(self.screen, Home | SavedGames):
            self.screen.show(text)
        elif isinstance(self.screen, GameScreen):
            self.screen.refuse(text)
        elif isinstance(self.screen, Handover | Form):
            self.screen.tell(text)
        else:
            self.notify(text, markup=False)

    def _say_at_home(self, trouble: str, parting: str) -> None:
        """Have home say what became of the game that was left, once someone comes back there."""
        self.home.trouble = trouble or self.home.trouble
        self.home.parting = parting

    def close_game(self) -> str:
        """Close the open game, if one is; return where it is now, if its folder refused it to the last."""
        return self.game.close()
