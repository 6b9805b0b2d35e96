"""Two lobbies on one database, in one process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from naishi.server import Lobby
from naishi.server.lobby.cluster import Cluster, join_others
from naishi.server.lobby.notices import join_time
from naishi.server.presence.limits import Limits
from naishi.server.presence.service_clock import ServiceClock
from naishi.sessions.session import BotExecutors

CLUSTERS: WeakKeyDictionary[Lobby, Cluster | None] = WeakKeyDictionary()
"""What follows the other processes, by lobby."""
LONG = 10.0
"""Seconds in which something has to happen, on however slow a machine."""


@asynccontextmanager
async def process(
    where: str,
    name: str,
    limits: Limits | None = None,
    bots: BotExecutors | None = None,
    clock: ServiceClock | None = None,
) -> AsyncIterator[Lobby]:
    """Have one process of a server run on a PostgreSQL database."""
    from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

    database = PostgresDatabase(where, name)
    lobby = Lobby(database, bots, limits, clock or time.time)
    if clock is not None:
        await join_time(lobby.clocks, clock)
    CLUSTERS[lobby] = await join_others(lobby)
    try:
        yield lobby
    finally:
        await lobby.close()
        database.close()


async def until(true: Callable[[], object] | Callable[[], Awaitable[object]]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(LONG):
        while True:
            found = true()
            if await found if isinstance(found, Awaitable) else found:
                return
            await asyncio.sleep(0.01)
