"""Classes for the size of the terminal, which stylesheets lay out screens by."""

from __future__ import annotations

from textual.screen import ScreenResultType

from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground


class SizedScreen(SteadyScreen[ScreenResultType], Ground):
    """A screen that is laid out in another way at each of some sizes."""

    # Lists, as Textual declares them.
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-wide"), (120, "-widest"), (160, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-tall"), (36, "-tallest"), (48, "-towering")]  # noqa: RUF012
