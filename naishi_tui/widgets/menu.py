"""A list of options to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from naishi_tui.keys import bindings


class Menu(OptionList):
    """A list whose options may change under the mouse, and which may have no room at all.

    Textual would look for what isn't there, and fail.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"list.down": "cursor_down", "list.up": "cursor_up"}),
    ]

    def fill(self, options: Sequence[Option], *, grave: tuple[str, ...] = ()) -> bool:
        """Show other options, if they are others, with the cursor where it was; return whether they are.

        Args:
            options: What there is to choose from now.
            grave: How the ids of options begin that the cursor never comes to by itself.
        """
        if [(str(each.prompt), each.id) for each in options] == [(str(each.prompt), each.id) for each in self.options]:
            return False
        at = None if self.highlighted_option is None else self.highlighted_option.id
        self.clear_options()
        self.add_options(options)
        enabled = [(number, option.id or "") for number, option in enumerate(options) if not option.disabled]
        same = [number for number, id_ in enabled if id_ == at]
        harmless = [number for number, id_ in enabled if not id_.startswith(grave)]
        self.highlighted = next(iter(same or harmless), None)
        return True

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
