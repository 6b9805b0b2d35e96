"""Server clock, long sleeps, and background work."""

import asyncio
import math
import threading
import time
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar

T = TypeVar("T")

STALLED = 3.0
"""Seconds between two looks at the time after which nobody can have reached the server: it looks each second."""
ALONE = 15.0
"""Seconds that one of several processes goes on without the database, on which they agree on the time."""
CATCHING_UP = 10.0
"""Seconds by which one of several processes may go towards the system's time at a look.

A match that begins at another process at that moment is charged no more than that.
"""


class ServiceClock:
    """Seconds since 1970, as the system's clock says when the server begins.

    From then on a step of that clock changes nothing, nor does time in which the process was stopped or the machine
    slept: it would be taken from whoever is to act, who could do nothing. So the two may come apart; once no clock of a
    match runs, this one goes back to the system's.

    Several processes of a server agree on one time, which the database keeps: that of the one that is furthest ahead,
    as each leaves out only what it slept through itself.

    Args:
        wall: Tells the system's time, which may be set.
        steady: Tells a time that nobody sets.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._now, self._seen = wall(), steady()
        self._until = math.inf
        self._lock = threading.Lock()

    def __call__(self) -> float:
        with self._lock:
            seen = self._steady()
            passed, self._seen = seen - self._seen, seen
            if passed < STALLED:
                self._now = min(self._now + passed, max(self._now, self._until))
            return self._now

    def go_on_at(self, moment: float) -> None:
        with self._lock:
            self._now, self._seen = moment, self._steady()

    def agree(self, moment: float) -> None:
        """Go on at the moment that the processes of a server have come to, unless this one is further.

        While they can't agree, as the database can't be reached, nobody can act: the time soon stands still.
        """
        now = self()
        with self._lock:
            self._now = max(now, moment)
            self._until = self._now + ALONE

    def catch_up(self) -> None:
        """Go a little towards the system's time if that is ahead: no clock of a match runs at any process."""
        now = self()
        with self._lock:
            self._now = max(now, min(self._wall(), now + CATCHING_UP))

    def set_again(self) -> None:
        """Take the system's time: no clock of a match runs."""
        self.go_on_at(self._wall())


class Background:
    """What is done beside, whatever keeps the disk from being written; without a reference a task may vanish."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def begin(self, work: Coroutine[Any, Any, T], context: Context | None = None) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def settled(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)


async def long_sleep(seconds: float) -> None:
    """Sleep, and keep nothing in memory when cancelled.

    An event loop keeps a cancelled timer until it would have been due, and with it the context that it was made in;
    Textual's apps stand in theirs.
    """
    loop = asyncio.get_running_loop()
    over = loop.create_future()
    timer = loop.call_later(seconds, over.set_result, None, context=Context())
    try:
        await over
    finally:
        timer.cancel()
