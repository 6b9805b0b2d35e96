"""What a server does about clocks while it runs: it looks for those that have run out, and notes that it is running."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from naishi.server.errors import StorageError
from naishi.server.play.lobby import Lobby
from naishi.server.play.service_clock import ServiceClock

LOOK = 1.0
"""Seconds between two looks for clocks that have run out."""
BEAT = 15
"""Looks between two notes that the server is running: so many seconds at most are given to players after a crash."""

_log = logging.getLogger(__name__)


async def resume_clocks(lobby: Lobby, clock: ServiceClock) -> None:
    """Have clocks go on where they stood when the server went down; before anybody is let in."""
    try:
        if (last := await lobby.clocks.last_beat()) is not None:
            clock.begin_at(last)
        await lobby.clocks.resume()
    except StorageError as error:
        _log.warning("clocks could not be set: players are charged for the outage: %s", error.why)


async def watch_clocks(lobby: Lobby, clock: ServiceClock | None = None) -> None:
    """End matches in which a player's time is up, and begin rounds of tournaments, though nobody looks at them.

    Args:
        lobby: Where they are.
        clock: What they go by, where no other process of the server goes by another one.
    """
    looks = 0
    while True:
        with suppress(StorageError):  # it is in the log
            await lobby.settle_clocks()
            await lobby.look_at_tournaments()
            if looks % BEAT == 0 and not await lobby.clocks.beat() and clock is not None:
                clock.set_again()
        looks += 1
        await asyncio.sleep(LOOK)
