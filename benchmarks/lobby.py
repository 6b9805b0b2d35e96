"""Cost of others' play to people in the lobby, for `server.py`.

The database has many matches from before. The same playing is measured three times: with people in the lobby who only
look on, with half of them moving the cursor, and with nobody there. The difference between the first and the last is
what an action costs for each of them. Every match begins alike, and each measurement has matches of its own.
"""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import asyncssh
from clients import Client, Server, begin_match, come_to, connect, load, new_people, percentiles, serving
from sqlalchemy import bindparam, insert, select

from naishi import Game
from naishi.server import Account, Database, Lobby, Match
from naishi.server.database.database import DATABASE
from naishi.server.database.schema import matches, seats

TURN = 2.0
"""Seconds that a turn takes: two actions, so that each player of a match acts once in this time on average."""
TURNS = 25
"""As many as no match ends in, with the piles taken in order."""
THINKING = 2.0
"""Seconds between two keys of a person in the lobby."""
REGULARS = 5000
"""Who has played the matches from before."""
TABLES = 6
"""At which someone waits, listed above the games to watch."""
GIFTS = 2

UP, DOWN = b"\x1b[A", b"\x1b[B"
CURSOR = re.compile(rb"\x1b\[(\d+);1H\x1b\[[\d;]*48;5;179m")
"""Where the line under the cursor is painted: nothing else has this ground."""

ID = {matches: "id", seats: "match"}
"""The column that says which match a row is of."""

Person = tuple[asyncssh.SSHKey, Account]
Pair = tuple[Client, Client]


async def fill(database: Database, lobby: Lobby, count: int, visitors: Sequence[Account]) -> None:
    """Store matches from before: half of them finished, most of them public; each visitor has two."""
    regulars = [(await lobby.players.add("Guest 1", fingerprint=f"SHA256:{n}")).id for n in range(REGULARS)]
    for host in regulars[:TABLES]:
        await lobby.tables.store.open(host, public=True)
    first, second = regulars[:2]
    templates = []
    for actions in (20, 1000):
        chance, game = random.Random(1), Game.new(1)
        while (legal := game.legal_actions()) and len(game.actions) < actions:
            game.play(chance.choice(legal))
        templates.append((await lobby.matches.start(first, game, (first, second), public=True)).id)
        for seat in (0, 1):
            await lobby.matches.look(templates[-1], seat)
    chance, now = random.Random(1), time.time()
    pairs: list[Sequence[int]] = [(visitor.id, chance.choice(regulars)) for visitor in visitors for _match in range(2)]
    pairs += [chance.sample(regulars, 2) for _match in range(count - len(pairs))]
    copies = [
        {
            "template": templates[number % 2],
            "new_id": f"{number:08}",
            "new_host": pair[0],
            "new_public": chance.random() < 0.7,
            "new_invite": f"{number:012}",
            "new_updated": now - 60 * number,
        }
        for number, pair in enumerate(pairs)
    ]
    taken = [
        {"template": copy["template"], "of_seat": seat, "new_match": copy["new_id"], "new_player": pair[seat]}
        for copy, pair in zip(copies, pairs, strict=True)
        for seat in (0, 1)
    ]
    with database.writing() as connection:
        for table, rows in ((matches, copies), (seats, taken)):
            columns = (bindparam(new) if (new := f"new_{each.name}") in rows[0] else each for each in table.c)
            template = select(*columns).where(table.c[ID[table]] == bindparam("template"))
            if table is seats:
                template = template.where(table.c.seat == bindparam("of_seat"))
            connection.execute(insert(table).from_select(table.c.keys(), template), rows)


@dataclass
class Playing:
    """What was measured while people played for a while."""

    matches: Sequence[Match]
    cpu: float
    """Seconds of the server's processor."""
    keys: list[float]
    """How long the keys of the players took, in seconds."""
    sent: int
    """Bytes to the people in the lobby."""
    actions: int = 0
    """That were stored."""

    @property
    def milliseconds(self) -> float:
        """The CPU time of an action."""
        return self.cpu / self.actions * 1000


async def play(pair: Pair, until: float, delay: float) -> None:
    """Play turns, each of two actions: develop at the next column, and end the turn."""
    await asyncio.sleep(delay)
    for number in range(TURNS):
        if time.perf_counter() > until:
            return
        client, began = pair[number % 2], time.perf_counter()
        for key, at in ((b"12345"[number % 5 :][:1], 0.25), (b"\r", 0.5), (b"e", 0.75)):
            await client.press(key)
            await asyncio.sleep(max(0.0, began + at * TURN - time.perf_counter()))
        await asyncio.sleep(max(0.0, began + TURN - time.perf_counter()))


def paints_cursor(received: bytes, row: int) -> bool:
    """Whether the line under the cursor was painted in a row of the screen."""
    return str(row).encode() in CURSOR.findall(received)


