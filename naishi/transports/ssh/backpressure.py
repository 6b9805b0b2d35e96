"""Back-pressure for clients that read nothing or send too much.

The transport of a connection is a private name of asyncssh's, `_transport`, and this is the only file that uses it.
Checked with asyncssh 2.24.1.
"""

from __future__ import annotations

import asyncio
from typing import cast

import asyncssh


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
