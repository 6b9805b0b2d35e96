"""Server memory per session: ssh.terminal, visit.app, driver."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from naishi import Game
from naishi.games.naishi.game.record import Options
from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys

MOST = 3_000_000
"""Bytes of a session at a table, with the client, which is in the same process here."""


NAMES = ("Aiko", "Bruno", "Carol")
KEYS = dict(zip(NAMES, new_keys(len(NAMES)), strict=True))


async def at_tables(server: Server, *names: str) -> list[Client]:
    """Bring each player to a table of their own."""
    found = []
    for seed, name in enumerate(names):
        player = (await named(server, KEYS[name], name)).account.id
        game = Game.new(seed, (name, "Zoe"), options=Options(undo="off"))
        for _gift in range(2):
            game.play("give 1")
        match = await server.lobby.matches.start(player, game, (player, None), public=True)
        client = await server.visit(KEYS[name], command=f"join {match.id}")
        await client.see("Previous turn")
        found.append(client)
    return found


@pytest.mark.slow
async def test_a_session_takes_less_than_three_megabytes(server: Server) -> None:
    await at_tables(server, *NAMES[:1])  # for what all sessions share
    gc.collect()
    tracemalloc.start()
    try:
        more = await at_tables(server, *NAMES[1:])
        gc.collect()
        taken, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken / len(more) < MOST