async def look_about(client: Client, until: float, delay: float) -> None:
    """Move the cursor in the lobby down and up again."""
    await asyncio.sleep(delay)
    rows = CURSOR.findall(client.text)
    top = int(rows[-1]) if rows else 0
    for number in range(10_000):
        if time.perf_counter() > until:
            return
        key, row = (UP, top) if number % 2 else (DOWN, top + 1)
        await client.press(key, partial(paints_cursor, row=row))
        await asyncio.sleep(THINKING)


async def playing(
    server: Server,
    players: Sequence[Person],
    matches: Sequence[Match],
    seconds: float,
    visitors: Sequence[Client] = (),
    *,
    pressing: bool = False,
) -> Playing:
    """Have players come to their matches, play for a while, and leave."""
    clients = [await come_to(server.port, key, matches[at // 2]) for at, (key, _account) in enumerate(players)]
    await asyncio.sleep(1)
    before, sent = server.usage.seconds, sum(each.received for each in visitors)
    chance, until = random.Random(1), time.perf_counter() + seconds
    await asyncio.gather(
        *(play(pair, until, chance.random() * TURN) for pair in zip(clients[::2], clients[1::2], strict=True)),
        *(look_about(each, until, chance.random() * THINKING) for each in visitors[::2] if pressing),
    )
    await asyncio.sleep(0.5)  # the lobby draws what has happened last
    used, sent = server.usage.seconds - before, sum(each.received for each in visitors) - sent
    for each in clients:
        each.connection.abort()
    await asyncio.sleep(0.5)
    return Playing(matches, used, [answer for each in clients for answer in each.answers], sent)


async def measure_lobby(people: int, players: int, stored: int, seconds: float, *, public: bool) -> None:
    """Measure a server with people in its lobby, and print what it took.

    Args:
        people: How many are in the lobby.
        players: How many play meanwhile.
        stored: How many matches there are from before.
        seconds: How long each of the three measurements takes.
        public: Whether the matches that are played are listed in the lobby.
    """
    players, seconds = players // 2 * 2, min(seconds, TURN * (TURNS - 1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = Database(folder / DATABASE)
        lobby = Lobby(database)
        visitors, at_tables = await new_people(lobby, people, "Visitor"), await new_people(lobby, players + 2)
        await fill(database, lobby, stored, [account for _key, account in visitors])
        accounts = [account for _key, account in at_tables]
        pairs = list(zip(accounts[::2], accounts[1::2], strict=True))
        begun = [[await begin_match(lobby, *pair, public=public) for pair in pairs] for _time in range(3)]
        database.close()
        with serving(folder) as server:
            (alone, watched, pressed), sitting, megabytes = await _measure(server, visitors, at_tables, begun, seconds)
        database = Database(folder / DATABASE)
        for each in (alone, watched, pressed):
            games = [(await Lobby(database).matches.load(match.id)).game for match in each.matches]
            each.actions = sum(len(game.actions) - GIFTS for game in games)
        database.close()
    print(f"{people} in the lobby, {players} players, {stored} stored matches:")
    report(alone, watched, pressed, sitting, megabytes)


async def _measure(
    server: Server,
    visitors: Sequence[Person],
    players: Sequence[Person],
    begun: Sequence[Sequence[Match]],
    seconds: float,
) -> tuple[list[Playing], list[Client], float]:
    # Modules that are imported late, and caches.
    spare = players[-1][0]
    await come_to(server.port, spare, begun[0][-1])
    (await connect(server.port, spare, None, b"Games to watch")).connection.abort()
    some, (first, second, third) = players[:-2], (each[:-1] for each in begun)
    before = server.usage.megabytes
    sitting = [await connect(server.port, key, None, b"Games to watch") for key, _account in visitors]
    await asyncio.sleep(2)
    megabytes = (server.usage.megabytes - before) / len(sitting)
    watched = await playing(server, some, first, seconds, sitting)
    pressed = await playing(server, some, second, seconds, sitting, pressing=True)
    for each in sitting:
        each.connection.abort()
    await asyncio.sleep(2)
    alone = await playing(server, some, third, seconds)
    return [alone, watched, pressed], sitting, megabytes


def report(alone: Playing, watched: Playing, pressed: Playing, sitting: Sequence[Client], megabytes: float) -> None:
    """Print what was measured."""
    frames = [each.first_frame for each in sitting]
    keys = [answer for each in sitting for answer in each.answers]
    more = watched.milliseconds - alone.milliseconds
    print(
        f"  an action takes {alone.milliseconds:.1f} ms of CPU with nobody in the lobby, and "
        f"{more / len(sitting):.2f} ms more for each person there ({watched.actions} actions)",
        f"  {watched.sent / watched.actions / len(sitting):.0f} bytes an action for each person in the lobby",
        f"  key to repaint in the lobby {percentiles(keys)} ({len(keys)} keys, "
        f"{sum(each.lost for each in sitting)} lost)",
        f"  key to repaint of players {percentiles(pressed.keys)}; with nobody in the lobby {percentiles(alone.keys)}",
        f"  first frame of the lobby {percentiles(frames)}, the slowest {max(frames) * 1000:.0f} ms",
        f"  {megabytes:.2f} MB a session in the lobby",
        f"  {load()}",
        sep="\n",
    )
