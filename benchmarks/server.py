"""Server with many terminals on loopback: latency, memory, CPU.

    python benchmarks/server.py --clients 20 100 --seconds 20
    python benchmarks/server.py --clients 20 --analysing 3
    python benchmarks/server.py --clients 100 --flooding 20
    python benchmarks/server.py --clients 20 --resizing 4
    python benchmarks/server.py --visits 2000
    python benchmarks/server.py --lobby 100 --players 20 --stored 20000
    python benchmarks/server.py --arriving --stored 20000
    python benchmarks/server.py --arriving --stored 2000 --database postgresql://naishi@/bench
    python benchmarks/server.py --processes 2 --clients 10 --matches 8 --database postgresql://naishi@/bench

The server is a process of its own; the clients are in this one. In each pair of clients the one whose turn it is moves
the cursor, with two seconds between keys. A flooder, a client that reads nothing and a giant terminal are among them,
unless `--no-rude` leaves them out. With `--flooding`, the same is measured twice in one run, without and with so many
visitors who ask for all they can; see `rude.py`. With `--resizing`, so with guests who do nothing but change the size
of their windows; see `resizing.py`. With `--visits`, what memory is left of visits that have ended; see `visits.py`.
With `--lobby`, so many people are in the lobby while others play; see
`lobby.py`.
With `--arriving`, what a login costs where much is stored; see `arriving.py`. With `--processes`, several processes
beside one; see `processes.py` and `matches.py`.
The load of the machine is printed too: other work on it makes all times longer.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path

import asyncssh
from analysing import analyse, finish_games
from arriving import measure_arriving, measure_database
from clients import Client, Server, begin_match, come_to, load, new_people, percentiles, serving
from lobby import measure_lobby
from matches import measure_matches
from processes import measure_processes
from resizing import resizing
from rude import flooding
from visits import measure_visits

from naishi.server import Database, Lobby, Match
from naishi.server.database.database import DATABASE

THINKING = 2.0
"""Seconds between two keys of a person whose turn it is."""

LATE_SH = "late.sh publishes 24.9 mCPU and 18 MiB a session"


async def prepare(folder: Path, pairs: int) -> tuple[list[Match], list[asyncssh.SSHKey]]:
    """Begin a match for each pair, and return the matches and the keys of the players."""
    database = Database(folder / DATABASE)
    lobby = Lobby(database)
    keys, people = zip(*await new_people(lobby, 2 * pairs), strict=True)
    matches = [await begin_match(lobby, *pair) for pair in zip(people[::2], people[1::2], strict=True)]
    database.close()
    return matches, list(keys)


async def play(client: Client, until: float, chance: random.Random) -> None:
    """Move the cursor about, as someone does who thinks."""
    await asyncio.sleep(chance.random() * THINKING)
    keys = (b"\x1b[C", b"\x1b[D")
    for number in range(10_000):
        if time.perf_counter() > until:
            return
        await client.press(keys[number % 2])
        await asyncio.sleep(THINKING)


async def be_rude(port: int, keys: list[asyncssh.SSHKey], matches: list[Match]) -> asyncio.Task[None]:
    """Flood the server from one client, read nothing at another, and draw a giant terminal at a third."""
    sizes = (80, 24), (80, 24), (500, 200)
    flooder, stalled, giant = [
        await come_to(port, key, matches[number // 2], size)
        for number, (key, size) in enumerate(zip(keys, sizes, strict=True))
    ]

    async def flood() -> None:
        stalled.process.channel.pause_reading()
        while True:
            flooder.process.stdin.write(b"\x1b[C\x1b[D" * 500)
            stalled.process.stdin.write(b"\x1b[C")
            giant.process.stdin.write(b"\x1b[C")
            await asyncio.sleep(0.05)

    return asyncio.create_task(flood())


async def prepare_analysts(folder: Path, count: int) -> list[asyncssh.SSHKey]:
    """Make people with finished games, and return their keys."""
    with closing(Database(folder / DATABASE)) as database:
        lobby = Lobby(database)
        people = await new_people(lobby, count, "Analyst")
        for _key, account in people:
            await finish_games(lobby, account, people[0][1] if account != people[0][1] else people[-1][1])
    return [key for key, _account in people]


async def measure(clients: int, seconds: float, analysing: int, *, rude: bool) -> None:
    """Run one server with so many clients, and print what it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = clients // 2
        matches, keys = await prepare(folder, pairs + 2)
        analysts = await prepare_analysts(folder, analysing) if analysing else []
        with serving(folder) as server:
            took: list[float] = []
            tasks = [asyncio.create_task(analyse(server.port, key, took)) for key in analysts]
            await _measure(server, matches, keys, pairs, seconds, rude)
            if analysing:
                for task in tasks:
                    task.cancel()
                print(f"  {analysing} had {len(took)} games analysed meanwhile: {percentiles(took)} with the queue")


