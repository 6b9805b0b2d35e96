"""The app: home, and what is reached from there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.message import Message
from textual.screen import Screen

from naishi.common.errors import NaishiError, SaveInUseError
from naishi.common.i18n import _, language
from naishi_tui.context import AppContext
from naishi_tui.drawing import theme
from naishi_tui.drawing.ascii import Ascii
from naishi_tui.messages import (
    ChangeSettings,
    DropPin,
    LeaveGame,
    NewGame,
    PlayBot,
    Rematch,
    ResumeGame,
    ShowAnalysis,
    ShowEditor,
    ShowExercises,
    ShowLessons,
    ShowNewGame,
    ShowNextScreen,
    ShowReplay,
    ShowRules,
    ShowSaves,
    ShowSettings,
    ShowStatistics,
    ShowTask,
    StartGame,
)
from naishi_tui.screen_stack import show_above_home
from naishi_tui.screens.home import Home
from naishi_tui.terminal.exceptions import forgive_closed_screens
from naishi_tui.terminal.input_guard import InputGuard
from naishi_tui.terminal.timers import fire_late_timers

if TYPE_CHECKING:
    from naishi.editor.draft import Draft
    from naishi.game.game import Game
    from naishi.saves import LastPlayed, OpenGame
    from naishi.sessions import BotExecutor, Replay
    from naishi.settings.layers import Layers
    from naishi_tui.navigator import Navigator


class NaishiApp(App[None]):
    """Naishi in one terminal: home, the saves, the settings, and the game that is open."""

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
        bots: BotExecutor | None = None,
    ) -> None:
        """Begin.

        Args:
            folder: Where the games are saved.
            layers: How the app looks and behaves; by default as if nothing were set.
            flags: What the command line says of settings; the environment and the file are then read too.
            bots: Where bots think; by default in threads.
        """
        super().__init__()
        for each in theme.THEMES:
            self.register_theme(each)
        self.context = AppContext(folder, layers, flags)
        self.context.on_change = self._apply_settings
        self.guard = InputGuard(self)
        forgive_closed_screens(self)
        fire_late_timers(self)
        self.start_with: OpenGame | None = None
        self.start_with_replay: Replay | None = None
        self.start_with_message: Message | None = None
        self.draft: Draft | None = None
        """The position that was edited last."""
        self.only_ascii = False
        """The terminal shows nothing else, whatever the settings say."""
        self.played = False
        """A game was open since the start."""
        self._bots = bots
        self._navigator: Navigator | None = None
        self._ascii = Ascii()
        self._keys: Mapping[str, str] = {}
        self.theme = self.context.layers.effective.theme

    @property
    def navigator(self) -> Navigator:
        """The way through the open game; what plays a game is imported only now, after the first frame."""
        if self._navigator is None:
            from naishi_tui.navigator import Navigator

            self._navigator = Navigator(self.context, self._bots)
        return self._navigator

    def get_default_screen(self) -> Home:
        """Begin at home."""
        return Home(self._last_played, self.context.trouble, covered=self.begins_elsewhere)

    @property
    def begins_elsewhere(self) -> bool:
        """Whether the first screen that is seen is another than home."""
        if isinstance(self.start_with_message, ResumeGame):  # the game may be open in another window, which home says
            return False
        return any(each is not None for each in (self.start_with, self.start_with_replay, self.start_with_message))

    def _last_played(self) -> LastPlayed:
        return self.context.saves.last_played()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Translate every line that is drawn, where the terminal knows only ASCII."""
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self.only_ascii or self.context.layers.effective.ascii else filters

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what can be done on a screen, and to leave; nothing that could uncover a Hand."""
        from naishi_tui.screens.game_screen import GameScreen

        if isinstance(screen, GameScreen | Home):
            for words, run_command in screen.commands():
                yield SystemCommand(words, "", run_command)
        yield SystemCommand(_("Quit: leave the program; the game is saved"), "", self.action_quit)

    def action_command_palette(self) -> None:
        """Show the commands, once."""
        from naishi_tui.screens.palette import Palette

        if not any(isinstance(screen, Palette) for screen in self.screen_stack):
            self.push_screen(Palette())

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for input that was meant for another screen. A key that no widget took returns here."""
        if self.guard.admits(event):
            await super().on_event(event)

    def on_load(self) -> None:
        """Speak the language that is set before anything is drawn."""
        self.context.speak()

    async def on_mount(self) -> None:
        """Go where the command line asked to."""
        self._apply_settings()
        if self.context.unchecked:
            self.call_after_refresh(self._tell_trouble)
        if self.start_with is not None:
            await self.play(self.start_with)
        elif self.start_with_replay is not None:
            self.push_screen(self.navigator.replay_screen(self.start_with_replay))
        elif self.start_with_message is not None:
            self.post_message(self.start_with_message)

    def _tell_trouble(self) -> None:
        home = self.screen_stack[0]
        if self.context.checked_layers().faults and isinstance(home, Home):
            home.trouble = self.context.trouble
            home.show(home.trouble)

    def _apply_settings(self) -> None:
        """Look and behave as the settings say."""
        settings = self.context.layers.effective
        self.theme = settings.theme
        if settings.keys != self._keys:
            self._keys = settings.keys
            self.set_keymap(dict(settings.keys))
        if self._navigator is not None:
            self._navigator.settings_changed()

    def on_resize(self, event: events.Resize) -> None:
        """Ask for a larger window where the table has no room; what lies below stays as it is."""
        from naishi_tui.screens.too_small import ask_for_room

        ask_for_room(self, event.size)

    async def play(self, opened: OpenGame) -> None:
        """Play a game from where it stands."""
        self.played = True
        self._say_at_home(self.navigator.open(opened))
        await self.proceed()

    async def begin(self, game: Game) -> None:
        """Begin a new game."""
        await self.play(self.context.saves.create(game))

    async def resume(self, save_id: str) -> None:
        """Go on with a saved game.

        Raises:
            SaveError: It can't be opened.
        """
        await self.play(self.context.saves.open(save_id))

    def close_game(self) -> str:
        """Close the open game, if one is; return where it is now, if its folder refused it to the last."""
        return self._navigator.close() if self._navigator is not None else ""

    @property
    def unsaved(self) -> Sequence[str]:
        """Where each game is now that its folder refused to the last."""
        return self._navigator.unsaved if self._navigator is not None else ()

    async def proceed(self) -> None:
        """Show what comes next in the open game."""
        if (screen := self.navigator.next_screen()) is not None:
            await show_above_home(self, screen, self.guard)

    def say(self, text: str) -> None:
        """Say something on the screen on top."""
        from naishi_tui.screens.game_screen import GameScreen
        from naishi_tui.screens.saved_games import SavedGames

        if isinstance(self.screen, Home | SavedGames):
            self.screen.show(text)
        elif isinstance(self.screen, GameScreen):
            self.screen.refuse(text)

    def _say_at_home(self, trouble: str, parting: str = "") -> None:
        """Have home say what became of the game that was left, once somebody comes back there."""
        home = self.screen_stack[0]
        if isinstance(home, Home):
            home.trouble = trouble or home.trouble
            home.parting = parting

    @on(ShowNextScreen)
    async def _proceed(self, event: ShowNextScreen) -> None:
        if event.seat is not None:
            self.navigator.viewer = event.seat
        await self.proceed()

    @on(DropPin)
    async def _drop_pin(self, event: DropPin) -> None:
        if (session := self.navigator.session) is not None:
            await session.drop_pin(event.seat)
            await self.proceed()

    @on(LeaveGame)
    def _leave(self) -> None:
        played = self.navigator.session is not None
        said = self.close_game()
        self.navigator.series = {}
        saved = played and said not in self.unsaved
        self._say_at_home(said, _("The game is saved. c: continue. l: all saved games.") if saved else "")
        while len(self.screen_stack) > 1:
            self.pop_screen()

    @on(NewGame)
    async def _begin(self, event: NewGame) -> None:
        from naishi.game.game import Game

        self.navigator.series = {}
        await self.begin(Game.new(event.seed, event.players, options=event.options))

    @on(StartGame)
    async def _begin_game(self, event: StartGame) -> None:
        self.navigator.series = {}
        await self.begin(event.game)

    @on(PlayBot)
    async def _play_bot(self) -> None:
        from naishi.game.game import Game

        if isinstance(self.screen, Home):
            self.navigator.series = {}
            await self.begin(Game.new(players=self._last_played().against_bot()))

    @on(Rematch)
    async def _rematch(self) -> None:
        if (game := self.navigator.rematch()) is not None:
            await self.begin(game)

    @on(ResumeGame)
    async def _go_on(self, event: ResumeGame) -> None:
        try:
            await self.resume(event.id)
        except SaveInUseError as error:
            self._offer_to_spectate(event.id, error)
        except NaishiError as error:
            self.say(str(error))

    @work
    async def _offer_to_spectate(self, save_id: str, error: SaveInUseError) -> None:
        """Offer to watch a game that is open elsewhere."""
        from naishi_tui.screens.confirm import Confirm

        if any(isinstance(screen, Confirm) for screen in self.screen_stack):
            return
        question = _(
            "This game is open in another window ({owner}); close it there to play it here.\n\n"
            "Watch it instead? You will see everything that is face up and follow the game, but neither Hand."
        ).format(owner=error.owner)
        if not await self.push_screen_wait(Confirm(question, harmless=True)):
            return
        try:
            self.navigator.spectate(self.context.saves.spectate(save_id))
        except NaishiError as refused:
            self.say(str(refused))
        else:
            await self.proceed()

    @on(ChangeSettings)
    async def _change_settings(self, event: ChangeSettings) -> None:
        before = language()
        self.context.change(event.layers)
        if language() != before:
            await self.screen.recompose()
        self.refresh_css(animate=False)
        self.screen.refresh(repaint=True)

    @on(ShowNewGame)
    def _show_new_game(self) -> None:
        from naishi_tui.screens.new_game import NewGameScreen

        self.guard.close()
        self.push_screen(NewGameScreen(self._last_played().two_names()))
        self.guard.open_once_painted()

    @on(ShowSaves)
    def _show_saves(self) -> None:
        from naishi_tui.screens.saved_games import SavedGames

        self.push_screen(SavedGames(self.context.saves))

    @on(ShowReplay)
    def _show_replay(self, event: ShowReplay) -> None:
        try:
            replay = self.navigator.replay(event.id)
        except NaishiError as error:
            self.say(str(error))
        else:
            self.guard.close()
            self.push_screen(self.navigator.replay_screen(replay))
            self.guard.open_once_painted()

    @on(ShowLessons)
    def _show_lessons(self) -> None:
        from naishi_tui.screens.lessons import Lessons

        self.push_screen(Lessons(self.context.progress))

    @on(ShowTask)
    async def _show_task(self, event: ShowTask) -> None:
        from naishi_tui.screens.lesson import TaskScreen, task_screen

        screen = task_screen(event.place, self.context.settings, self.context.progress)
        self.guard.close()
        if isinstance(self.screen, TaskScreen):
            await self.switch_screen(screen)
        elif not any(isinstance(each, TaskScreen) for each in self.screen_stack):  # else something was asked for since
            await self.push_screen(screen)
        self.guard.open_once_painted()

    @on(ShowAnalysis)
    @work
    async def _show_analysis(self) -> None:
        """Analyse the open game, and replay it from the mistake that was chosen there."""
        from naishi_tui.screens.analysis import AnalysisScreen

        try:
            replay = self.navigator.replay()
            game = replay.finished_game()
        except NaishiError as error:
            self.say(str(error))
            return
        chosen = await self.push_screen_wait(AnalysisScreen(game, self.context.folder))
        if chosen is not None:
            screen = self.navigator.replay_screen(replay)
            await self.push_screen(screen)
            screen.look_at(chosen)

    @on(ShowEditor)
    async def _show_editor(self, event: ShowEditor) -> None:
        from naishi.editor.draft import Draft
        from naishi.editor.participant import EditorParticipant
        from naishi_tui.screens.edit import EditScreen

        if event.position or self.draft is None:
            self.draft = Draft(event.position) if event.position else Draft.dealt()
        names = event.names or self._last_played().two_names()
        self.guard.close()
        await self.push_screen(EditScreen(EditorParticipant(self.draft, names), self.context.settings))
        self.guard.open_once_painted()

    @on(ShowExercises)
    def _show_exercises(self, event: ShowExercises) -> None:
        if (screen := self.navigator.exercises(event.game)) is None:
            self.say(_("No mistakes to learn from today. Analyse a game (a) to find some."))
        else:
            self.push_screen(screen)

    @on(ShowStatistics)
    @work(exclusive=True, group="statistics")
    async def _show_statistics(self) -> None:
        """Read the saves beside the app; the first time that may take a second."""
        from naishi.analysis.overview import overview
        from naishi_tui.screens.statistics import StatisticsScreen

        if everybody := await asyncio.to_thread(overview, self.context.folder):
            self.push_screen(StatisticsScreen(everybody))
        else:
            self.say(_("No one has finished a game yet."))

    @on(ShowRules)
    def _show_rules(self) -> None:
        from naishi_tui.keys import Keymap
        from naishi_tui.screens.rules import Rules

        self.push_screen(Rules(Keymap(self.context.settings.keys)))

    @on(ShowSettings)
    def _show_settings(self) -> None:
        from naishi_tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen(self.context.checked_layers()))
