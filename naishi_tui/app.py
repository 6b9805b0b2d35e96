"""App at one keyboard: home, and its screens."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.screen import Screen
from typing_extensions import override

from naishi.common.i18n import _
from naishi.settings.key_table import COMMANDS
from naishi_tui.context import AppContext
from naishi_tui.dialogs.palette import Offer
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.home.home import Home
from naishi_tui.messages import ChangeSettings, ResumeGame, Routed
from naishi_tui.registry import routes_of_games
from naishi_tui.routes import ROUTES, CurrentGame, RoutedApp
from naishi_tui.terminal.colours import draw_in_all_colours
from naishi_tui.terminal.lifecycle import forgive_closed_screens

if TYPE_CHECKING:
    from naishi.sessions import BotExecutor
    from naishi.settings.schema import Layers, Settings


class NaishiApp(RoutedApp):
    """Naishi in one terminal. What it does is done by its parts; where its messages lead stands in `ROUTES`."""

    # The default screen brings no stylesheet of its own.
    CSS_PATH: ClassVar[list[str | PurePath]] = [stylesheet("app.tcss"), stylesheet("home/home.tcss")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False),
    ]

    def __init__(
        self,
        folder: Path,
        layers: "Layers | None" = None,
        flags: Mapping[str, Any] | None = None,
        bots: "BotExecutor | None" = None,
    ) -> None:
        super().__init__()
        draw_in_all_colours(self)
        forgive_closed_screens(self)
        self.start_with: Routed | None = None
        """Where to go first; home by default."""
        self.context = AppContext(folder, layers, flags)
        self.context.on_change = self.apply_settings
        self.game = CurrentGame(self.context, self._say_at_home, bots)
        self.add_parts({**ROUTES, **routes_of_games()})

    @property
    @override
    def settings(self) -> "Settings":
        settings = self.context.layers.effective
        return replace(settings, theme="terminal") if self.plain_colours else settings

    @property
    def home(self) -> Home:
        home = self.screen_stack[0]
        assert isinstance(home, Home)  # noqa: S101 - see `get_default_screen`
        return home

    @property
    def begins_elsewhere(self) -> bool:
        return self.start_with is not None and not isinstance(self.start_with, ResumeGame)

    def get_default_screen(self) -> Home:
        return Home(
            lambda game: self.context.saves.last_played(game),  # noqa: PLW0108 - what reads saves is imported later
            self.context.mistakes_due,
            self.context.trouble,
            covered=self.begins_elsewhere,
            newcomer=self.context.nothing_saved(),
        )

    @override
    def leaving(self) -> str:
        return _("Quit: leave the program; the game is saved")

    @override
    def offers(self, screen: Screen[Any]) -> Iterator[Offer]:
        """Say where it is done what people look for on other screens than home."""
        if screen is not self.screen_stack[0]:
            say = partial(self.say, _("That is on the first screen. A game that you leave is saved."))
            settings, learn = COMMANDS["home.settings"], COMMANDS["home.learn"]
            yield _("Settings: at home"), say, _(settings.found_by)
            yield _("Lessons and puzzles: at home"), say, _(learn.found_by)

    def action_suspend_process(self) -> None:
        """Go back to the shell for a while; what is typed from now on is for the shell."""
        from naishi.transports.capabilities import has_shell

        if not has_shell():
            self.say(_("There is no shell here to go back to."))
            return
        self.guard.open_once_painted()
        super().action_suspend_process()

    def on_load(self) -> None:
        self.context.speak()
        self.appearance.begin()

    async def on_mount(self) -> None:
        self.apply_settings()
        if self.context.unchecked:
            self.call_after_refresh(self._check_settings)
        if self.begins_elsewhere and self.start_with is not None:
            await self.show(self.start_with)
        elif self.start_with is not None:
            self.post_message(self.start_with)

    @on(ChangeSettings)
    async def _change_settings(self, event: ChangeSettings) -> None:
        before = self.context.trouble
        await self.appearance.change(lambda: self.context.change(event.layers), [self.screen])
        if self.home.trouble == before:
            self.home.trouble = self.context.trouble

    @override
    def apply_settings(self) -> None:
        super().apply_settings()
        self.game.settings_changed()

    def _check_settings(self) -> None:
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
        self.home.trouble = trouble or self.home.trouble
        self.home.parting = parting

    def close_game(self) -> str:
        return self.game.close()
