"""Waiting for app states rather than for time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from textual.pilot import Pilot

from naishi_tui.parts.input_guard import painting_is_put_off
from tests.naishi_tui.framework_insides import paint, tasks_are_ready, unpainted

NEVER = 60.0
"""Seconds after which something is taken never to happen: no measure of speed, but the end of all hope."""


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""Where a loop has several apps, one wait at a time: two would keep each other waiting for ever."""


async def idle(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Wait until every task of the event loop waits for something: input, a moment, a thread.

    Stands in for Textual's function of these arguments, which waits until the process has used little time of the
    processor for 20 ms: too early where the machine is busy with something else, and too late elsewhere.
    """
    loop = asyncio.get_running_loop()
    async with _turns.setdefault(loop, asyncio.Lock()):
        await asyncio.sleep(0)
        while tasks_are_ready(loop):
            await asyncio.sleep(0)


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until all that was asked of an app has been done and painted, without waiting for the next frame.

    Raises:
        TimeoutError: It never comes to rest.
    """
    app = pilot.app
    async with asyncio.timeout(NEVER):
        await idle()
        await app.animator.wait_until_complete()
        while screens := unpainted(app):
            if painting_is_put_off(app):  # whatever is asked, nothing is painted before its end
                await asyncio.sleep(0.005)
            else:
                for screen in screens:
                    paint(screen)
                await asyncio.sleep(0.001)  # Textual sends sizes on only after a moment
            await idle()
            await app.animator.wait_until_complete()


def running_tasks() -> set[str]:
    """The names of the tasks that aren't done: a timer runs in one of its own name."""
    return {task.get_name() for task in asyncio.all_tasks()}


async def until(true: Callable[[], object], what: str) -> None:
    """Wait until something holds that a thread or a timer brings about.

    Raises:
        AssertionError: It never does.
    """
    try:
        async with asyncio.timeout(NEVER):
            while not true():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"never: {what}") from None
