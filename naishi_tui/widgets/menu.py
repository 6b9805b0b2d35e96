"""A list of options to choose from."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widgets import OptionList

from naishi_tui.keys import bindings


class Menu(OptionList):
    """A list whose options may change under the mouse, and which may have no room at all.

    Textual would look for what isn't there, and fail.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"list.down": "cursor_down", "list.up": "cursor_up"}),
    ]

    def on_click(self, event: events.Click) -> None:
        """Ignore a click at an option that has just gone."""
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()
            event.stop()

    def action_page_up(self) -> None:
        """Go up by what is seen at a time; to the first option where nothing is seen."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]
        else:
            self.action_first()

    def action_page_down(self) -> None:
        """Go down by what is seen at a time; to the last option where nothing is seen."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
        else:
            self.action_last()
