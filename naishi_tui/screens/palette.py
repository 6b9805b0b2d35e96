"""The command palette, made safe for fast fingers."""

from __future__ import annotations

from typing import Any

from textual.command import CommandPalette
from textual.worker import Worker

from naishi_tui.screens.passing import PassingScreen


class Palette(CommandPalette, PassingScreen[None]):
    """Textual's own, but it closes only itself, and its search may fail once it is closed."""

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        """Search for commands."""
        return super().run_worker(*arguments, **{**options, "exit_on_error": False})
