"""Classes for the size of the terminal, which stylesheets lay out screens by."""

from __future__ import annotations

from textual.events import Event, ScreenResume
from textual.screen import ScreenResultType

from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground


class SizedScreen(SteadyScreen[ScreenResultType], Ground):
    """A screen that has the classes of its size from its first layout on."""

    _has_been_on_top: bool = False

    # Lists, as Textual declares them.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (120, "-widest"), (160, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall"), (36, "-tallest"), (48, "-towering")]  # noqa: RUF012

    def on_compose(self) -> None:
        """Take the classes before there are any widgets: Textual would do so later, and style and paint them again."""
        width, height = self.app.size
        rooms = ((width, self.HORIZONTAL_BREAKPOINTS), (height, self.VERTICAL_BREAKPOINTS))
        self.add_class(*(max(each for each in breakpoints if each[0] <= room)[1] for room, breakpoints in rooms))

    async def on_event(self, event: Event) -> None:
        """Handle an event. A screen that has just been composed needs no new styles on its way to the top."""
        if isinstance(event, ScreenResume):
            event.refresh_styles = event.refresh_styles and self._has_been_on_top
            self._has_been_on_top = True
        await super().on_event(event)