async def _measure(
    server: Server, matches: list[Match], keys: list[asyncssh.SSHKey], pairs: int, seconds: float, rude: bool
) -> None:
    warm = await come_to(server.port, keys[-1], matches[-1])  # modules that are imported late, and caches
    before = server.usage
    people = [await come_to(server.port, keys[number], matches[number // 2]) for number in range(2 * pairs)]
    await asyncio.sleep(2)
    filled = server.usage
    arriving = (filled.seconds - before.seconds) / len(people)
    await asyncio.sleep(5)
    idle = (server.usage.seconds - filled.seconds) / 5 / len(people)
    flooding = await be_rude(server.port, keys[-4:-1], matches[-2:]) if rude else None
    at_first, sent_before = server.usage, sum(each.received for each in people)
    until, chance = time.perf_counter() + seconds, random.Random(1)
    await asyncio.gather(*(play(each, until, chance) for each in people[::2]))
    busy = (server.usage.seconds - at_first.seconds) / (time.perf_counter() - until + seconds) / len(people)
    if flooding is not None:
        flooding.cancel()
    answers = [answer for each in people for answer in each.answers]
    sent = sum(each.received for each in people) - sent_before
    frames = [each.first_frame for each in people]
    print(
        f"{len(people)} clients{' and three rude ones' if rude else ''}:",
        f"  first frame {statistics.median(frames) * 1000:.0f} ms, the slowest {max(frames) * 1000:.0f} ms; "
        f"{arriving * 1000:.0f} ms of CPU time to arrive",
        f"  key to repaint {percentiles(answers)}; {sent / max(len(answers), 1):.0f} bytes a key",
        f"  {len(answers)} keys, {sum(each.lost for each in people)} lost",
        f"  {(filled.megabytes - before.megabytes) / len(people):.2f} MB a session, {filled.megabytes:.0f} MB in all",
        f"  {busy * 1000:.2f} mCPU a session while half of them play, {idle * 1000:.3f} mCPU while nobody does",
        f"  {load()}",
        f"  {LATE_SH}",
        sep="\n",
    )
    assert warm.first_frame


async def measure_flood(clients: int, seconds: float, rude: int) -> None:
    """Run one server with so many clients, and print what a key takes without and with rude visitors."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pairs = clients // 2
        matches, keys = await prepare(folder, pairs + (rude + 1) // 2)
        with serving(folder) as server:
            people = [await come_to(server.port, keys[number], matches[number // 2]) for number in range(2 * pairs)]
            print(f"{len(people)} clients:", f"  {await _keys(server, people, seconds)} without", sep="\n")
            games = [matches[pairs + number // 2].id for number in range(rude)]
            rude_ones = list(zip(keys[2 * pairs :], games, strict=False))
            with flooding(server.port, "Player aaaa", rude_ones) as process:
                await asyncio.sleep(5)
                print(f"  {await _keys(server, people, seconds)} with {rude} who flood", f"  {load()}", sep="\n")
                assert process.poll() is None, "they were still there"


async def measure_resizing(clients: int, seconds: float, guests: int) -> None:
    """Run one server with so many clients, and print what a key takes without and with guests who resize."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        matches, keys = await prepare(folder, clients // 2)
        with serving(folder) as server:
            people = [await come_to(server.port, key, matches[number // 2]) for number, key in enumerate(keys)]
            print(f"{len(people)} clients:", f"  {await _keys(server, people, seconds)} without", sep="\n")
            with resizing(server.port, guests) as process:
                await asyncio.sleep(2)
                print(f"  {await _keys(server, people, seconds)} with {guests} who resize", f"  {load()}", sep="\n")
                assert process.poll() is None, "they were still there"


async def _keys(server: Server, people: list[Client], seconds: float) -> str:
    for each in people:
        each.answers.clear()
    used, began = server.usage.seconds, time.perf_counter()
    until, chance = time.perf_counter() + seconds, random.Random(1)
    await asyncio.gather(*(play(each, until, chance) for each in people[::2]))
    lost, busy = sum(each.lost for each in people), (server.usage.seconds - used) / (time.perf_counter() - began)
    answers = [answer for each in people for answer in each.answers]
    return f"key to repaint {percentiles(answers)}, {lost} lost, {busy:.0%} of a core used,"


def main() -> None:
    """Measure each number of clients, or the lobby."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, nargs="+", default=[20, 100])
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--rude", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--analysing", type=int, default=0, metavar="PEOPLE", help="at least two, at the same time")
    parser.add_argument("--flooding", type=int, metavar="PEOPLE", help="without and with so many rude visitors")
    parser.add_argument("--resizing", type=int, metavar="GUESTS", help="without and with so many who resize windows")
    parser.add_argument("--visits", type=int, metavar="COUNT", help="memory, while so many come and go; say 2000")
    parser.add_argument("--lobby", type=int, metavar="PEOPLE", help="measure the lobby, with so many people in it")
    parser.add_argument("--players", type=int, default=20, help="who play meanwhile")
    parser.add_argument("--stored", type=int, default=20_000, metavar="MATCHES", help="in the database from before")
    parser.add_argument("--arriving", action="store_true", help="measure a login, with that and with nothing stored")
    parser.add_argument("--private", action="store_true", help="matches that nobody in the lobby sees")
    parser.add_argument("--processes", type=int, metavar="COUNT", help="one process, then so many on PostgreSQL")
    parser.add_argument("--database", default="", metavar="URL", help="with --processes and --arriving: which one")
    parser.add_argument("--matches", type=int, default=0, metavar="COUNT", help="with --processes: without screens")
    arguments = parser.parse_args()
    if arguments.arriving:
        measured = (
            measure_database(arguments.stored, arguments.database)
            if arguments.database
            else measure_arriving(arguments.stored)
        )
        asyncio.run(measured)
        return
    if arguments.processes and not arguments.database:
        parser.error("--processes needs --database")
    if arguments.processes and arguments.matches:
        asyncio.run(measure_matches(arguments.matches, arguments.processes, arguments.database))
    if arguments.lobby:
        public = not arguments.private
        asyncio.run(
            measure_lobby(arguments.lobby, arguments.players, arguments.stored, arguments.seconds, public=public)
        )
        return
    for clients in arguments.clients[:1] if arguments.visits else arguments.clients:
        asyncio.run(_measurement(arguments, clients))


def _measurement(arguments: argparse.Namespace, clients: int) -> Coroutine[None, None, None]:
    """Return what was chosen to be measured with so many clients."""
    if arguments.processes:
        return measure_processes(clients, arguments.seconds, arguments.processes, arguments.database)
    if arguments.visits:
        return measure_visits(arguments.visits)
    if arguments.resizing:
        return measure_resizing(clients, arguments.seconds, arguments.resizing)
    if arguments.flooding:
        return measure_flood(clients, arguments.seconds, arguments.flooding)
    return measure(clients, arguments.seconds, arguments.analysing, rude=arguments.rude)


if __name__ == "__main__":
    main()
