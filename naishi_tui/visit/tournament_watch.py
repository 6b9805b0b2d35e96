"""Tells a player at a screen that a round of a tournament has begun, wherever they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from naishi.server import Visitor
from naishi.server.play.tournament_news import TournamentNews

PAUSE = 0.25
"""Seconds between two looks, however much happens."""


async def follow_tournaments(visitor: Visitor, say: Callable[[str], None], ring: Callable[[], None]) -> None:
    """Say it as it happens, and ring, until the app ends.

    Args:
        visitor: Whose games count.
        say: Says something on the screen on top.
        ring: Rings the bell of the terminal.
    """
    changes = visitor.changes()
    await visitor.refresh()
    news = TournamentNews(visitor)
    async for _change in changes:
        await visitor.refresh()
        for text in news.look():
            say(text)
            ring()
        await asyncio.sleep(PAUSE)
