"""How long nobody has typed at a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context

from naishi.server.play.limits import Limits


class IdleWatch:
    """Warns at a terminal where nothing is typed for a long time, and ends it where nothing is typed after that."""

    def __init__(self, limits: Limits, context: Context, warn: Callable[[], None], end: Callable[[], None]) -> None:
        """Wait for `start`.

        Args:
            limits: How long is too long.
            context: What `warn` and `end` run in.
            warn: Asks whether anybody is there.
            end: Ends the terminal.
        """
        self._limits, self._context, self._warn, self._end = limits, context, warn, end
        self._timer: asyncio.TimerHandle | None = None
        self.last_input = 0.0
        """When something was typed last, in the time of the loop."""

    def start(self) -> None:
        """Watch from now on."""
        self.typed()
        self._look_again_in(self._limits.idle_warning)

    def typed(self) -> None:
        """Wait anew: something was typed."""
        self.last_input = asyncio.get_running_loop().time()

    def stop(self) -> None:
        """Watch no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look_again_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look, context=self._context)

    def _look(self) -> None:
        idle = asyncio.get_running_loop().time() - self.last_input
        if idle >= self._limits.idle:
            self._end()
            return
        if idle >= self._limits.idle_warning:
            self._warn()
        until = self._limits.idle if idle >= self._limits.idle_warning else self._limits.idle_warning
        self._look_again_in(max(until - idle, 0.05))
