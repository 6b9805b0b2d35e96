"""Local terminal connected to a host's socket."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import asyncssh

from naishi.common.errors import NaishiError
from naishi.common.i18n import _, language
from naishi.transports.local.local_socket import not_invited, peer_of
from naishi.transports.local.tty_state import TtyState, window_of

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

    Raises:
        NaishiError: The host hasn't invited this user, or has gone.
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
            process = await connection.create_process(command or None, env=_environment(), encoding=None, **terminal)
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
    for each in (each for each in ENDING if signal.getsignal(each) is not signal.SIG_IGN):
        loop.add_signal_handler(each, signalled.put_nowait, 128 + each)
    with _raw_terminal() if screen else nullcontext(_RawTerminal()) as terminal:
        if screen:
            loop.add_signal_handler(signal.SIGWINCH, lambda: process.channel.change_terminal_size(*window_of(1)))
        output = asyncio.create_task(_show_all(process))
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


async def _show_all(process: asyncssh.SSHClientProcess[bytes]) -> None:
    await asyncio.gather(_show(process.stdout, 1), _show(process.stderr, 2))


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


def _environment() -> Mapping[str, str]:
    return {"LANG": language(), **{name: os.environ[name] for name in PASSED_ON if name in os.environ}}


def _gone() -> NaishiError:
    return NaishiError(_("The host's program has ended. The games are saved; they go on when it runs again."))
