"""Cost of login and lobby on a large database.

Two servers run, and someone comes to the one and to the other in turn, so that whatever else the machine does is the
same for both. What counts is the CPU time of each server.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import asyncssh
from clients import Server, connect, load, new_people, serving
from lobby import REGULARS, fill
from matches import opened

from naishi.server import Database, Lobby
from naishi.server.database.database import DATABASE

ROUNDS = 40
WARM = 5
"""Rounds before those that count: modules that are imported late, and caches."""
TABLES = 3
"""Tables that each visitor makes and closes."""
OWN = 50
"""Matches of the one visitor of a database who has many."""
PAUSE = 0.4
"""Seconds until all has been drawn."""


async def _prepare(folder: Path, stored: int) -> list[asyncssh.SSHKey]:
    with closing(Database(folder / DATABASE)) as database:
        lobby = Lobby(database)
        people = await new_people(lobby, WARM + ROUNDS, "Visitor")
        if stored:
            await fill(database, lobby, stored, [account for _key, account in people])
    return [key for key, _account in people]


async def _visit(server: Server, key: asyncssh.SSHKey) -> tuple[float, float]:
    """Come to the lobby, make tables and close them; return the CPU time of coming, and of one table."""
    before = server.usage.seconds
    client = await connect(server.port, key, None, b"Games to watch")
    await asyncio.sleep(PAUSE)
    came = server.usage.seconds
    for _table in range(TABLES):
        for pressed, shows in ((b"n", b"Base game"), (b"\r", b"Your table is waiting"), (b"d", b"\x1b")):
            await client.press(pressed, partial(_has, shows))
            await asyncio.sleep(PAUSE)
    after = server.usage.seconds
    client.connection.abort()
    await asyncio.sleep(PAUSE)
    assert not client.lost
    return came - before, (after - came) / TABLES


async def measure_database(stored: int, database_url: str) -> None:
    """Measure how long a visitor of a server on a database waits for the lobby, and print it.

    Args:
        stored: How many matches there are from before.
        database_url: Of an empty database.
    """
    with tempfile.TemporaryDirectory() as one:
        folder = Path(one)
        with closing(opened(database_url)) as database:
            lobby = Lobby(database)
            people = await new_people(lobby, WARM + ROUNDS, "Visitor")
            own = [people[0][1]] * (OWN // 2)  # each visitor has two
            await fill(database, lobby, stored, [*own, *(account for _key, account in people[1:])])
        waited: list[float] = []
        with serving(folder, database_url=database_url) as server:
            for key, _account in people:
                began = time.perf_counter()
                client = await connect(server.port, key, None, b"Games to watch")
                waited.append(time.perf_counter() - began)
                client.connection.abort()
                await asyncio.sleep(PAUSE)
    later = sorted(waited[WARM:])
    print(
        f"{len(waited)} visitors of a server on {database_url.partition(':')[0]} with {stored} matches:",
        f"  the first, who has {OWN} of them, waits {waited[0] * 1000:.0f} ms from the connection to the lobby",
        f"  later ones {statistics.median(later) * 1000:.0f} ms (median), {later[-1] * 1000:.0f} ms (most)",
        f"  {load()}",
        sep="\n",
    )


def _has(words: bytes, received: bytes) -> bool:
    return words in received


async def measure_arriving(stored: int) -> None:
    """Measure both, and print what the difference is.

    Args:
        stored: How many matches there are from before in one of the two places.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        folders = Path(one), Path(other)
        keys = [await _prepare(folder, count) for folder, count in zip(folders, (0, stored), strict=True)]
        with serving(folders[0]) as empty, serving(folders[1]) as full:
            took: list[list[tuple[float, float]]] = [[], []]
            for number in range(WARM + ROUNDS):
                for place, server in enumerate((empty, full)):
                    took[place].append(await _visit(server, keys[place][number]))
    logins, tables = [[sum(each[what] for each in visits[WARM:]) / ROUNDS * 1000 for visits in took] for what in (0, 1)]
    print(
        f"{ROUNDS} visitors of a place with {stored} matches and {REGULARS} players, and of an empty one:",
        f"  a login takes {logins[1]:.1f} and {logins[0]:.1f} ms of CPU: {logins[1] - logins[0]:+.1f} ms",
        f"  making and closing a table {tables[1]:.1f} and {tables[0]:.1f} ms: {tables[1] - tables[0]:+.1f} ms",
        f"  {load()}",
        sep="\n",
    )
