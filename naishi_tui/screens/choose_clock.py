"""How much time the players of a new table have."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.server.play import clock_text
from naishi.server.storage.clock import CHOICES
from naishi_tui.screens.choose_one import Choice, ChooseOne

CONTROLS = ("", *CHOICES)


class ChooseClock(ChooseOne[str]):
    """A clock for a table; its result is what `clock.TimeControl` reads, empty for no clock, or None for no choice."""

    CSS_PATH = "choose_one.tcss"

    def __init__(self, control: str) -> None:
        """Ask.

        Args:
            control: The clock that the cursor is on at first.
        """
        super().__init__()
        self.control = control

    def question(self) -> str:
        """Ask for the time."""
        return _("How much time do both players have? Esc: back.")

    def choices(self) -> list[Choice[str]]:
        """Return the clocks."""
        return [Choice(clock_text.agreed(each) or _("No clock"), each, clock_text.explained(each)) for each in CONTROLS]

    def on_mount(self) -> None:
        """Place the cursor."""
        self.menu.highlighted = CONTROLS.index(self.control)
