"""Watch over clocks that run out, and over outages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from naishi.server.database.connection import StorageError
from naishi.server.lobby.lobby import Lobby
from naishi.server.match.clock_store import Clocks
from naishi.server.presence.service_clock import ServiceClock

LOOK = 1.0
"""Seconds between two looks for clocks that have run out."""
BEAT = 15
"""Looks between two notes that the server is running: so many seconds at most are given to players after a crash."""
NOTED = 5.0
"""Seconds after which one of several processes notes the time for the others, which look each second."""

_log = logging.getLogger(__name__)


async def resume_clocks(clocks: Clocks, clock: ServiceClock) -> None:
    """Have clocks go on where they stood when the server went down; before anybody is let in.

    The system's clock may have been set back since: then the time goes on where it was.
    """
    try:
        if (last := await clocks.last_beat()) is not None:
            clock.go_on_at(max(clock(), last))
        await clocks.resume()
    except StorageError as error:
        _log.warning("clocks could not be set: players are charged for the outage: %s", error.why)


async def watch_clocks(lobby: Lobby, clock: ServiceClock | None = None, *, among_others: bool = False) -> None:
    """End matches in which a player's time is up, begin rounds of tournaments, and pair those who wait for that.

    Args:
        lobby: Where they are.
        clock: What they go by; None where that is the system's time.
        among_others: Whether other processes of the server go by the same time.
    """
    looks = 0
    while True:
        with suppress(StorageError):  # it is in the log
            if clock is not None and among_others:
                await agree_on_the_time(lobby.clocks, clock)
            await lobby.settle_clocks()
            await lobby.look_at_tournaments()
            await lobby.pairing.look()
            if not among_others and looks % BEAT == 0 and not await lobby.clocks.beat() and clock is not None:
                clock.set_again()
        looks += 1
        await asyncio.sleep(LOOK)


async def join_time(clocks: Clocks, clock: ServiceClock) -> None:
    """Go by the time of the processes that are running already, whatever the system's clock says here.

    Raises:
        StorageError: It can't be read or stored.
    """
    if (agreed := await clocks.last_beat()) is None:
        await clocks.note()
    else:
        clock.go_on_at(agreed)
    clock.agree(clock())


async def agree_on_the_time(clocks: Clocks, clock: ServiceClock) -> None:
    """Go on at the time that the processes of a server have come to, and note how far this one has.

    Raises:
        StorageError: It can't be read or stored: from soon on no time passes here.
    """
    agreed, running = await clocks.agreed()
    clock.agree(clock() if agreed is None else agreed)
    if not running:
        clock.catch_up()
    if agreed is None or clock() >= agreed + NOTED:
        await clocks.note()
