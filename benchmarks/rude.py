"""Visitors who ask for all they can, as fast as they can: challenges, claims, lines, plans, history, analyses."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress

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
TYPED = ("challenge {name}", "analyse", "history", "export all", "games", "who", "ranking")
"""What they type in the lobby, without waiting for answers."""


async def flood(server: Server, key: asyncssh.SSHKey, game: str, name: str) -> None:
    """Ask for everything, until cancelled: by one connection that types, and by one for each line."""
    asking = {"game": game, "name": name}
    async with asyncssh.connect(
        "127.0.0.1", server.port, username="play", known_hosts=None, client_keys=[key], config=None, agent_path=None
    ) as connection:
        typing = await connection.create_process("plain", encoding=None)
        reading = asyncio.create_task(_drop(typing))
        try:
            for verb, line in zip(itertools.cycle(RUDE), itertools.cycle(TYPED), strict=False):
                typing.stdin.write(f"{line.format(**asking)}\n".encode())
                await _ask(server, key, verb.format(**asking))
        finally:
            reading.cancel()


async def _ask(server: Server, key: asyncssh.SSHKey, verb: str) -> None:
    with suppress(asyncssh.Error, OSError):
        async with asyncssh.connect(
            "127.0.0.1", server.port, username="play", known_hosts=None, client_keys=[key], config=None, agent_path=None
        ) as connection:
            await connection.run(verb, check=False)


async def _drop(process: asyncssh.SSHClientProcess[bytes]) -> None:
    with suppress(asyncssh.Error):
        while await process.stdout.read(65536):
            pass
