"""The process of a server, from its start to SIGTERM."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from naishi.common.i18n import N_, _
from naishi.server import Database, Lobby
from naishi.server.play.clock_watch import resume_clocks, watch_clocks
from naishi.server.play.limits import Limits
from naishi.server.storage.cleanup import DAY
from naishi.server.storage.connection import StorageError
from naishi.server.storage.database import DATABASE
from naishi.server.storage.folder_lock import alone_in
from naishi.sessions.process_executor import ProcessExecutor
from naishi_tui.public_address import PublicAddress
from naishi_tui.ssh.host_key import host_key
from naishi_tui.ssh.server import SSHServer
from naishi_tui.visit.listening import cannot_listen

HOST_KEY = "host_key"
LOOK = 10.0
"""Seconds between two looks at the file of the database."""

STOPS = N_("The server stops for a moment. Your games are saved; please come back.")

OpenDoor = Callable[[SSHServer, asyncio.Event], Awaitable[None]]
"""Has a server take connections; it stops when the event is set."""

_log = logging.getLogger(__name__)


def run(
    folder: Path,
    host: str,
    port: int,
    limits: Limits | None = None,
    *,
    public_host: str = "",
    public_port: int = 0,
    analyses: int | None = None,
) -> int:
    """Serve until a signal ends it.

    Args:
        folder: Where the database and the host key are; made if there is none.
        host: The address to listen at; empty for all.
        port: 0 for any.
        limits: What connections may take.
        public_host: Where players reach the server, for the lines that they are shown; empty for the address that each
            of them has reached.
        public_port: The port likewise, 0 for the one that they have reached.
        analyses: How many finished games may be analysed at once; None for a share of the machine.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database, the host key, the address or the port can't be
            used.
        OSError: The folder can't be used.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    public = PublicAddress(public_host, public_port)

    async def open_port(server: SSHServer, _stop: asyncio.Event) -> None:
        fingerprint = host_key(folder / HOST_KEY).get_fingerprint()
        try:
            reached = await server.open(host, port, folder / HOST_KEY)
        except (OSError, UnicodeError) as error:
            raise cannot_listen(error, host, port) from None
        print(_("The host key is {fingerprint}.").format(fingerprint=fingerprint))
        address = PublicAddress(public.host or host or "localhost", public.port or reached)
        print(_("Play: {line}").format(line=address.ssh_line()))
        sys.stdout.flush()

    if analyses is not None:
        limits = replace(limits or Limits(), analyses=analyses)
    return serve(folder, open_port, public, limits)


def serve(
    folder: Path, open_door: OpenDoor, public: PublicAddress, limits: Limits | None = None, farewell: str = STOPS
) -> int:
    """Serve until a signal or the door ends it.

    Args:
        folder: Where the database is; made if there is none.
        open_door: Takes connections from now on.
        public: Where players reach the server.
        limits: What connections may take.
        farewell: What everybody reads at the end, in English; it is translated for each.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database or the door can't be used.
        OSError: The folder can't be used.
    """
    logging.getLogger("asyncssh").setLevel(logging.WARNING)  # it would log commands, and the words in them
    with alone_in(folder):
        database = Database(folder / DATABASE)
        try:
            return asyncio.run(_serve(database, open_door, public, limits, farewell))
        finally:
            database.close()


async def _serve(
    database: Database, open_door: OpenDoor, public: PublicAddress, limits: Limits | None, farewell: str
) -> int:
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    async with ProcessExecutor() as executor:
        lobby = Lobby(database, executor, limits)
        await resume_clocks(lobby)
        server = SSHServer(lobby, public)
        await open_door(server, stop)
        _collect_rarely()
        with suppress(StorageError):  # it is in the log
            await lobby.plans.resume()
        chores = [asyncio.create_task(each) for each in (_clean_up_daily(lobby), _guard(database), watch_clocks(lobby))]
        await stop.wait()
        for chore in chores:
            chore.cancel()
        await server.close(farewell)
        if not await lobby.close():
            _log.error("not everything could be stored: what was done last is lost")
            return 1
    return 0


async def _clean_up_daily(lobby: Lobby) -> None:
    while True:
        try:
            await lobby.clean_up()
        except StorageError as error:
            _log.warning("old games and guests could not be removed: %s", error.why)
        await asyncio.sleep(DAY)


async def _guard(database: Database) -> None:
    """Notice it soon if somebody deletes the database."""
    while True:
        await asyncio.sleep(LOOK)
        with suppress(StorageError):  # it is in the log
            await database.guard()


def _collect_rarely() -> None:
    """Keep the collector from stopping everybody for long.

    What was made before the first visitor is never looked at again. What has come since the last look but one is
    little, even while a hundred people arrive; all of it, 0.6 s with a hundred people, is looked at only rarely, and
    only once a quarter has been added.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 400)
