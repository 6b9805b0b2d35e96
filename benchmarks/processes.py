"""Cross-process latency of a server, for `server.py`.

In each pair of clients, both at one match, the one whose turn it is plays an action every few seconds. What is measured
is the time from the key that completes it to what the *other* player's terminal is sent, on whichever process that is.
The same is measured with one process in the same run, so that the two can be compared whatever else the machine does.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
from clients import Client, Server, begin_match, come_to, load, new_people, percentiles, serving
from matches import opened

from naishi.server import Lobby, Match
from naishi.server.database.database import DATABASE

GIFTS = 2
TURN = 2.0
"""Seconds that a turn takes: two actions."""
ARRIVED = 1.0
"""Seconds until whoever came last has been drawn for everybody."""


@dataclass
class Seen:
    """What was measured."""

    own: list[float] = field(default_factory=list)
    """Seconds until whoever acts sees it."""
    other: list[float] = field(default_factory=list)
    """Seconds until the other player does."""
    lost: int = 0


async def play(pair: tuple[Client, Client], until: float, delay: float, seen: Seen) -> None:
    """Play turns, each of two actions: develop at the next column, and end the turn."""
    await asyncio.sleep(delay)
    for number in range(25):
        if time.perf_counter() > until:
            return
        acting, other = pair[number % 2], pair[1 - number % 2]
        await acting.press(b"12345"[number % 5 :][:1])
        await asyncio.sleep(TURN / 4)
        for key in (b"\r", b"e"):
            other.text = b""
            watching = asyncio.create_task(_watch(other, time.perf_counter(), seen))
            before = len(acting.answers)
            await acting.press(key)
            seen.own += acting.answers[before:]
            await watching
            await asyncio.sleep(TURN / 4)


async def _watch(client: Client, began: float, seen: Seen) -> None:
    try:
        async with asyncio.timeout(5.0):
            await client.until(bool)
        seen.other.append(time.perf_counter() - began)
    except TimeoutError:
        seen.lost += 1


async def measure_processes(clients: int, seconds: float, processes: int, url: str) -> None:
    """Measure a server of one process on a file, and one of several on PostgreSQL; print each."""
    runs = [(1, ""), (processes, url)]
    for count, database_url in runs:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with closing(opened(database_url or str(folder / DATABASE))) as database:
                lobby = Lobby(database)
                people = await new_people(lobby, clients // 2 * 2)
                accounts = [account for _key, account in people]
                matches = [await begin_match(lobby, *pair) for pair in zip(accounts[::2], accounts[1::2], strict=True)]
                with serving(folder, count, database_url) as server:
                    how = f"{count} processes on PostgreSQL" if database_url else "one process"
                    await _measure(server, matches, [key for key, _account in people], seconds, how)
                stored = sum([len((await lobby.matches.load(match.id)).game.actions) - GIFTS for match in matches])
            print(f"  {stored} actions are stored")


async def _measure(
    server: Server, matches: Sequence[Match], keys: Sequence[asyncssh.SSHKey], seconds: float, how: str
) -> None:
    terminals = [await come_to(server.port, key, matches[at // 2]) for at, key in enumerate(keys)]
    await asyncio.sleep(ARRIVED)
    idle_from = server.usage
    await asyncio.sleep(5)
    idle = (server.usage.seconds - idle_from.seconds) / 5
    before, chance, seen = server.usage, random.Random(1), Seen()
    until = time.perf_counter() + seconds
    pairs = list(zip(terminals[::2], terminals[1::2], strict=True))
    await asyncio.gather(*(play(pair, until, chance.random() * TURN, seen) for pair in pairs))
    used = server.usage
    print(
        f"{len(terminals)} clients, {how}:",
        f"  own repaint {percentiles(seen.own)}",
        f"  the other player's repaint {percentiles(seen.other)}, {seen.lost} lost of {len(seen.other) + seen.lost}",
        f"  {(used.seconds - before.seconds) / max(len(seen.other), 1) * 1000:.1f} ms of CPU an action",
        f"  {used.megabytes:.0f} MB, {idle * 1000:.1f} mCPU while nobody does anything",
        f"  {load()}",
        sep="\n",
    )
