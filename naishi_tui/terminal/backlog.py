"""Bound on an app's waiting input."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import Any

from textual.app import App

MOST_WAITING = 512
"""Events that may wait in the app; what is more is dropped."""
QUIT_KEYS = ("ctrl+q", "ctrl+c")
"""Keys that mean the same on every screen, so that they never wait, and are never too early."""
PAUSE = 0.05
"""Seconds that the app has to catch up before anything is dropped."""


class Backlog:
    """How many events wait in an app, as far as the thread that sends them can know."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._sent = 0
        self._seen = 0
        """How many were sent when the app was asked last."""
        self._left = 0
        """How many of those it hadn't handled."""
        self._answered = threading.Event()

    @property
    def waiting(self) -> int:
        """How many events may wait."""
        return self._sent - self._seen + self._left

    def admit(self) -> bool:
        """Return whether one more event may be sent, and count it."""
        if self.waiting >= MOST_WAITING:
            return False
        self._sent += 1
        return True

    def review(self) -> None:
        """Ask the app how many events wait, and where they are many, give it time."""
        self._answered.clear()
        with suppress(RuntimeError):  # the app has ended
            self._loop.call_soon_threadsafe(self._answer, self._sent)
            if self.waiting > MOST_WAITING // 2:
                self._answered.wait(PAUSE)

    def _answer(self, sent: int) -> None:
        receivers = [self._app, *self._app.screen_stack[-1:], *filter(None, [self._app.focused])]
        self._left = sum(each.message_queue_size for each in receivers)
        self._seen = sent
        self._answered.set()
