"""One of two processes that lay plans at the same tables at once."""

from __future__ import annotations

import asyncio
import random
import sys

from naishi.bots.protocol import Clock
from naishi.bots.registry import ask
from naishi.common.i18n import NaishiError
from naishi.server import Lobby, MatchParticipant
from naishi.server.database.postgres import PostgresDatabase
from naishi.server.lobby.cluster import join_others


async def lay(me: MatchParticipant, plan: str) -> str:
    """Lay a plan; return it as it was acknowledged, or why it was refused."""
    try:
        await me.play(plan)
    except NaishiError as error:
        return f"refused {error}"
    assert not me.trouble
    return f"laid {plan}"


async def main(where: str, process: str) -> None:
    """For each line `match seat seat …`, come to the match; with the next line lay a plan for each seat at once."""
    chance, loop = random.Random(process), asyncio.get_running_loop()
    lobby = Lobby(PostgresDatabase(where, process))
    await join_others(lobby)
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).split():
        match, *seats = line
        players = (await lobby.matches.get(match)).seats
        people = [await lobby.attach(match, await lobby.players.get(players[int(seat)] or 0)) for seat in seats]
        plans = [str(ask("shogun", "random", chance.randrange(10**6), me.view, Clock())) for me in people]
        print("ready", flush=True)
        await loop.run_in_executor(None, sys.stdin.readline)
        done = await asyncio.gather(*(lay(me, plan) for me, plan in zip(people, plans, strict=True)))
        for seat, what in zip(seats, done, strict=True):
            print(seat, what)
        print("done", flush=True)
        for me in people:
            await lobby.detach(me)
    await lobby.close()


asyncio.run(main(sys.argv[1], sys.argv[2]))
