"""Worker processes for blocking work."""

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Self

from naishi.common.numpy_threads import ONE_THREAD


def until_gone(take: Callable[[dict[str, Any]], None]) -> None:
    """Take the documents that come in, in a thread beside; exit when the other side is gone, whatever a bot does."""

    def read() -> None:
        for request in requests():
            take(request)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()


def requests() -> Iterator[dict[str, Any]]:
    """Yield the documents that come in; end where the other side is gone."""
    return map(json.loads, sys.stdin)


class Answers:
    """Standard output, for documents alone: whatever else is printed from now on goes to standard error."""

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def write(self, document: dict[str, object]) -> None:
        print(json.dumps(document), file=self._lines, flush=True)


LONGEST_LINE = 1_000_000
"""In bytes, of what a process writes."""


class WorkerProcess:
    """A module run as a program: it reads JSON documents, one a line, and writes others."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        self._process, self._input, self._output = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, module: str) -> Self:
        """Start a process, in a session of its own, so that the signals of a terminal don't reach it.

        Raises OSError: the system refuses.
        """
        path = os.pathsep.join(filter(None, sys.path))
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", module,  # not from the current folder, which may be anybody's
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD, "PYTHONPATH": path}, start_new_session=True, limit=LONGEST_LINE,
        )  # fmt: skip
        return cls(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    def send(self, document: dict[str, object]) -> None:
        self._input.write(json.dumps(document).encode() + b"\n")

    async def receive(self) -> dict[str, Any]:
        """Return the next document that the process writes.

        Raises EOFError: the process has ended; ValueError: it wrote something else.
        """
        if not (line := await self._output.readline()):
            raise EOFError
        found: dict[str, Any] = json.loads(line)
        return found

    async def end(self) -> None:
        """Kill the process, if it is still running."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._input.close()
        await self._process.wait()
        with suppress(OSError):  # a pipe that nobody reads any more
            await self._input.wait_closed()
