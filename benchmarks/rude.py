"""Visitors who request everything at full speed.

They are in a process of their own: what they do is no work of the clients that are measured.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from secrets import token_hex

import asyncssh

RUDE = (
    "history",
    "games",
    "new",
    "play {game} claim",
    "when {game} decree H3 play develop H3, end",
    "play {game} draw",
    "show {game}",
    "sit {game}",
)
"""What they ask for by single lines, over and over."""
TYPED = ("challenge {name}", "analyse", "name Rude {new}", "history", "export all", "games", "who", "ranking")
"""What they type in the lobby, without waiting for answers."""
AT_TABLE = ("say hello", "claim", "draw", "say oops", "undo", "when decree H3 play develop H3, end", "mute", "pause 3")
"""Likewise at their table, where the other player is as rude, and hears it."""


@contextmanager
def flooding(port: int, name: str, people: Sequence[tuple[asyncssh.SSHKey, str]]) -> Iterator[subprocess.Popen[str]]:
    """Have visitors flood a server.

    Args:
        port: Of the server.
        name: Whom they challenge.
        people: The key of each, and the id of a game in which each plays.
    """
    keys = [(key.export_private_key().decode(), game) for key, game in people]
    with subprocess.Popen([sys.executable, __file__, str(port), name], stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(keys))
        process.stdin.close()
        try:
            yield process
        finally:
            process.kill()


async def flood(port: int, key: asyncssh.SSHKey, game: str, name: str) -> None:
    """Ask for everything, without end: in the lobby, at a table, and by one connection for each line."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_type(port, key, "plain", TYPED, name))
        tasks.create_task(_type(port, key, f"plain join {game}", AT_TABLE, name))
        for verb in itertools.cycle(RUDE):
            await _ask(port, key, verb.format(game=game))


async def _type(port: int, key: asyncssh.SSHKey, command: str, lines: tuple[str, ...], name: str) -> None:
    """Type lines in a room, as fast as the server reads them, and drop what it says."""
    with suppress(asyncssh.Error, OSError):
        async with _connected(port, key) as connection:
            process = await connection.create_process(command, encoding=None)
            reading = asyncio.create_task(_drop(process))
            try:
                for line in itertools.cycle(lines):
                    process.stdin.write(f"{line.format(name=name, new=token_hex(4))}\n".encode())
                    await process.stdin.drain()
                    await asyncio.sleep(0.05)
            finally:
                reading.cancel()


async def _ask(port: int, key: asyncssh.SSHKey, verb: str) -> None:
    with suppress(asyncssh.Error, OSError):
        async with _connected(port, key) as connection:
            await connection.run(verb, check=False)


@asynccontextmanager
async def _connected(port: int, key: asyncssh.SSHKey) -> AsyncIterator[asyncssh.SSHClientConnection]:
    async with asyncssh.connect(
        "127.0.0.1", port, username="play", known_hosts=None, client_keys=[key], config=None, agent_path=None
    ) as connection:
        yield connection


async def _drop(process: asyncssh.SSHClientProcess[bytes]) -> None:
    with suppress(asyncssh.Error):
        while await process.stdout.read(65536):
            pass


async def main(port: int, name: str, people: Sequence[tuple[str, str]]) -> None:
    """Have all of them flood the server."""
    async with asyncio.TaskGroup() as tasks:
        for key, game in people:
            tasks.create_task(flood(port, asyncssh.import_private_key(key), game, name))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], json.load(sys.stdin)))
