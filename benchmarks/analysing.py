"""Analyses of finished games during others' play."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

import asyncssh

from naishi import Game, Options
from naishi.server import Lobby
from naishi.server.presence.presence import Account

GAMES = 20
"""How many finished games each of them has."""


async def finish_games(lobby: Lobby, player: Account, other: Account) -> None:
    """Store games that are over, played by chance."""
    for number in range(GAMES):
        chance, game = random.Random(number), Game.new(number, (player.name, other.name), options=Options(undo="off"))
        while actions := game.legal_actions():
            game.play(chance.choice(actions))
        match = await lobby.matches.start(player.id, game, (player.id, other.id), public=False)
        await lobby.matches.write(match.id, (await lobby.matches.load(match.id))._replace(game=game), 0)


async def analyse(port: int, key: asyncssh.SSHKey, done: list[float]) -> None:
    """Have one game after the other analysed, until this is cancelled.

    Args:
        port: Of the server.
        key: Who does it.
        done: Takes how long each took, with the time in the queue.
    """
    connection = await asyncssh.connect(
        "127.0.0.1", port, username="play", known_hosts=None, client_keys=[key], config=None, agent_path=None
    )
    process = await connection.create_process("plain", request_pty=False)
    loop = asyncio.get_running_loop()
    with suppress(asyncssh.ConnectionLost):
        for number in range(1, GAMES + 1):
            began = loop.time()
            process.stdin.write(f"analyse {number}\n")
            async for line in process.stdout:
                if "too close to call" in line or "accuracy" in line:
                    break
            done.append(loop.time() - began)
            process.stdin.write("quit\n")
