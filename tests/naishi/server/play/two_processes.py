"""Two lobbies on one database, as two processes of a server have them: in one process here, so that tests are quick."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from naishi.server import Database, Lobby
from naishi.server.play.limits import Limits
from naishi.server.storage.live import LIVE, Live
from naishi.sessions.session import BotExecutors
from tests.naishi.server.fresh import fresh

LONG = 10.0
"""Seconds in which something has to happen, on however slow a machine."""


@asynccontextmanager
async def process(
    where: Path | str, name: str, limits: Limits | None = None, bots: BotExecutors | None = None
) -> AsyncIterator[Lobby]:
    """Have one process of a server run, on a folder or on a PostgreSQL database."""
    if isinstance(where, str):
        database: Database = importlib.import_module("naishi.server.storage.postgres").PostgresDatabase(where, name)
    else:
        database = Database(fresh(where / "naishi.sqlite"), live=Live(where / LIVE, name))
    lobby = Lobby(database, bots, limits)
    await lobby.join_others()
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
