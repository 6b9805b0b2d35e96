"""Killable random player, one of two processes."""

from __future__ import annotations

import asyncio
import random
import sys

from naishi.common.i18n import NaishiError
from naishi.server import Lobby
from naishi.server.database.postgres import PostgresDatabase
from naishi.server.lobby.cluster import join_others


async def main(where: str, process: str, match: str, seat: int) -> None:
    """Play until the game is over; write all actions of the game once the last of them is acknowledged."""
    lobby = Lobby(PostgresDatabase(where, process))
    await join_others(lobby)
    me = await lobby.attach(match, await lobby.players.get(seat + 1))
    assert me.seat == seat
    changes = me.changes()
    while not me.over:
        if me.view.turn != seat:
            await anext(changes)
            continue
        try:
            await me.play(random.choice(me.view.legal_actions))
        except NaishiError:
            continue
        assert not me.trouble
        game = (await lobby.matches.load(match)).game
        print(*(action.text.replace(" ", "_") for action in game.actions), flush=True)


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
