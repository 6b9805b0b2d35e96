"""The window has no room for the table."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from naishi.common.i18n import _
from naishi_tui.screens.steady_screen import SteadyScreen


class TooSmall(SteadyScreen[None]):
    """A polite line; it goes by itself when the window has grown.

    It never scrolls: in a window one column wide a scroll bar would leave no room, without it there would be room
    again, and so on for ever.
    """

    DEFAULT_CSS = "TooSmall { overflow: hidden; }"

    def compose(self) -> ComposeResult:
        """Lay out the line."""
        yield Static(Content(_("Naishi needs 60 × 20 characters. Please make this window a little larger.")))
