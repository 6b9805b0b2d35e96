"""Window size changes, drawn at a limited rate."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from naishi.server.presence.limits import Bucket, Limits

Size = tuple[int, int]

INTERVAL = 0.2
"""Seconds between two sizes that are drawn: someone who drags the edge of a window sends sixty a second."""
SPREAD = 1.5
"""By how much it may be longer, by chance."""
LEAST = 4000
"""Cells that a size counts for at least: a layout takes its time however small it is."""


class WindowChanges:
    """Draws the newest size at once or as soon as it may be; sizes in between are never drawn, the last one always is.

    What a size costs is what there is to draw: every cell of it.
    """

    def __init__(self, size: Size, limits: Limits, draw: Callable[[Size], None]) -> None:
        self._newest = self._drawn = size
        self._bucket = Bucket(limits.cells_rate, limits.cells_burst)
        self._draw = draw
        self._timer: asyncio.TimerHandle | None = None

    def change(self, size: Size) -> None:
        self._newest = size
        if self._timer is None:
            self._draw_newest()

    def stop(self) -> None:
        self._newest = self._drawn
        if self._timer is not None:
            self._timer.cancel()

    def _draw_newest(self) -> None:
        self._timer = None
        if self._newest == self._drawn:
            return
        self._drawn = columns, rows = self._newest
        wait = self._bucket.take(max(columns * rows, LEAST))
        # Never in step with others, who would all be drawn at once.
        wait = max(wait, INTERVAL) * random.uniform(1, SPREAD)  # noqa: S311 - no secret
        self._timer = asyncio.get_running_loop().call_later(wait, self._draw_newest)
        self._draw(self._drawn)
