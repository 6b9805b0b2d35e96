"""Back-pressure: who doesn't read what the server answers is not read from either.

The transport of a connection is a private name of asyncssh's, `_transport`, and this is the only file that uses it.
Checked with asyncssh 2.24.1.
"""

from __future__ import annotations

import asyncio
from typing import cast

import asyncssh


def apply_backpressure(connection: asyncssh.SSHServerConnection) -> None:
    """Stop reading from a client while more waits for it than asyncio's high-water mark, 64 KiB.

    Every request of a client is answered, so one that sends requests and never reads would fill the memory.
    asyncssh ignores these two calls of asyncio's.
    """
    transport = cast("asyncio.Transport", _transport(connection))
    connection.pause_writing = transport.pause_reading  # type: ignore[method-assign]
    connection.resume_writing = transport.resume_reading  # type: ignore[method-assign]


def waiting(connection: asyncssh.SSHServerConnection) -> int:
    """Return how many bytes a client has not taken from its connection."""
    transport = _transport(connection)
    return 0 if transport is None else transport.get_write_buffer_size()


def _transport(connection: asyncssh.SSHServerConnection) -> asyncio.WriteTransport | None:
    return connection._transport
