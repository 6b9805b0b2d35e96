"""Unix socket for operator commands, in a server's folder."""

import asyncio
import json
import logging
import os
import pwd
import re
import secrets
import socket
import struct
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from naishi.common import i18n
from naishi.common.i18n import NaishiError, _
from naishi.server.database.database import DATABASE, Database, FolderInUseError, alone_in
from naishi.server.lobby.cluster import join_others
from naishi.server.lobby.lobby import Lobby
from naishi.server.lobby.notices import resume_clocks
from naishi.server.lobby.status import Listening, asked, not_running, sockets
from naishi.server.match.clock import Clocks
from naishi.server.operating.orders import parse
from naishi.server.operating.service import Operator
from naishi.server.presence.service_clock import ServiceClock

KIND = "operator"
"""How the name of the socket begins; the number of the process follows."""
LONGEST_ORDER, LONGEST_REPLY = 16 * 1024, 16 * 1024 * 1024
TYPING = 5.0
"""Seconds that a command has to say what it wants."""
PATIENCE = 60.0
"""Seconds that a server has to do it: an account may have to leave forty games."""
_log = logging.getLogger(__name__)
_CREDENTIALS = struct.Struct("iII")
_USER = re.compile(r"[A-Za-z0-9._-]{1,40}")


class Asked(NamedTuple):
    """What a command asks a server for."""

    words: Sequence[str]
    why: str = ""
    language: str = i18n.ENGLISH
    user: str = ""
    """Who has become another user to ask for it, with sudo; empty for nobody."""


class OperatorSocket(Listening):
    """Obeys its own user and root, nobody else: the folder and the socket are theirs, and the system says who asks."""

    def __init__(self, folder: Path, operator: Operator) -> None:
        super().__init__(folder, KIND, "the operator can give it no orders")
        self._operator = operator

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        user = user_of(writer.get_extra_info("socket"))
        if user not in {0, os.getuid()}:
            return
        with suppress(TimeoutError, ValueError, KeyError, TypeError):
            async with asyncio.timeout(TYPING):
                order = Asked(**json.loads(await reader.readuntil(b"\n")))
            if not isinstance(order.words, list) or not order.words:
                return
            writer.write(json.dumps(await obey(self._operator, order, _who(user, order.user))).encode())
            await writer.drain()


async def obey(operator: Operator, order: Asked, who: str) -> dict[str, Any]:
    """Do what is asked for; return what is answered, as an object."""
    i18n.use(i18n.load(order.language))
    try:
        reply = await operator.obey(parse(order.words), who, order.why)
    except NaishiError as error:
        return {"error": str(error)}
    except Exception:
        _log.exception("the operator's order could not be done: %s", order.words)
        return {"error": _("Something went wrong in the server; its log says what.")}
    return {"lines": list(reply.lines), "document": reply.document}


def ask(folder: Path, order: Asked) -> Sequence[dict[str, Any]]:
    """Ask the server of a folder: one of its processes, or each of them where each knows only its own people.

    Returns:
        Their answers; none where no server runs there.

    Raises NaishiError: it can't be asked, or doesn't answer.
    """
    line = json.dumps(order._asdict()).encode() + b"\n"
    replies = list[dict[str, Any]]()
    for path in sockets(folder, KIND):
        if (reply := asked(path, line, patience=PATIENCE, longest=LONGEST_REPLY)) is None:
            continue
        replies.append(json.loads(reply))
        if order.words[0] != "here" or "error" in replies[-1]:
            break
    return replies


def who_asks() -> str:
    return _who(os.getuid(), os.environ.get("SUDO_USER", ""))


def _who(user: int, sudo: str) -> str:
    try:
        name = pwd.getpwuid(user).pw_name
    except KeyError:
        name = str(user)
    return f"{sudo} ({name})" if _USER.fullmatch(sudo) and sudo != name else name


def user_of(connected: socket.socket) -> int:
    """Return the user at the other end, as the system says; where it doesn't, the folder lets in nobody but ours."""
    if not hasattr(socket, "SO_PEERCRED"):
        return os.getuid()
    said = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return int(_CREDENTIALS.unpack(said)[1])


def obey_at_the_database(folder: Path, url: str, order: Asked) -> dict[str, Any]:
    """Do what is asked for as a server would, with nobody there; return what is answered.

    Servers of other machines that run on a PostgreSQL database act on it like on what any other process does.

    Raises NaishiError: there is no database, or it can't be used.
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
