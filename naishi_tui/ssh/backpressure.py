"""Back-pressure: who doesn't read what the server answers is not read from either."""

from __future__ import annotations

import asyncio
from typing import cast

import asyncssh


def apply_backpressure(connection: asyncssh.SSHServerConnection) -> None:
    """Stop reading from a client while more waits for it than asyncio's high-water mark, 64 KiB.

    Every request of a client is answered, so one that sends requests and never reads would fill the memory.
    asyncssh (checked with 2.24.1) ignores these two calls of asyncio's; its transport is a private name.
    """
    transport = cast("asyncio.Transport", connection._transport)
    connection.pause_writing = transport.pause_reading  # type: ignore[method-assign]
    connection.resume_writing = transport.resume_reading  # type: ignore[method-assign]
