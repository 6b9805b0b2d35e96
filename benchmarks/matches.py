"""Throughput of matches without screens, and statements per action.

`measure_matches` begins matches and runs processes, each of which plays for some seats of all of them. As a program,
this is one of the processes.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from clients import begin_match, load, new_people
from sqlalchemy import Engine, event

from naishi import NaishiError
from naishi.server import Database, Lobby
from naishi.server.database.database import DATABASE
from naishi.server.lobby.cluster import join_others

GIFTS = 2


def opened(where: str, process: str = "") -> Database:
    """Open a database: a file, or an address and the name of a process that shares it."""
    if where.startswith("postgresql://"):
        from naishi.server.database.postgres import PostgresDatabase  # noqa: PLC0415 - an extra

        return PostgresDatabase(where, process)
    return Database(Path(where))


async def play(lobby: Lobby, match: str, seat: int) -> None:
    """Play for one seat, to the end."""
    player = (await lobby.matches.get(match)).seats[seat]
    assert player is not None
    me, chance = await lobby.attach(match, await lobby.players.get(player)), random.Random(match)
    changes = me.changes()
    while not me.over:
        if me.view.turn != seat:
            await anext(changes)
            continue
        try:
            await me.play(chance.choice(me.view.legal_actions))
        except NaishiError:
            continue


async def take_part(where: str, process: str, seats: Sequence[int], matches: Sequence[str]) -> None:
    """Be one of the processes; print how many statements were executed, once all matches are over."""
    statements: Counter[str] = Counter()
    event.listen(Engine, "before_cursor_execute", lambda _c, _cursor, said, *_more: statements.update([said[:6]]))
    with closing(opened(where, process)) as database:
        lobby = Lobby(database)
        await join_others(lobby)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        statements.clear()
        await asyncio.gather(*(play(lobby, match, seat) for match in matches for seat in seats))
        print(json.dumps(statements.total()), flush=True)
        await lobby.close()


async def measure_matches(count: int, processes: int, url: str) -> None:
    """Play so many matches at once by one process on a file, and by several on PostgreSQL; print each."""
    for several, database_url in ((False, ""), (True, url)):
        with tempfile.TemporaryDirectory() as name:
            where = database_url or str(Path(name) / DATABASE)
            with closing(opened(where)) as database:
                lobby = Lobby(database)
                people = [account for _key, account in await new_people(lobby, 2 * count, f"Player {several:d}")]
                pairs = zip(people[::2], people[1::2], strict=True)
                matches = [(await begin_match(lobby, *pair)).id for pair in pairs]
                how = f"{processes} processes on PostgreSQL" if several else "one process"
                seconds, statements = _run(where, matches, processes if several else 1)
                actions = sum([len((await lobby.matches.load(match)).game.actions) - GIFTS for match in matches])
        print(
            f"{count} matches at once without screens, {how}:",
            f"  {count / seconds:.2f} matches a second, {actions / seconds:.0f} actions a second",
            f"  {statements / actions:.1f} statements an action",
            f"  {load()}",
            sep="\n",
        )


def _run(where: str, matches: Sequence[str], processes: int) -> tuple[float, int]:
    """Have the processes play; return the seconds that it took, and how many statements."""
    running = []
    for number in range(processes):
        seats = "01" if processes == 1 else str(number % 2)
        words = [where, f"p{number}" if processes > 1 else "", seats, *matches[number // 2 :: max(1, processes // 2)]]
        command = [sys.executable, __file__, *words]
        running.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    for each in running:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    began = time.perf_counter()
    for each in running:
        assert each.stdin is not None
        print(file=each.stdin, flush=True)
    statements = [json.loads(each.stdout.readline()) for each in running if each.stdout is not None]
    seconds = time.perf_counter() - began
    for each in running:
        each.communicate()
    return seconds, sum(statements)


if __name__ == "__main__":
    asyncio.run(take_part(sys.argv[1], sys.argv[2], [*map(int, sys.argv[3])], sys.argv[4:]))
