"""The process of a server, from its start to SIGTERM."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from naishi.bots.executor import ProcessExecutor
from naishi.i18n import N_, _
from naishi.server import Database, Lobby
from naishi.server.cleanup import DAY
from naishi.server.database import DATABASE
from naishi.server.folder import alone_in
from naishi_tui.ssh.door import House, host_key
from naishi_tui.ssh.limits import Limits

HOST_KEY = "host_key"

_log = logging.getLogger(__name__)


def run(folder: Path, host: str, port: int, limits: Limits | None = None) -> int:
    """Serve until a signal ends it.

    Args:
        folder: Where the database and the host key are; made if there is none.
        host: The address to listen at; empty for all.
        port: 0 for any.
        limits: What connections may take.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database can't be used.
        OSError: The port or the folder can't be used.
    """
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)  # it would log commands, and the words in them
    with alone_in(folder):
        database = Database(folder / DATABASE)
        try:
            return asyncio.run(_serve(database, folder, host, port, limits))
        finally:
            database.close()


async def _serve(database: Database, folder: Path, host: str, port: int, limits: Limits | None) -> int:
    stop = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    async with ProcessExecutor() as executor:
        lobby = Lobby(database, executor)
        house = House(lobby, limits)
        port = await house.open(host, port, folder / HOST_KEY)
        fingerprint = host_key(folder / HOST_KEY).get_fingerprint()
        print(_("The host key is {fingerprint}.").format(fingerprint=fingerprint))
        print(_("Play: ssh -p {port} play@{host}").format(port=port, host=host or "localhost"))
        sys.stdout.flush()
        _collect_rarely()
        cleaning = asyncio.create_task(_clean_up_daily(lobby))
        await stop.wait()
        cleaning.cancel()
        await house.close(N_("The server stops for a moment. Your games are saved; please come back."))
        lobby.close()
    return 0


async def _clean_up_daily(lobby: Lobby) -> None:
    while True:
        try:
            lobby.clean_up()
        except SQLAlchemyError as error:
            _log.warning("old games and guests could not be removed: %s", type(error).__name__)
        await asyncio.sleep(DAY)


def _collect_rarely() -> None:
    """Keep the collector from stopping everybody for long.

    What was made before the first visitor is never looked at again. What has come since the last look but one is
    little, even while a hundred people arrive; all of it, 0.6 s with a hundred people, is looked at only rarely, and
    only once a quarter has been added.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 400)
