"""Timers on an overloaded machine."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from naishi_tui.app import NaishiApp
from naishi_tui.terminal.patches import keep_tasks_lazy
from tests.naishi_tui.framework_insides import set_clock
from tests.naishi_tui.waiting import until


async def test_a_timer_fires_although_it_is_late_for_its_only_tick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, fired = NaishiApp(tmp_path), asyncio.Event()
    begun: set[object] = set()

    def clock() -> float:
        """A second passes once a timer has begun; if it passed at every look, one that repeats would never catch up."""
        task = asyncio.current_task()
        late = task in begun
        begun.add(task)
        return 1e6 + late

    async with app.run_test():
        with monkeypatch.context() as held_up:
            set_clock(held_up, clock)
            app.set_timer(0.01, fired.set)
            await until(fired.is_set, "it fires")


async def test_tasks_of_a_loop_begin_when_their_turn_comes() -> None:
    """From Python 3.12 on, Textual asks for tasks that begin at once; an SSH server on the same loop breaks by that."""
    loop = asyncio.get_running_loop()
    keep_tasks_lazy(loop)
    loop.set_task_factory(lambda _loop, _coroutine, **_more: pytest.fail("Textual's factory made a task"))
    assert loop.get_task_factory() is None
    await loop.create_task(asyncio.sleep(0))
