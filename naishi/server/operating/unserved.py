"""Operator commands on a stopped server's database."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import closing
from pathlib import Path
from typing import Any

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.database.database import DATABASE, Database
from naishi.server.database.folder import FolderInUseError, alone_in
from naishi.server.lobby.clock_watch import resume_clocks
from naishi.server.lobby.cluster import join_others
from naishi.server.lobby.lobby import Lobby
from naishi.server.lobby.status import not_running
from naishi.server.match.clock_store import Clocks
from naishi.server.operating.local_socket import Asked, obey, who_asks
from naishi.server.operating.service import Operator
from naishi.server.presence.service_clock import ServiceClock


def obey_at_the_database(folder: Path, url: str, order: Asked) -> dict[str, Any]:
    """Do what is asked for as a server would, with nobody there; return what is answered.

    Servers of other machines that run on a PostgreSQL database act on it like on what any other process does.

    Raises:
        NaishiError: There is no database, or it can't be used.
    """
    if url:
        return _at_postgres(folder, url, order)
    file = folder / DATABASE
    if not file.exists():
        raise NaishiError(_("There is no database in {folder}.").format(folder=folder))
    try:
        with alone_in(folder), closing(Database(file)) as database:
            return asyncio.run(_obey(database, order, ServiceClock()))
    except FolderInUseError:
        raise NaishiError(_("The server in {folder} doesn't answer.").format(folder=folder)) from None


def _at_postgres(folder: Path, url: str, order: Asked) -> dict[str, Any]:
    from naishi.server.database.postgres import PostgresDatabase, serving  # noqa: PLC0415 - an extra

    if order.words[0] == "here":
        raise not_running(folder)
    name = f"{secrets.token_hex(4)}o"
    with serving(url) as first, closing(PostgresDatabase(url, name, may_migrate=first)) as database:
        if first:
            asyncio.run(Clocks(database).resume())
        return asyncio.run(_obey(database, order, None, serves=not first))


async def _obey(
    database: Database, order: Asked, clock: ServiceClock | None, *, serves: bool = False
) -> dict[str, Any]:
    lobby = Lobby(database) if clock is None else Lobby(database, clock=clock)
    await join_others(lobby)
    if clock is not None:
        await resume_clocks(lobby.clocks, clock)
    reply = await obey(Operator(lobby, serves=serves), order, who_asks())
    if not await lobby.close():
        raise NaishiError(_("Not everything could be stored."))
    return reply
