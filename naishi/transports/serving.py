"""The process of a server, from start to SIGTERM."""

import asyncio
import errno
import gc
import logging
import os
import resource
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from naishi.common.i18n import N_, NaishiError, _, reason
from naishi.server import Database, Lobby
from naishi.server.database.connection import StorageError
from naishi.server.database.database import DATABASE, alone_in
from naishi.server.lobby.cluster import join_others
from naishi.server.lobby.notices import join_time, resume_clocks, watch_clocks
from naishi.server.maintenance.cleanup import DAY
from naishi.server.presence.limits import Limits
from naishi.server.presence.service_clock import ServiceClock

LOOK = 10.0
"""Seconds between two looks at the file of the database."""

ANNOUNCED = 64
"""Added to the exit code of one of several processes that has stopped as the operator announced: all are to stop."""

STOPS = N_("The server stops now. Your games are saved.")


class Door(Protocol):
    """A way in, that takes connections."""

    async def close(self, said: str) -> None:
        """Tell everybody, restore their terminals, and end all connections."""


@dataclass(frozen=True, slots=True)
class Share:
    """Which one of the processes of a server one is."""

    name: str
    """No other has it, nor had it since the server began."""
    parent: int
    """A file that ends with the process that has started it."""
    count: int
    replaces: str = ""
    """The name of one that has ended, and whose place this one takes."""

    @property
    def workers(self) -> int:
        """How many processes may think for bots."""
        return max(1, ((os.cpu_count() or 2) - 1) // self.count)

    def of(self, limits: Limits) -> Limits:
        """Return what connections may take of this process, of what they may take of all."""
        connections, analyses = -(-limits.connections // self.count), limits.analyses
        return replace(limits, connections=connections, analyses=analyses and max(1, analyses // self.count))


OpenDoors = Callable[[Lobby, asyncio.Event], Awaitable[Sequence[Door]]]
"""Opens the doors to a lobby; the server stops when the event is set."""

MOST_FILES = 8192
"""Open files that a server asks for at most."""
SPARE_FILES = 96
"""Open files that are no connections: the database, bots, doors, and modules that are read when they are needed."""

_log = logging.getLogger(__name__)


def serve(folder: Path, open_doors: OpenDoors, limits: Limits | None = None, farewell: str = STOPS) -> int:
    """Serve until a signal or a door ends it.

    Args:
        folder: Where the database is; made if there is none.
        open_doors: Takes connections from now on.
        farewell: What everybody reads at the end, in English; it is translated for each.

    Returns:
        The exit code of the process.

    Raises:
        NaishiError: Another server uses the folder, or the database or a door can't be used.
        OSError: The folder can't be used.
    """
    with alone_in(folder), closing(Database(folder / DATABASE)) as database:
        return asyncio.run(_serve(database, open_doors, limits, farewell))


def serve_among_others(database_url: str, share: Share, open_doors: OpenDoors, limits: Limits) -> int:
    """Serve as one of several processes, until a signal or the end of the one that started it: see `serve`."""
    from naishi.server.database.postgres import PostgresDatabase

    with closing(PostgresDatabase(database_url, share.name)) as database:
        return asyncio.run(_serve(database, open_doors, share.of(limits), STOPS, share))


async def _serve(
    database: Database, open_doors: OpenDoors, limits: Limits | None, farewell: str, share: Share | None = None
) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in heeded_signals():
        loop.add_signal_handler(each, stop.set)
    clock = ServiceClock()
    limits = within_descriptors(limits or Limits())
    async with Lobby.with_processes(database, limits, clock, None if share is None else share.workers) as lobby:
        await (resume_clocks if share is None else join_time)(lobby.clocks, clock)
        await join_others(lobby, "" if share is None else share.replaces)
        await lobby.sanctions.refresh()
        lobby.closing.stop = stop.set
        if share is not None:
            loop.add_reader(share.parent, stop.set)  # it can be read from once the parent has ended
        doors = await open_doors(lobby, stop)
        _collect_rarely()
        with suppress(StorageError):  # it is in the log
            await lobby.plans.resume()
        watching = watch_clocks(lobby, clock, among_others=share is not None)
        chores = [asyncio.create_task(each) for each in (_clean_up_daily(lobby), _guard(database), watching)]
        await stop.wait()
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*(door.close(farewell) for door in doors))
        announced = ANNOUNCED if share is not None and lobby.closing.is_due else 0
        if not await lobby.close():
            _log.error("not everything could be stored: what was done last is lost")
            return announced + 1
    return announced


def heeded_signals() -> Sequence[signal.Signals]:
    """Return the signals that end a server; what was ignored when it was started, as by `nohup`, stays ignored."""
    ending = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    return [each for each in ending if signal.getsignal(each) is not signal.SIG_IGN]


def within_descriptors(limits: Limits) -> Limits:
    """Allow as many open files as the system lets this process have, and no more connections than go with that.

    Without a file to spare, whoever is here already would be thrown out by the next thing that is read from the disk.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # a system that allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft == resource.RLIM_INFINITY or limits.connections <= soft - SPARE_FILES:
        return limits
    connections = max(1, soft - SPARE_FILES)
    _log.warning("only %d connections at a time: the system allows %d open files (ulimit -n)", connections, soft)
    return replace(limits, connections=connections)


async def _clean_up_daily(lobby: Lobby) -> None:
    while True:
        try:
            await lobby.clean_up()
        except StorageError as error:
            _log.warning("old games and guests could not be removed: %s", error.why)
        await asyncio.sleep(DAY)


async def _guard(database: Database) -> None:
    while True:
        await asyncio.sleep(LOOK)
        with suppress(StorageError):  # it is in the log
            await database.guard()


def _collect_rarely() -> None:
    """Keep the collector from stopping everybody for long.

    What was made before the first visitor is never looked at again. What has come since the last look but one is
    little, even while a hundred people arrive; all of it, 0.6 s with a hundred people, is looked at only rarely, and
    only once a quarter has been added. An app that ends frees itself, see `Disposal`: this is for what little is left
    of its connection, of which one of a few hundred visits pays for all.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 10)


def cannot_listen(error: OSError | UnicodeError, host: str, port: int, option: str = "--port") -> NaishiError:
    """Return an error that says what is wrong with an address or a port, and what to do.

    Args:
        error: What the system said; a `UnicodeError` where the address can't even be looked up.
        host: The address that was asked for; empty for all.
    """
    if isinstance(error, socket.gaierror | UnicodeError):
        text = _("There is no address {host}. Give an address of this machine with --host, or leave it out for all.")
    elif error.errno == errno.EADDRINUSE:
        text = _("Port {port} is in use, perhaps by another server. Choose another with --port, or stop that one.")
    elif error.errno in {errno.EACCES, errno.EPERM}:
        text = _("Port {port} may not be used by this user; ports from 1024 up may. Choose one with --port.")
    elif host and error.errno in {errno.EADDRNOTAVAIL, None}:  # None where asyncio tried all addresses of a name
        text = _("{host} is not an address of this machine. Give one with --host, or leave it out for all.")
    else:
        text = _("The server can't listen on port {port}: {reason}")
    why = reason(error) if isinstance(error, OSError) else ""
    return NaishiError(text.format(host=host, port=port, reason=why).replace("--port", option))


@contextmanager
def reserved(host: str, port: int | None, option: str) -> Iterator[int]:
    """Keep a port for the processes that will listen at it, and give its number; 0 where there is none to keep.

    Args:
        host: The address to listen at; empty for all.
        port: 0 for any.

    Raises NaishiError: the address or the port can't be used.
    """
    if port is None:
        yield 0
        return
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _kind, _protocol, _name, address = found[0]
        door = socket.socket(family)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        door.bind(address)
    except (OSError, UnicodeError) as error:
        raise cannot_listen(error, host, port, option) from None
    with door:
        yield int(door.getsockname()[1])
