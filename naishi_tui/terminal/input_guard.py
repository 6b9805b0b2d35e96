"""Input is for the screen that the person saw when giving it."""

from __future__ import annotations

from functools import partial

from textual import events

from naishi_tui.terminal.lifecycle import SafeApp

SETTLED = 0.02
"""Seconds in which a screen that comes to the top has done its layout and styles."""

LONGEST_PAINT = 3.0
"""Seconds after which a screen is taken to be painted, whatever became of it."""

ALWAYS = {"ctrl+q", "ctrl+c"}
"""Keys that mean the same on every screen: quit."""


class AttentiveApp(SafeApp):
    """An app that lets nothing that was typed or clicked before a screen was up act on that screen.

    On a machine under load an impatient second Enter would else fall through the cover onto the table, or, worse, from
    the table through the cover, which then shows the next player's Hand.
    """

    heard_from = 0.0
    """Input from before this moment was meant for another screen. (In the time of events.)"""

    def hear_nothing(self) -> None:
        """Begin to show another screen: what is given from now on is for neither."""
        self.heard_from = _now() + LONGEST_PAINT

    def hear_once_painted(self) -> None:
        """Hear nothing that is given before the screen on top is painted."""
        self.hear_nothing()
        self.set_timer(SETTLED, partial(self._hear_after_paint, self.heard_from))

    def _hear_after_paint(self, waiting: float) -> None:
        if self._batch_count:  # painting is put off still, and callbacks would not wait for it
            self.set_timer(SETTLED, partial(self._hear_after_paint, waiting))
        else:
            self.call_after_refresh(self._hear, waiting)

    def _hear(self, waiting: float) -> None:
        if self.heard_from == waiting:  # else yet another screen has come
            self.heard_from = _now()

    async def on_event(self, event: events.Event) -> None:
        """Pass an event on, but for input that came too early. A key comes here again if nothing took it: to act."""
        early = isinstance(event, events.InputEvent) and event.time < self.heard_from
        if not early or (isinstance(event, events.Key) and event.key in ALWAYS):
            await super().on_event(event)


def _now() -> float:
    return events.Idle().time
