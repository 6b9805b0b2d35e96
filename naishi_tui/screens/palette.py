"""The command palette, made safe for fast fingers."""

from __future__ import annotations

from typing import Any

from textual.command import CommandPalette, SearchIcon
from textual.worker import Worker

from naishi.i18n import _
from naishi_tui.screens.dismiss_once import PassingScreen


class Palette(CommandPalette, PassingScreen[None]):
    """Textual's own, but it closes only itself, and its search may fail once it is closed."""

    CSS_PATH = "palette.tcss"

    def __init__(self) -> None:
        super().__init__(placeholder=_("What do you want to do?"))

    def on_mount(self) -> None:
        """Draw no wide character: terminals disagree on the width of the magnifier."""
        self.query_one(SearchIcon).icon = "▸"

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        """Search for commands."""
        return super().run_worker(*arguments, **{**options, "exit_on_error": False})
