from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from naishi.server.presence.limits import Limits
from tests.naishi.server.fresh import fresh
from tests.naishi.transports.web.pages import Site, a_site
from tests.naishi_tui.conftest import (  # noqa: F401 - the pages show the app
    _only_our_games,
    _same_everywhere,
    _shortcuts,
    quick_collection,
    settings_path,
)
from tests.naishi_tui.ssh.rest import WatchedDatabase, WatchedLobby


@asynccontextmanager
async def serving(folder: Path, limits: Limits | None = None, **options: Any) -> AsyncIterator[Site]:
    database = WatchedDatabase(fresh(folder / "naishi.sqlite"))
    site = await a_site(WatchedLobby(database, limits=limits), **options)
    try:
        yield site
    finally:
        site.close()
        await site.web.close("")
        await site.lobby.close()
        database.close()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with serving(tmp_path) as site:
        yield site
