"""Tells a player at a screen what has become of what they had planned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from naishi.plain.server.plan_words import take_news
from naishi.server import Visitor

PAUSE = 0.25
"""Seconds between two looks, however much happens."""


async def follow_plans(visitor: Visitor, say: Callable[[str], None]) -> None:
    """Say it on arrival, and as it happens, until the app ends.

    Args:
        visitor: Whose plans count.
        say: Says something on the screen on top.
    """
    changes = visitor.changes()
    while True:
        await visitor.refresh()
        for text in await take_news(visitor):
            say(text)
        if await anext(changes, None) is None:
            return
        await asyncio.sleep(PAUSE)
