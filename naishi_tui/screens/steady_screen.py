"""A screen that comes to rest however often the window changes its size."""

from __future__ import annotations

from textual.events import Event, Resize
from textual.screen import Screen, ScreenResultType


class SteadyScreen(Screen[ScreenResultType]):
    """It ignores sizes that the window no longer has.

    Textual's screens post themselves a `Resize` whenever they are laid out at another size. Where two different ones
    wait at once, as when a window is dragged while the screen is busy, they would follow each other for ever.
    """

    async def on_event(self, event: Event) -> None:
        """Handle an event, unless it is an outdated size."""
        if not isinstance(event, Resize) or event.size == self.app.size:
            await super().on_event(event)
