"""Guests who resize their windows at full speed.

They are in a process of their own: what they do is no work of the clients that are measured.
"""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import asyncssh
from clients import Client, connect

SIZES = (500, 200), (499, 199), (120, 40)
"""Between which they change."""
PAUSE = 0.005
"""Seconds between two changes of a guest."""


@contextmanager
def resizing(port: int, count: int) -> Iterator[subprocess.Popen[str]]:
    """Have so many guests of a server change the sizes of their windows; they begin once all have come."""
    command = [sys.executable, __file__, str(port), str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


async def resize(client: Client) -> None:
    """Change the size of a window, without end."""
    for columns, rows in itertools.cycle(SIZES):
        client.process.change_terminal_size(columns, rows)
        await asyncio.sleep(PAUSE)


async def main(port: int, count: int) -> None:
    """Have all of them come, and change their windows."""
    people = [await connect(port, None, None, b"Guest") for _guest in range(count)]
    print("here", flush=True)
    with suppress(asyncssh.Error, OSError):
        await asyncio.gather(*map(resize, people))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
