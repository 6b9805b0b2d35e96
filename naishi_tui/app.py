"""The app: home, and what is reached from there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from naishi.errors import NaishiError, SaveInUseError
from naishi.i18n import _, ngettext
from naishi.settings.layers import Layers, read_plain
from naishi_tui.drawing import theme
from naishi_tui.drawing.ascii import Ascii
from naishi_tui.looking import LookingApp
from naishi_tui.messages import (
    Begin,
    ChangeSettings,
    GoOn,
    LeaveGame,
    ShowNewGame,
    ShowRules,
    ShowSaves,
    ShowSettings,
)
from naishi_tui.screens.home import Home
from naishi_tui.terminal.lifecycle import run_in_terminal

if TYPE_CHECKING:
    from naishi.game.game import Game
    from naishi.saves import OpenGame, Saves, Summary
    from naishi.settings.schema import Settings

SMALLEST = (60, 20)
"""The smallest terminal on which everything needed to play fits."""

FAULTS_AT_HOME = 2
"""How many faults of the settings are told at home; the screen of the settings tells all."""


class NaishiApp(LookingApp):
    """Naishi at one keyboard: home, the saves, the settings, and the game that is open."""

    TITLE = "Naishi"
    # The default screen brings no stylesheet of its own.
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "screens/home.tcss"]
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(
        self,
        folder: Path,
        layers: Layers | None = None,
        flags: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin.

        Args:
            folder: Where the games are saved.
            layers: How the app looks and behaves; by default as if nothing were set.
            flags: What the command line says of settings; the environment and the file are then read too.
        """
        super().__init__()
        self.folder = folder
        self._flags = flags or {}
        self.start_with: OpenGame | None = None
        self.start_with_id = ""
        self.start_with_form = False
        self._keys: Mapping[str, str] = {}
        self._ascii = Ascii()
        for each in theme.THEMES:
            self.register_theme(each)
        self.settings_layers, self._unchecked = layers or Layers(), False
        if flags is not None:
            self.settings_layers, self._unchecked = read_plain(flags)
        self.theme = self.settings_layers.effective.theme

    @property
    def settings(self) -> Settings:
        """How the app looks and behaves; what isn't plainly right is checked when it is first needed."""
        return self._checked().effective

    def _checked(self) -> Layers:
        if self._unchecked:
            from naishi.settings.check import load

            self._unchecked = False
            self._apply(load(self._flags, self.settings_layers.path))
        return self.settings_layers

    @property
    def trouble(self) -> str:
        """What was wrong with the settings, a line each."""
        faults = self.settings_layers.faults
        more = len(faults) - FAULTS_AT_HOME
        if more <= 0:
            return "\n".join(faults)
        rest = ngettext("And {count} more: see the settings.", "And {count} more: see the settings.", more)
        return "\n".join((*faults[:FAULTS_AT_HOME], rest))

    @cached_property
    def saves(self) -> Saves:
        """The folder of saves; what reads it is imported only now, after the first frame."""
        from naishi.saves import Saves

        return Saves(self.folder)

    def get_default_screen(self) -> Home:
        """Begin at home."""
        return Home(self._latest, self.trouble)

    def _latest(self) -> Summary | None:
        return self.saves.latest()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Translate every line that is drawn, where the terminal knows only ASCII."""
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self.settings_layers.effective.ascii else filters

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what can be done on a screen, and to leave; nothing that could uncover a Hand."""
        from naishi_tui.keys import Keymap, action_of
        from naishi_tui.screens.table import Table

        if isinstance(screen, Table):
            for command, key, words in Keymap(self.settings.keys).described():
                yield SystemCommand(f"{words[0].upper()}{words[1:]} ({key})", "", screen.runs(action_of(command)))
        yield SystemCommand(_("Quit: leave the program; the game is saved"), "", self.action_quit)

    def action_command_palette(self) -> None:
        """Show the commands, once."""
        from naishi_tui.screens.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    async def on_mount(self) -> None:
        """Go where the command line asked to."""
        self._apply(self.settings_layers)
        if self._unchecked:
            self.call_after_refresh(self._tell_trouble)
        if self.start_with is not None:
            await self.play(self.start_with)
        elif self.start_with_id:
            self.post_message(GoOn(self.start_with_id))
        elif self.start_with_form:
            self._show_new_game()

    def _tell_trouble(self) -> None:
        home = self.screen_stack[0]
        if self._checked().faults and isinstance(home, Home):
            home.trouble = self.trouble
            home.show(home.trouble)

    def _apply(self, layers: Layers) -> None:
        """Look and behave as is set from now on."""
        self.settings_layers = layers
        self.theme = layers.effective.theme
        if layers.effective.keys != self._keys:
            self._keys = layers.effective.keys
            self.set_keymap(dict(self._keys))

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a larger window where the table has no room; what lies below stays as it is."""
        from naishi_tui.screens.too_small import TooSmall

        fits = event.size.width >= SMALLEST[0] and event.size.height >= SMALLEST[1]
        if fits and isinstance(self.screen, TooSmall):
            self.pop_screen()
        elif not fits and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    async def begin(self, game: Game) -> None:
        """Begin a new game."""
        await self.play(self.saves.create(game))

    async def resume(self, save_id: str) -> None:
        """Go on with a saved game.

        Raises:
            SaveError: It can't be opened.
        """
        await self.play(self.saves.open(save_id))

    @on(LeaveGame)
    def _leave(self) -> None:
        told = self.close_game()
        self.series = {}
        home = self.screen_stack[0]
        if told and isinstance(home, Home):
            home.trouble = told
        while len(self.screen_stack) > 1:
            self.pop_screen()

    @on(Begin)
    async def _begin(self, event: Begin) -> None:
        self.series = event.series
        await self.begin(event.game)

    @on(GoOn)
    async def _go_on(self, event: GoOn) -> None:
        try:
            await self.resume(event.id)
        except SaveInUseError as error:
            self.offer_to_look(event.id, error)
        except NaishiError as error:
            self.say(str(error))

    def say(self, text: str) -> None:
        """Tell something on the screen on top."""
        from naishi_tui.screens.game_screen import GameScreen
        from naishi_tui.screens.saved_games import SavedGames

        if isinstance(self.screen, Home | SavedGames):
            self.screen.show(text)
        elif isinstance(self.screen, GameScreen):
            self.screen.refuse(text)

    @on(ChangeSettings)
    def _change_settings(self, event: ChangeSettings) -> None:
        self._apply(event.layers)
        self.watched_pace = ""
        self.refresh_css(animate=False)
        self.screen.refresh(repaint=True)

    @on(ShowNewGame)
    def _show_new_game(self) -> None:
        from naishi_tui.screens.new_game import NewGame

        self.push_screen(NewGame())

    @on(ShowSaves)
    def _show_saves(self) -> None:
        from naishi_tui.screens.saved_games import SavedGames

        self.push_screen(SavedGames(self.saves))

    @on(ShowRules)
    def _show_rules(self) -> None:
        from naishi_tui.keys import Keymap
        from naishi_tui.screens.rules import Rules

        self.push_screen(Rules(Keymap(self.settings.keys)))

    @on(ShowSettings)
    def _show_settings(self) -> None:
        from naishi_tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen(self._checked()))


def run(
    folder: Path,
    flags: Mapping[str, Any],
    *,
    resume: str | None = None,
    new: bool = False,
    names: tuple[str, str] | None = None,
    seed: str | None = None,
) -> int:
    """Run the app in this terminal until it is left.

    Args:
        folder: Where the games are saved.
        flags: What the command line says of settings, checked; environment and file say the rest.
        resume: The id of a game to go on with at once.
        new: Begin a new game at once: with the form, or without where `names` are given.
        names: The players of the new game.
        seed: Draws its deal.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: The game to resume can't be opened, or a name won't do.
    """
    app = NaishiApp(folder, flags=flags)
    if resume is not None:
        try:
            app.start_with = app.saves.open(resume)
        except SaveInUseError:  # to look at it is offered on the screen
            app.start_with_id = app.saves.find(resume)
    elif new and names is not None:
        from naishi.game.game import Game

        app.start_with = app.saves.create(Game.new(seed, names))
    app.start_with_form = new and names is None
    return run_in_terminal(app, app.close_game, _report)


def _report(error: BaseException) -> str:
    from naishi_tui.terminal.crash_report import report

    return report(error)
