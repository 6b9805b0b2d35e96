"""What a server does about clocks while it runs: it looks for those that have run out, and notes that it is running."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from naishi.server.play.lobby import Lobby
from naishi.server.storage.connection import StorageError

LOOK = 1.0
"""Seconds between two looks for clocks that have run out."""
BEAT = 15
"""Looks between two notes that the server is running: so many seconds at most are given to players after a crash."""

_log = logging.getLogger(__name__)


async def resume_clocks(lobby: Lobby) -> None:
    """Have clocks go on where they stood when the server went down; before anybody is let in."""
    try:
        await lobby.clocks.resume()
    except StorageError as error:
        _log.warning("clocks could not be set: players are charged for the outage: %s", error.why)


async def watch_clocks(lobby: Lobby) -> None:
    """End matches in which a player's time is up, and begin rounds of tournaments, though nobody looks at them."""
    looks = 0
    while True:
        with suppress(StorageError):  # it is in the log
            await lobby.settle_clocks()
            await lobby.look_at_tournaments()
            if looks % BEAT == 0:
                await lobby.clocks.beat()
        looks += 1
        await asyncio.sleep(LOOK)
