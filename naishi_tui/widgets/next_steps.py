"""What one may do after a game: each step with its key, clickable."""

from __future__ import annotations

from collections.abc import Iterable

from naishi.common.i18n import _
from naishi_tui.widgets.command_panel import CommandPanel, PanelCommand


class NextSteps(CommandPanel):
    """A heading, and a line for each step."""

    def show(self, steps: Iterable[tuple[str, str]]) -> None:
        """Draw steps, each the id of a command and what it does; nothing where there are none."""
        self.show_commands(_("And now?"), tuple(PanelCommand(command, does, True) for command, does in steps))
