from __future__ import annotations

import asyncio
import gc
import weakref
from contextvars import ContextVar

import pytest

from naishi.server.presence.service_clock import long_sleep

pytestmark = pytest.mark.ci


class _Kept:
    """Something in a context."""


_kept: ContextVar[_Kept] = ContextVar("kept")


async def test_it_sleeps() -> None:
    before = asyncio.get_running_loop().time()
    await long_sleep(0.01)
    assert asyncio.get_running_loop().time() - before >= 0.01


async def test_nothing_of_its_context_is_left_once_it_is_cancelled() -> None:
    kept: list[weakref.ref[_Kept]] = []

    async def sleeper() -> None:
        thing = _Kept()
        _kept.set(thing)
        kept.append(weakref.ref(thing))
        del thing
        await long_sleep(1000)

    loop = asyncio.get_running_loop()
    before = loop.call_later(500, int)  # a cancelled timer that would be the next is forgotten at once
    task = loop.create_task(sleeper())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    del task
    await asyncio.sleep(0)
    gc.collect()
    assert kept[0]() is None
    before.cancel()
