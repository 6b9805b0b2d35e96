"""One terminal over SSH: the channel of a client.

The transport of a connection is a private name of asyncssh's, `_transport`, and this is the only file that uses it.
Checked with asyncssh 2.24.1.

asyncssh keeps every variable that a client sends, at any time and of any length, and has no hook to refuse one: it
looks for the handler of a request by name, `_process_env_request`, and so finds ours. Checked with asyncssh 2.24.1; a
version without that name fails at the first connection.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from typing import cast

import asyncssh
from asyncssh.packet import SSHPacket

from naishi.server.presence.limits import clamped
from naishi.transports.capabilities import depth_of, language_of, may_be_asked, shows_utf8
from naishi.transports.client import PORTION, RETRY, Caller, Client, InitialCommand, command_fault, parse_command


class Reading:
    """Whether a client is read from: not while there is any reason against it."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        """Stop reading from a client while more waits for it than asyncio's high-water mark, 64 KiB.

        Every request of a client is answered, so one that sends requests and never reads would fill the memory.
        asyncssh ignores these two calls of asyncio's.
        """
        self._transport = cast("asyncio.Transport", _transport(connection))
        self._is_behind = False
        self._pause: asyncio.TimerHandle | None = None
        connection.pause_writing = self._pause_writing  # type: ignore[method-assign]
        connection.resume_writing = self._resume_writing  # type: ignore[method-assign]

    def pause(self, seconds: float) -> None:
        """Read nothing for some time: not even requests, for which a channel has no window."""
        if self._pause is not None:
            self._pause.cancel()
        self._pause = asyncio.get_running_loop().call_later(seconds, self._end_pause)
        self._transport.pause_reading()

    def _end_pause(self) -> None:
        self._pause = None
        self._read_on()

    def _pause_writing(self) -> None:
        self._is_behind = True
        self._transport.pause_reading()

    def _resume_writing(self) -> None:
        self._is_behind = False
        self._read_on()

    def _read_on(self) -> None:
        if self._pause is None and not self._is_behind and not self._transport.is_closing():
            self._transport.resume_reading()


def waiting(connection: asyncssh.SSHServerConnection) -> int:
    """Return how many bytes a client has not taken from its connection."""
    transport = _transport(connection)
    return 0 if transport is None else transport.get_write_buffer_size()


def _transport(connection: asyncssh.SSHServerConnection) -> asyncio.WriteTransport | None:
    return connection._transport


NAME = re.compile(rb"LANG|LANGUAGE|LC_[A-Z_]{1,32}|COLORTERM|NO_COLOR")
"""The language, and what says which colours to draw in."""
LONGEST_VALUE = 64
"""Bytes."""


class EnvironmentGuard:
    """Decides which variables of one client are kept.

    Args:
        give_up: Called once, when more are refused.
    """

    def __init__(self, most: int, most_refused: int, give_up: Callable[[], None]) -> None:
        self._left, self._refusals_left, self._give_up = most, most_refused, give_up

    def admits(self, name: bytes, value: bytes) -> bool:
        if self._left > 0 and len(value) <= LONGEST_VALUE and NAME.fullmatch(name):
            self._left -= 1
            return True
        self._refusals_left -= 1
        if self._refusals_left == -1:
            self._give_up()
        return False


def guard_environment(channel: asyncssh.SSHServerChannel[bytes], guard: EnvironmentGuard) -> None:
    """Have the variables of a channel checked before asyncssh keeps them; a refused request fails."""
    keep: Callable[[SSHPacket], bool] = channel._process_env_request

    def check_and_keep(packet: SSHPacket) -> bool:
        request = SSHPacket(packet.get_remaining_payload())
        return guard.admits(request.get_string(), request.get_string()) and keep(packet)

    channel._process_env_request = check_and_keep  # type: ignore[method-assign]


_log = logging.getLogger(__name__)

WINDOW_CHANGE = 8
"""Bytes of input that another size of the window counts for: while its edge is dragged, sixty come a second."""
PARTING = 2.0
"""Seconds that a client has to take what restores its terminal."""


class TerminalSession(asyncssh.SSHServerSession[bytes]):
    """A session of an SSH connection, which has one terminal."""

    def __init__(self, caller: Caller, connection: asyncssh.SSHServerConnection, reading: Reading) -> None:
        self.connection, self._reading = connection, reading
        self._output = caller.lobby.limits.output
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._client = Client(slow=True)
        self.terminal = caller.runs(caller, self._client, self)
        self._unread = bytearray()
        self._waits = False
        """Whether the client has sent too much."""
        self._at_end = False
        """Whether it sends no more."""
        self.sent = 0
        """Bytes."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(high=self._output)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Accept any terminal; its size is bounded."""
        client = self._client
        client.term, client.size, client.window = term_type[:64], clamped(*term_size[:2]), term_size
        return True

    def shell_requested(self) -> bool:
        self._client.command = InitialCommand()
        return True

    def exec_requested(self, command: str) -> bool:
        """Begin in line mode or at a table, or answer a verb: that is all there is, and nothing is ever executed."""
        self._client.command = parse_command(command)
        self._client.fault = command_fault(command) or self._client.fault
        return True

    @property
    def started(self) -> bool:
        return self.terminal.started

    @property
    def environment(self) -> Mapping[str, str]:
        return {} if self._channel is None else self._channel.get_environment()

    def session_started(self) -> None:
        client, environment = self._client, self.environment
        client.language = language_of(environment)
        client.depth = depth_of(client.term or "", environment)
        client.only_ascii = not shows_utf8(environment)
        client.may_be_asked = may_be_asked({**environment, "TERM": client.term or ""})
        self.terminal.start()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._unread += data
        self._read()

    def _read(self) -> None:
        """Pass on what has come, a portion at a time: a whole window at once would keep everybody else waiting."""
        while self._unread and not self._waits:
            portion = bytes(self._unread[:PORTION])
            del self._unread[:PORTION]
            if wait := self.terminal.feed(portion):
                self._waits = True
                asyncio.get_running_loop().call_later(wait, self._read_on)
        if self._waits and self._channel is not None:
            self._channel.pause_reading()
        if self._at_end and not self._unread:
            self.terminal.end_input()

    def _read_on(self) -> None:
        if self._channel is None:
            return
        if self.terminal.has_to_wait:
            asyncio.get_running_loop().call_later(RETRY, self._read_on)
            return
        self._waits = False
        self._read()
        if not self._waits and not self._channel.is_closing():
            self._channel.resume_reading()

    def eof_received(self) -> bool:
        """End as the client sends no more: a screen at once, lines once they are passed on."""
        self._at_end = True
        if not self.terminal.reads_lines:
            self._unread.clear()
        self._read()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Draw for another size; a client that sends too many has to wait."""
        self.terminal.resize(width, height)
        if wait := self.terminal.spend(WINDOW_CHANGE):
            self._reading.pause(wait)

    def connection_lost(self, exc: Exception | None) -> None:
        self._channel = None
        self._unread.clear()
        self.terminal.stop()
        asyncio.get_running_loop().call_later(PARTING, self.connection.close)  # it gets no other terminal

    def stop(self, farewell: str = "") -> None:
        self.terminal.stop(farewell)

    def write(self, data: bytes, datatype: asyncssh.DataType = None) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self.sent += len(data)
            self._channel.write(data, datatype)

    def complain(self, data: bytes) -> None:
        self.write(data, asyncssh.EXTENDED_DATA_STDERR)

    @property
    def waiting(self) -> int:
        """How many bytes the client has not taken, in the channel and in the connection below it."""
        if self._channel is None:
            return 0
        return self._channel.get_write_buffer_size() + waiting(self.connection)

    def give_up(self) -> None:
        _log.info("a client reads nothing")
        self.connection.abort()

    def end(self, status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._channel.exit(status)
            asyncio.get_running_loop().call_later(PARTING, self.connection.close)
