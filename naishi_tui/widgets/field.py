"""A field to type in."""

from __future__ import annotations

from textual import events
from textual.reactive import reactive
from textual.widgets import Input

from naishi.tabletop.players import letters

LONGEST = 1000
"""How much of what is pasted is looked at; no field takes as much."""


class Field(Input):
    """Takes letters and their marks only: it is drawn unchecked, so what a terminal could obey is dropped at once."""

    cursor_blink = reactive(False, init=False)
    """Never: a blinking cursor would send bytes to a terminal that nobody touches, over SSH for hours."""

    untouched = False
    """Whether nothing has been typed or clicked since it got the focus."""
    _answered = 0.0
    """When the answer was given last, in the time of events."""

    def on_focus(self) -> None:
        """Wait for the first click."""
        self.untouched = True

    async def on_key(self, event: events.Key) -> None:
        """Leave the cursor where it is from now on. Enter answers with what was typed before it.

        As a binding it would wait until the app comes to it; whatever was typed behind it would be in the answer.
        """
        self.untouched = False
        if event.key == "enter" or event.time < self._answered:
            event.stop().prevent_default()
        if event.key == "enter" and event.time >= self._answered:
            self._answered = events.Idle().time
            await self.action_submit()

    def on_click(self) -> None:
        """Select all at the click that gives the focus, as the key does: what is typed then replaces it."""
        if self.untouched and self.selection.is_empty:
            self.select_all()
        self.untouched = False

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace part of the value, as everything does that is typed or pasted."""
        super().replace(letters(text[:LONGEST]), start, end)

    def action_copy(self) -> None:
        """Copy what is selected, but no PIN: the clipboard belongs to everybody at this terminal."""
        if not self.password:
            super().action_copy()

    def action_cut(self) -> None:
        """Cut out what is selected, but no PIN."""
        if not self.password:
            super().action_cut()
