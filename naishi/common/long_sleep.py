"""Sleep of any length."""

from __future__ import annotations

import asyncio
from contextvars import Context


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
