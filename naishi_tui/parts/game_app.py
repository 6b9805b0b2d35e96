"""App of the parts that every terminal of ours needs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import App, SystemCommand
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from typing_extensions import override

from naishi.common.i18n import language
from naishi.settings.keymap import Keymap, switch, use
from naishi_tui.dialogs.palette import Offer, SystemCommands
from naishi_tui.dialogs.screens import TooSmall
from naishi_tui.drawing import theme
from naishi_tui.drawing.cells import Ascii, ConsoleGlyphs, in_ascii
from naishi_tui.messages import Routed
from naishi_tui.parts.input_guard import InputGuard, Typing
from naishi_tui.parts.router import Router, Routes
from naishi_tui.pictures.terminal_pictures import PICTURED, TerminalPictures
from naishi_tui.terminal.colours import without_environment
from naishi_tui.terminal.patches import fire_late_timers

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Appearance:
    """Makes an app look as its settings say, also when they change."""

    def __init__(self, app: App[None], settings: "Callable[[], Settings]") -> None:
        self._app, self._settings = app, settings
        self._keys: Mapping[str, str] = {}
        for each in theme.THEMES:
            app.register_theme(each)
        app.theme = settings().theme

    def begin(self) -> None:
        """Show the keys of the settings, in the task that this is called in and those that it starts."""
        use(Keymap(self._settings().keys))

    def apply(self) -> None:
        settings = self._settings()
        self._app.theme = settings.theme
        if settings.keys != self._keys:
            self._keys = settings.keys
            keymap = Keymap(settings.keys)
            switch(keymap)
            self._app.set_keymap(keymap.assigned)

    async def change(self, change: Callable[[], None], screens: Iterable[Screen[Any]]) -> None:
        before = language()
        change()
        if language() != before:
            for screen in screens:
                await screen.recompose()
        self._app.refresh_css(animate=False)
        self._app.screen.refresh(repaint=True)


_ASCII, _GLYPHS = Ascii(), ConsoleGlyphs()


def plain_output(filters: Iterable[LineFilter], *, ascii: bool, on_console: bool = False) -> list[LineFilter]:
    """Return what each line of an app goes through: its filters, but for those that NO_COLOR has added, and ours.

    Args:
        on_console: Whether the terminal is a Linux console, whose fonts have few glyphs.
    """
    ours = [_ASCII] if ascii else [_GLYPHS] * on_console
    return [*without_environment(filters), *ours]


SMALLEST = Size(60, 20)
"""The smallest terminal on which everything needed to play fits."""


def ask_for_room(app: App[None], size: Size) -> None:
    """Ask for a larger window where the table has no room; what lies below stays as it is."""
    fits = size.width >= SMALLEST.width and size.height >= SMALLEST.height
    asking = isinstance(app.screen, TooSmall)
    if fits and asking:
        app.pop_screen()
    elif not fits and not asking:
        app.push_screen(TooSmall())


def true_pictures_of(app: App[Any], settings: "Callable[[], Settings]") -> TerminalPictures:
    """Return the pictures of an app's terminal; what shows them is painted again once the terminal says that it can."""

    def changed() -> None:
        for screen in app.screen_stack:
            for each in screen.query(f".{PICTURED}"):
                each.refresh()

    return TerminalPictures(lambda: settings().pictures and not in_ascii(app), changed)


class GameApp(App[None]):
    """An app whose screens lead to each other by messages; one at home and one of a server add what they keep open."""

    TITLE = "Naishi"
    COMMAND_PALETTE_BINDING = "ctrl+p"
    only_ascii = False
    on_console = False
    """The terminal is a Linux console, whose fonts lack most of our marks."""
    plain_colours = False
    """The terminal shows sixteen colours or fewer."""

    def add_parts(self, routes: Routes) -> None:
        """Add the parts, once there are settings; the routes say which screen each message leads to."""
        fire_late_timers(self)
        self.guard, self.typing = InputGuard(self), Typing(self)
        self.router = Router(self, self.guard, routes, self.say)
        self.appearance = Appearance(self, lambda: self.settings)
        self.pictures = true_pictures_of(self, lambda: self.settings)
        self.system_commands = SystemCommands(self, self.leaving, self.offers)

    @property
    def settings(self) -> "Settings":
        """The settings, as far as the terminal can follow them."""
        raise NotImplementedError

    def leaving(self) -> str:
        raise NotImplementedError

    def offers(self, screen: Screen[Any]) -> Iterable[Offer]:
        raise NotImplementedError

    def say(self, text: str) -> None:
        raise NotImplementedError

    def get_line_filters(self) -> Sequence[LineFilter]:
        ascii = self.only_ascii or self.settings.ascii
        return plain_output(super().get_line_filters(), ascii=ascii, on_console=self.on_console)

    @override
    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        return self.system_commands.on(screen)

    @override
    def action_command_palette(self) -> None:
        self.system_commands.show()

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but for input that was meant for another screen. A key that no widget took returns here."""
        if self.guard.admits(event):
            await super().on_event(self.typing.understood(event))

    def on_resize(self, event: events.Resize) -> None:
        ask_for_room(self, event.size)

    @on(Routed)
    async def show(self, message: Routed) -> None:
        await self.router.show(message)

    def apply_settings(self) -> None:
        self.appearance.apply()
        self.pictures.settings_changed()
