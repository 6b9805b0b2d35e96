"""How an app looks: theme, keys and language, by its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen

from naishi.common.i18n import language
from naishi_tui import keys
from naishi_tui.drawing import theme
from naishi_tui.keys import Keymap

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
        keys.use(Keymap(self._settings().keys))

    def apply(self) -> None:
        """Take the theme and the keys of the settings."""
        settings = self._settings()
        self._app.theme = settings.theme
        if settings.keys != self._keys:
            self._keys = settings.keys
            keymap = Keymap(settings.keys)
            keys.switch(keymap)
            self._app.set_keymap(keymap.assigned)

    async def change(self, change: Callable[[], None], screens: Iterable[Screen[Any]]) -> None:
        """Change the settings, and draw what looks different now.

        Args:
            change: Changes them, and with them maybe the language.
            screens: Are composed anew in another language.
        """
        before = language()
        change()
        if language() != before:
            for screen in screens:
                await screen.recompose()
        self._app.refresh_css(animate=False)
        self._app.screen.refresh(repaint=True)
