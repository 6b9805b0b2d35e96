"""Health of a running server, and its status socket."""

import asyncio
import logging
import os
import re
import resource
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, listed, number, reason
from naishi.server.database.connection import StorageError
from naishi.server.lobby.lobby import Lobby
from naishi.server.match.match import MatchStage
from naishi.server.match.words import moment
from naishi.tabletop.kinds import kind_of

_STATM = Path("/proc/self/statm")


class Status(BaseModel, frozen=True, extra="ignore"):
    """What one process of a server says of itself."""

    process: int
    running: float
    """Seconds since it began."""
    visitors: int
    """Terminals and pages."""
    matches: int
    """Games that someone is at."""
    key_to_frame: float | None
    """Within so many seconds 95 % of the latest keys were answered; None where there were none."""
    memory: int
    """Bytes, of this process alone."""
    games: Mapping[str, int] = {}
    """Those that go on, by the key of their kind; of all processes on the database."""
    tables: Mapping[str, int] = {}
    """Those at which a player waits, by the same key."""
    stops: float | None = None
    """When the server stops, if that was announced."""


class Pulse:
    """Knows how a server is doing that began when this was made."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby, self._began = lobby, time.monotonic()

    async def status(self) -> Status:
        lobby, games, tables = self._lobby, dict[str, int](), dict[str, int]()
        with suppress(StorageError):  # it is in the log, and all else is known
            games |= await lobby.matches.lists.count_by_kind(MatchStage.PLAYING)
            tables |= await lobby.matches.lists.count_by_kind(MatchStage.OPEN)
        return Status(
            process=os.getpid(),
            running=time.monotonic() - self._began,
            visitors=len(lobby.visitors),
            matches=len(lobby.sessions),
            key_to_frame=lobby.response_times.p95,
            memory=_memory(),
            games=games,
            tables=tables,
            stops=lobby.closing.at,
        )


def status_lines(status: Status) -> list[str]:
    minutes, seconds = divmod(int(status.running), 60)
    hours, minutes = divmod(minutes, 60)
    answered = _("no keystroke yet")
    if status.key_to_frame is not None:
        answered = _("{count} ms for 95 % of the latest keystrokes").format(count=number(status.key_to_frame * 1000))
    rows = [
        (_("process"), str(status.process)),
        (_("running for"), f"{hours}:{minutes:02}:{seconds:02}"),
        (_("visitors"), number(status.visitors)),
        (_("games with somebody there"), number(status.matches)),
        (_("games going on"), _by_kind(status.games)),
        (_("open tables"), _by_kind(status.tables)),
        (_("keystroke to frame"), answered),
        (_("memory used"), f"{number(status.memory / 2**20)} MiB"),
    ]
    if status.stops is not None:
        rows.append((_("stops at"), moment(status.stops)))
    width = max(len(name) for name, _value in rows)
    return [f"{name:{width}}  {value}" for name, value in rows]


def _by_kind(counts: Mapping[str, int]) -> str:
    if not counts:
        return number(0)
    each = [f"{kind_of(key).title()} {number(count)}" for key, count in sorted(counts.items())]
    return listed(each, conjunction=False)


def status_document(statuses: Sequence[Status]) -> dict[str, Any]:
    """Return how a server is doing, all of its processes on this machine together, for programs."""
    frames = [each.key_to_frame for each in statuses if each.key_to_frame is not None]
    stops = [each.stops for each in statuses if each.stops is not None]
    first = statuses[0]
    return {
        "processes": [each.model_dump(exclude={"games", "tables", "stops"}) for each in statuses],
        "running": max(each.running for each in statuses),
        "visitors": sum(each.visitors for each in statuses),
        "games": dict(first.games),
        "tables": dict(first.tables),
        "key_to_frame": max(frames, default=None),
        "memory": sum(each.memory for each in statuses),
        "stops": min(stops, default=None),
    }


def _memory() -> int:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux: the most that it has ever taken
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


KIND = "status"
"""How the name of the socket begins; the number of the process follows."""
PATIENCE = 5.0
"""Seconds that a server has to answer."""
LONGEST_PATH = 100
"""Bytes that the address of a socket may have."""
LONGEST_ANSWER = 64 * 1024

_log = logging.getLogger(__name__)


class Listening:
    """A Unix socket of a process, in the folder that it serves; only the owner of the folder can reach it."""

    def __init__(self, folder: Path, kind: str, without: str) -> None:
        self._path, self._kind, self._without = folder / f"{kind}.{os.getpid()}", kind, without
        self._listening: asyncio.Server | None = None

    async def open(self) -> None:
        """Answer from now on. Where there can be no socket, the log says so, and the server goes on without."""
        listener = socket.socket(socket.AF_UNIX)
        try:
            for path in sockets(self._path.parent, self._kind):
                if path == self._path or _is_gone(path):
                    path.unlink(missing_ok=True)
            with _reachable(self._path) as path:
                listener.bind(str(path))
            self._path.chmod(0o600)
            self._listening = await asyncio.start_unix_server(self._answer, sock=listener)
        except OSError as error:
            listener.close()
            _log.warning("%s: %s", self._without, reason(error))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await self.answer(reader, writer)
        writer.close()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError

    async def close(self, _said: str) -> None:
        if self._listening is not None:
            self._listening.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


class StatusSocket(Listening):
    """Says to whoever connects how the server is doing, and reads nothing.

    Args:
        status: Returns how it is doing.
    """

    def __init__(self, folder: Path, status: Callable[[], Awaitable[Status]]) -> None:
        super().__init__(folder, KIND, "the server can't be asked how it is doing")
        self._status = status

    @override
    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((await self._status()).model_dump_json().encode())
        await writer.drain()


def ask(folder: Path) -> list[Status]:
    """Ask every process that serves a folder how it is doing.

    Raises NaishiError: there is none, or one doesn't answer.
    """
    found = [each for path in sockets(folder, KIND) if (each := asked(path, b"")) is not None]
    try:
        answers = [Status.model_validate_json(each) for each in found]
    except ValidationError:
        raise cannot_ask(folder, _("it doesn't answer")) from None
    if not answers:
        raise not_running(folder)
    return answers


def not_running(folder: Path) -> NaishiError:
    return NaishiError(_("No server is running in {folder}.").format(folder=folder))


def sockets(folder: Path, kind: str) -> list[Path]:
    """Return the sockets of one kind of all processes that serve a folder, or have; none where there is no folder.

    Raises NaishiError: the folder can't be looked into.
    """
    name = re.compile(rf"{kind}\.[1-9]\d{{0,7}}")
    try:
        return sorted(folder / each for each in os.listdir(folder) if name.fullmatch(each))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise cannot_ask(folder, reason(error)) from None


def _is_gone(path: Path) -> bool:
    """Return whether the process that a socket belonged to was killed."""
    try:
        os.kill(int(path.suffix[1:]), 0)
    except OSError as error:
        return isinstance(error, ProcessLookupError)
    return False


def asked(path: Path, question: bytes, *, patience: float | None = None, longest: int = LONGEST_ANSWER) -> bytes | None:
    """Return what a process answers at its socket; None where it has gone.

    Args:
        question: What it is asked; empty where it says what it has to say unasked.

    Raises NaishiError: it says nothing, or this user may not ask it.
    """
    answer = bytearray()
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(PATIENCE if patience is None else patience)
        try:
            with _reachable(path) as short:
                asking.connect(str(short))
            if question:
                asking.sendall(question)
            while len(answer) < longest and (data := asking.recv(65536)):
                answer += data
        except (ConnectionRefusedError, FileNotFoundError):
            return None
        except (TimeoutError, ConnectionError):
            answer.clear()
        except OSError as error:
            raise cannot_ask(path.parent, reason(error)) from None
    if not answer:
        raise cannot_ask(path.parent, _("it doesn't answer"))
    return bytes(answer)


def cannot_ask(folder: Path, why: str) -> NaishiError:
    return NaishiError(_("The server in {folder} can't be asked ({why}).").format(folder=folder, why=why))


@contextmanager
def _reachable(path: Path) -> Iterator[Path]:
    """Give a name of a socket that isn't too long for the system."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield Path(f"/proc/self/fd/{folder}", path.name)
    finally:
        os.close(folder)
