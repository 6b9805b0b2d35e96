"""Reading lines, and waiting for the next one while something else goes on."""

from __future__ import annotations

import asyncio
import io
import os
from contextlib import suppress
from typing import TextIO

_CHUNK = 65_536


class LineReader:
    """Reads lines from a file, a pipe or a terminal, or from a text in memory.

    It keeps what it has read ahead itself: a stream's own buffer would hide whether there is another line.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._descriptor = _descriptor(stream)
        self._ahead = b""
        self._ended = False

    def read(self) -> str | None:
        """Read a line, without its end; None at the end of the input."""
        if self._descriptor is None:
            line = self._stream.readline()
            return line.rstrip("\r\n") if line else None
        while b"\n" not in self._ahead and not self._ended:
            self._read_on(self._descriptor)
        line_, newline, self._ahead = self._ahead.partition(b"\n")
        if not line_ and not newline:
            self._ended = False  # of a terminal: more may come after Ctrl+D
            return None
        return line_.decode(self._stream.encoding or "utf-8", "replace").rstrip("\r")

    async def wait(self) -> None:
        """Wait until a line can be read, or the end of the input; where nothing can tell, don't wait."""
        while self._descriptor is not None and b"\n" not in self._ahead and not self._ended:
            if not await _readable(self._descriptor):
                return
            self._read_on(self._descriptor)

    def _read_on(self, descriptor: int) -> None:
        more = os.read(descriptor, _CHUNK)
        self._ahead += more
        self._ended = not more


def _descriptor(stream: TextIO) -> int | None:
    with suppress(OSError, ValueError, io.UnsupportedOperation):
        return stream.fileno()
    return None


async def _readable(descriptor: int) -> bool:
    """Wait until something can be read; return False where that can't be waited for, as with a file."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(descriptor, event.set)
    except (OSError, NotImplementedError, ValueError):
        return False
    try:
        await event.wait()
    finally:
        loop.remove_reader(descriptor)
    return True
