"""Parts of an app that follow terminal and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen

from naishi.common.i18n import language
from naishi.settings.keymap import Keymap, switch, use
from naishi_tui.drawing import theme
from naishi_tui.drawing.ascii import Ascii, ConsoleGlyphs, in_ascii
from naishi_tui.pictures.terminal_pictures import PICTURED, TerminalPictures

if TYPE_CHECKING:
    from naishi.settings.schema import Settings


class Appearance:
    """Makes an app look as its settings say, also when they change."""

    def __init__(self, app: App[None], settings: Callable[[], Settings]) -> None:
        """Give the app our themes, and the one that is set.

        Args:
            app: The app.
            settings: Returns its settings as they are now.
        """
        self._app, self._settings = app, settings
        self._keys: Mapping[str, str] = {}
        for each in theme.THEMES:
            app.register_theme(each)
        app.theme = settings().theme

    def begin(self) -> None:
        """Show the keys of the settings, in the task that this is called in and those that it starts."""
        use(Keymap(self._settings().keys))

    def apply(self) -> None:
        """Take the theme and the keys of the settings."""
        settings = self._settings()
        self._app.theme = settings.theme
        if settings.keys != self._keys:
            self._keys = settings.keys
            keymap = Keymap(settings.keys)
            switch(keymap)
            self._app.set_keymap(keymap.assigned)

    async def change(self, change: Callable[[], None], screens: Iterable[Screen[Any]]) -> None:
        """Change the settings, and draw what looks different now.

        Args:
            change: Changes them, and with them maybe the language.
            screens: Are composed again in another language.
        """
        before = language()
        change()
        if language() != before:
            for screen in screens:
                await screen.recompose()
        self._app.refresh_css(animate=False)
        self._app.screen.refresh(repaint=True)


class PlainOutput:
    """Translates every line that is drawn into what the terminal shows, or into ASCII, where that is wanted."""

    def __init__(self, wanted: Callable[[], bool], on_console: Callable[[], bool] = lambda: False) -> None:
        """Translate lines.

        Args:
            wanted: Returns whether only ASCII is wanted.
            on_console: Returns whether the terminal is a Linux console, whose fonts have few glyphs.
        """
        self._wanted, self._on_console = wanted, on_console
        self._ascii, self._glyphs = Ascii(), ConsoleGlyphs()

    @property
    def filters(self) -> Sequence[LineFilter]:
        """What every line has to go through."""
        if self._wanted():
            return [self._ascii]
        return [self._glyphs] if self._on_console() else []


SMALLEST = Size(60, 20)
"""The smallest terminal on which everything needed to play fits."""


class WindowSize:
    """Asks for a larger window where the table has no room; what lies below stays as it is."""

    def __init__(self, app: App[None]) -> None:
        self._app = app

    def resized(self, size: Size) -> None:
        """Ask, or stop asking, now that the window has another size."""
        from naishi_tui.dialogs.steady_screen import TooSmall

        fits = size.width >= SMALLEST.width and size.height >= SMALLEST.height
        asking = isinstance(self._app.screen, TooSmall)
        if fits and asking:
            self._app.pop_screen()
        elif not fits and not asking:
            self._app.push_screen(TooSmall())


def true_pictures_of(app: App[Any], settings: Callable[[], Settings]) -> TerminalPictures:
    """Return the pictures of an app's terminal; what shows them is painted again once the terminal says that it can.

    Args:
        app: The app.
        settings: Returns its settings as they are now.
    """

    def changed() -> None:
        for screen in app.screen_stack:
            for each in screen.query(f".{PICTURED}"):
                each.refresh()

    return TerminalPictures(lambda: settings().pictures and not in_ascii(app), changed)
