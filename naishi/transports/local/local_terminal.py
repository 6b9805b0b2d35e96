"""Terminals of users of this machine, over a Unix socket."""

import asyncio
import logging
import os
import pwd
import signal
import socket
import stat
import struct
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import asyncssh

from naishi.common.i18n import NaishiError, _, language
from naishi.transports.capabilities import TtyState, window_of

SHARED_FOLDER = "NAISHI_SOCKETS"
"""The environment variable with the folder that host and visitors share; `/tmp` by default."""
_CREDENTIALS = struct.Struct("iII")


class Peer(NamedTuple):
    """Who is at the other end of a socket, as the system says: nobody can claim to be someone else."""

    process: int
    user: int


def peer_of(connected: socket.socket) -> Peer:
    """Return who is at the other end of a socket; for whoever connects, that is who began to listen."""
    said = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    process, user, _group = _CREDENTIALS.unpack(said)
    return Peer(process, user)


def user_id(name: str) -> int:
    """Return the number of a user of this machine. Raises NaishiError: there is no such user."""
    with suppress(KeyError):
        return pwd.getpwnam(name).pw_uid
    if name.isascii() and name.isdigit() and len(name) < 10:
        return int(name)
    raise NaishiError(_("There is no user {name} on this machine.").format(name=name))


def user_name(user: int) -> str:
    """Return the name of a user; the number where there is none."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def socket_path(user: int) -> Path:
    return Path(os.environ.get(SHARED_FOLDER) or "/tmp", f"naishi-{user}", "socket")  # noqa: S108 - owners are checked


def bind(*, for_others: bool) -> socket.socket:
    """Return a socket at the place where others look for that of this user.

    What a killed process has left there is replaced.

    Raises:
        NaishiError: Another process of this user is listening there, or the folder belongs to someone else.
        OSError: The folder can't be used.
    """
    path = socket_path(os.getuid())
    with suppress(FileExistsError):
        path.parent.mkdir(mode=0o700)
    found = path.parent.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise NaishiError(_("{folder} belongs to somebody else, so you can't host here.").format(folder=path.parent))
    path.parent.chmod(0o711 if for_others else 0o700)
    check_free()
    path.unlink(missing_ok=True)
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(path))
    path.chmod(0o666 if for_others else 0o600)
    return door


def connect(user: int) -> socket.socket:
    """Connect to the socket of a host, and make sure that it is theirs.

    Raises NaishiError: they aren't hosting, haven't invited this user, or someone else listens in their place.
    """
    path, name = socket_path(user), user_name(user)
    connected = socket.socket(socket.AF_UNIX)
    try:
        connected.connect(str(path))
    except PermissionError:
        raise not_invited(user) from None
    except OSError:
        text = _("{name} isn't hosting a game now; they begin with: naishi host")
        if user == os.getuid():
            text = _("You aren't hosting a game now; begin with: naishi host")
        raise NaishiError(text.format(name=name)) from None
    if peer_of(connected).user != user:
        raise NaishiError(_("Somebody else listens at {path} in the place of {name}.").format(path=path, name=name))
    return connected


def not_invited(host: int) -> NaishiError:
    text = _("{host} hasn't invited you; they let you in with: naishi host --invite {name}")
    return NaishiError(text.format(host=user_name(host), name=user_name(os.getuid())))


def check_free() -> None:
    """Make sure that this user isn't hosting already. Raises NaishiError: they are."""
    with socket.socket(socket.AF_UNIX) as attempt, suppress(OSError):
        attempt.connect(str(socket_path(os.getuid())))
        raise NaishiError(_("You are hosting already. Another terminal of yours comes there by: naishi join"))


PIECE = 65536
PASSED_ON = ("COLORTERM", "NO_COLOR")
"""What the host is told of the environment, beside the language."""
ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


async def visit(host: socket.socket, command: str, *, screen: bool) -> int:
    """Be at a host's until the visit ends.

    Args:
        command: What to ask for, as after `ssh host`; empty for the lobby.
        screen: Whether to show a screen in this terminal; else lines go in and out.

    Returns:
        The exit status.

    Raises NaishiError: the host hasn't invited this user, or has gone.
    """
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    owner = peer_of(host).user
    terminal: dict[str, Any] = {"request_pty": False}
    if screen:
        terminal = {"request_pty": "force", "term_type": os.environ.get("TERM"), "term_size": window_of(1)}
    try:
        async with asyncssh.connect(
            sock=host, username="play", known_hosts=None, client_keys=None, agent_path=None, config=[]
        ) as connection:
            told = {"LANG": language(), **{name: os.environ[name] for name in PASSED_ON if name in os.environ}}
            process = await connection.create_process(command or None, env=told, encoding=None, **terminal)
            return await _talk(process, screen=screen)
    except BrokenPipeError:  # nobody reads what is written here
        raise
    except (asyncssh.Error, OSError) as error:
        if isinstance(error, asyncssh.DisconnectError) and error.code == asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT:
            raise not_invited(owner) from None
        raise _gone() from None


async def _talk(process: asyncssh.SSHClientProcess[bytes], *, screen: bool) -> int:
    """Pass everything on until the host or a signal ends it; return the exit status."""
    loop = asyncio.get_running_loop()
    signalled: asyncio.Queue[int] = asyncio.Queue()
    for each in ENDING:
        if signal.getsignal(each) is not signal.SIG_IGN:
            loop.add_signal_handler(each, signalled.put_nowait, 128 + each)
    with _raw_terminal() if screen else nullcontext(_RawTerminal()) as terminal:
        if screen:
            loop.add_signal_handler(signal.SIGWINCH, lambda: process.channel.change_terminal_size(*window_of(1)))
        output: asyncio.Future[Any] = asyncio.gather(_show(process.stdout, 1), _show(process.stderr, 2))
        keys, end = asyncio.create_task(_send_input(process.stdin)), asyncio.create_task(signalled.get())
        try:
            await asyncio.wait([output, end], return_when=asyncio.FIRST_COMPLETED)
            if end.done():
                return end.result()
            await output
            if process.exit_status is None:
                raise _gone()
            terminal.was_put_right = True
            return process.exit_status
        finally:
            for task in (output, keys, end):
                task.cancel()


@dataclass
class _RawTerminal:
    was_put_right: bool = False
    """Whether the host has left the alternate screen and what else belongs to it."""


@contextmanager
def _raw_terminal() -> Iterator[_RawTerminal]:
    """Have every key passed on as it is; afterwards the terminal is as it was, whatever the host did."""
    state, before, terminal = TtyState(), termios.tcgetattr(0), _RawTerminal()
    tty.setraw(0, termios.TCSANOW)
    try:
        yield terminal
    finally:
        if terminal.was_put_right:
            termios.tcsetattr(0, termios.TCSADRAIN, before)
        else:
            state.restore(1)


async def _show(stream: asyncssh.SSHReader[bytes], descriptor: int) -> None:
    while data := await stream.read(PIECE):
        while data:
            data = data[os.write(descriptor, data) :]


async def _send_input(stream: asyncssh.SSHWriter[bytes]) -> None:
    with suppress(asyncssh.Error, OSError):  # what reads the output says what has ended
        while data := await _input():
            stream.write(data)
            await stream.drain()
        stream.write_eof()


async def _input() -> bytes:
    """Return what has been typed, once there is something; nothing at the end of the input."""
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(0, ready.set)
    except PermissionError:  # a file, which never keeps anybody waiting
        return os.read(0, PIECE)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(0)
    return os.read(0, PIECE)


def _gone() -> NaishiError:
    return NaishiError(_("The host's program has ended. The games are saved; they go on when it runs again."))
