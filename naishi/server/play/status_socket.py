"""Where a running server is asked how it is doing: a Unix socket in its folder, which only its owner can reach."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import ValidationError

from naishi.common.errors import NaishiError, reason
from naishi.common.i18n import _
from naishi.server.play.status import Status

_NAME = re.compile(r"status\.[1-9]\d{0,7}")
PATIENCE = 5.0
"""Seconds that a server has to answer."""
LONGEST_PATH = 100
"""Bytes that the address of a socket may have."""
LONGEST_ANSWER = 4096

_log = logging.getLogger(__name__)


class StatusSocket:
    """Says to whoever connects how the server is doing, and reads nothing."""

    def __init__(self, folder: Path, status: Callable[[], Status]) -> None:
        """Listen nowhere yet.

        Args:
            folder: That of the server.
            status: Returns how it is doing.
        """
        self._path, self._status = folder / f"status.{os.getpid()}", status
        self._listening: asyncio.Server | None = None

    async def open(self) -> None:
        """Answer from now on. Where there can be no socket, the log says so, and the server goes on without."""
        listener = socket.socket(socket.AF_UNIX)
        try:
            for path in _sockets(self._path.parent):
                if path == self._path or _is_gone(path):
                    path.unlink(missing_ok=True)
            with _reachable(self._path) as path:
                listener.bind(str(path))
            self._path.chmod(0o600)
            self._listening = await asyncio.start_unix_server(self._answer, sock=listener)
        except OSError as error:
            listener.close()
            _log.warning("the server can't be asked how it is doing: %s", reason(error))

    async def _answer(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(self._status().model_dump_json().encode())
            await writer.drain()
        writer.close()

    async def close(self, _said: str) -> None:
        """Answer no more."""
        if self._listening is not None:
            self._listening.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def ask(folder: Path) -> list[Status]:
    """Ask every process that serves a folder how it is doing.

    Raises:
        NaishiError: There is none, or one doesn't answer.
    """
    try:
        answers = [each for path in _sockets(folder) if (each := _ask(path)) is not None]
    except (FileNotFoundError, NotADirectoryError):
        answers = []
    except OSError as error:
        raise _cannot_ask(folder, reason(error)) from None
    if not answers:
        raise NaishiError(_("No server is running in {folder}.").format(folder=folder))
    return answers


def _sockets(folder: Path) -> list[Path]:
    """Return the sockets of all processes that serve a folder, or have.

    Raises:
        OSError: The folder can't be looked into.
    """
    return sorted(folder / name for name in os.listdir(folder) if _NAME.fullmatch(name))


def _is_gone(path: Path) -> bool:
    """Return whether the process that a socket belonged to was killed."""
    try:
        os.kill(int(path.suffix[1:]), 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False


def _ask(path: Path) -> Status | None:
    """Return what a process says; None where it has gone.

    Raises:
        NaishiError: It says nothing.
        OSError: This user may not ask it.
    """
    answer = b""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(PATIENCE)
        try:
            with _reachable(path) as short:
                asking.connect(str(short))
            while len(answer) < LONGEST_ANSWER and (data := asking.recv(LONGEST_ANSWER)):
                answer += data
            return Status.model_validate_json(answer)
        except (ConnectionRefusedError, FileNotFoundError):
            return None
        except (TimeoutError, ConnectionError, ValidationError):
            raise _cannot_ask(path.parent, _("it doesn't answer")) from None


def _cannot_ask(folder: Path, why: str) -> NaishiError:
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
