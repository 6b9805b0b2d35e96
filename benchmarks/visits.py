"""Memory kept after visits have ended.

People come and go, one after the other and a few at a time: to the lobby, to a dialog, to a table; some with a key,
some as guests, some with windows that they resize. What counts is how much the server takes in the end, beside what
it took after the first of them: modules, styles and caches that all visits share are loaded by then.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import closing
from pathlib import Path

import asyncssh
from clients import Server, begin_match, connect, load, new_people, serving

from naishi.server import Database, Lobby, Match
from naishi.server.database.database import DATABASE

WARM = 200
"""Visits before those that count."""
AT_ONCE = 4
"""Who are there together, in every other round."""
STEP = 200
"""Visits between two looks."""
SETTLED = 4.0
"""Seconds until nothing of the last visits goes on."""

Person = tuple[asyncssh.SSHKey, Match]


async def visit(port: int, number: int, person: Person) -> None:
    """Come, look about, and leave: another kind of visit for each number."""
    kind, (key, match) = number % 4, person
    if kind == 0:
        client = await connect(port, key, f"join {match.id}", b"Previous turn", (120, 40))
        await client.press(b"\x1b[C")
    else:
        client = await connect(port, None, None, b"Guest", (500, 200) if kind == 1 else (100, 30))
        if kind == 1:
            client.process.change_terminal_size(400, 150)
        await client.press(b"b", lambda text: b"Which bot" in text)
    if kind == 3:
        client.connection.abort()
        return
    client.process.stdin.write(b"\x1b" if kind else b"")
    client.process.stdin.write(b"\x11")  # Ctrl+Q
    async with asyncio.timeout(20):
        await client.process.wait_closed()
    client.connection.close()


async def measure_visits(count: int) -> None:
    """Run one server, and print how much memory it takes while so many people come and go."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(Database(folder / DATABASE)) as database:
            lobby = Lobby(database)
            people = await new_people(lobby, 2)
            match = await begin_match(lobby, people[0][1], people[1][1])
        with serving(folder) as server:
            began, taken = time.perf_counter(), [await _come_and_go(server, 0, WARM, (people[0][0], match))]
            print(f"{WARM} visits: {taken[0]:.0f} MB", flush=True)
            for first in range(WARM, count, STEP):
                last = min(first + STEP, count)
                taken.append(await _come_and_go(server, first, last, (people[0][0], match)))
                print(f"  {last}: {taken[-1]:.0f} MB", flush=True)
            more = taken[-1] / taken[0] - 1
            print(f"{more:+.1%} in {count - WARM} visits, {time.perf_counter() - began:.0f} s; {load()}")


async def _come_and_go(server: Server, first: int, last: int, person: Person) -> float:
    """Have some visits happen; return the megabytes of the server when all of them are over."""
    number = first
    while number < last:
        some = range(number, min(number + (AT_ONCE if number // AT_ONCE % 2 else 1), last))
        await asyncio.gather(*(visit(server.port, each, person) for each in some))
        number = some.stop
    await asyncio.sleep(SETTLED)
    return server.usage.megabytes
