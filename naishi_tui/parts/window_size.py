"""Room for the table: a window can be too small for it."""

from __future__ import annotations

from textual.app import App
from textual.geometry import Size

SMALLEST = Size(60, 20)
"""The smallest terminal on which everything needed to play fits."""


class WindowSize:
    """Asks for a larger window where the table has no room; what lies below stays as it is."""

    def __init__(self, app: App[None]) -> None:
        self._app = app

    def resized(self, size: Size) -> None:
        """Ask, or stop asking, now that the window has another size."""
        from naishi_tui.screens.too_small import TooSmall

        fits = size.width >= SMALLEST.width and size.height >= SMALLEST.height
        asking = isinstance(self._app.screen, TooSmall)
        if fits and asking:
            self._app.pop_screen()
        elif not fits and not asking:
            self._app.push_screen(TooSmall())
