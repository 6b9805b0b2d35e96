"""A list of options to choose from."""

from __future__ import annotations

from textual import events
from textual.widgets import OptionList


class Menu(OptionList):
    """A list whose options may change under the mouse."""

    def on_click(self, event: events.Click) -> None:
        """Let a click at an option that has just gone choose nothing: Textual would look for it in vain."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
            event.stop()
