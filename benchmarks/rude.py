"""Visitors who ask for all they can, as fast as they can: challenges, phrases, claims, names, plans, analyses."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex

import asyncssh
from clients import Server

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


async def flood(server: Server, key: asyncssh.SSHKey, game: str, name: str) -> None:
    """Ask for everything, until cancelled: in the lobby, at a table, and by one connection for each line."""
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_type(server, key, "plain", TYPED, name))
        tasks.create_task(_type(server, key, f"plain join {game}", AT_TABLE, name))
        for verb in itertools.cycle(RUDE):
            await _ask(server, key, verb.format(game=game))


async def _type(server: Server, key: asyncssh.SSHKey, command: str, lines: tuple[str, ...], name: str) -> None:
    """Type lines in a room, as fast as the server reads them, and drop what it says."""
    with suppress(asyncssh.Error, OSError):
        async with _connected(server, key) as connection:
            process = await connection.create_process(command, encoding=None)
            reading = asyncio.create_task(_drop(process))
            try:
                for line in itertools.cycle(lines):
                    process.stdin.write(f"{line.format(name=name, new=token_hex(4))}\n".encode())
                    await process.stdin.drain()
                    await asyncio.sleep(0.05)
            finally:
                reading.cancel()


async def _ask(server: Server, key: asyncssh.SSHKey, verb: str) -> None:
    with suppress(asyncssh.Error, OSError):
        async with _connected(server, key) as connection:
            await connection.run(verb, check=False)


@asynccontextmanager
async def _connected(server: Server, key: asyncssh.SSHKey) -> AsyncIterator[asyncssh.SSHClientConnection]:
    async with asyncssh.connect(
        "127.0.0.1", server.port, username="play", known_hosts=None, client_keys=[key], config=None, agent_path=None
    ) as connection:
        yield connection


async def _drop(process: asyncssh.SSHClientProcess[bytes]) -> None:
    with suppress(asyncssh.Error):
        while await process.stdout.read(65536):
            pass
