"""What several of the test modules here use."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from naishi.plain.server.verbs import Streams, VerbVisit
from naishi.server import Lobby, Match, MatchParticipant, Visitor
from naishi.server.database import schema
from naishi.server.match.match import Terms
from tests.naishi.plain.server.people import OFFERED, PATIENCE, WRITTEN, Reader, layers_of
from tests.naishi.server.conftest import Table, player
from tests.naishi.server.tournaments.competing import joined, setup

NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")


class Party:
    """People in the lobby, with nothing but lines."""

    def __init__(self, lobby: Lobby, readers: Sequence[Reader]) -> None:
        self.lobby, self.readers = lobby, [*readers]

    @classmethod
    async def of(cls, lobby: Lobby, count: int) -> Party:
        readers = [Reader(await player(lobby, name)) for name in NAMES[:count]]
        for reader in readers:
            await reader.hears("lobby> ")
        return cls(lobby, readers)

    async def sit_down(self, made: str) -> list[Reader]:
        """Have the first make a table and all others join; return them by their seats, at the match."""
        host, *others = self.readers
        await host.says(made, "is yours and waits")
        for number, reader in enumerate(others, 2):
            await reader.hears("To sit down: join 1.")
            await reader.says("join aiko", "You sit there" if number < len(self.readers) else "your game with")
        for reader in self.readers[:-1]:
            await reader.hears("Type go to go there.")
            await reader.says("go", "your game with", "\n> ")
        return await self.by_seat()

    async def by_seat(self) -> list[Reader]:
        """Return all by their seats, once each has heard everything so far."""
        readers = sorted(self.readers, key=lambda reader: me(reader).seat or 0)
        for reader in readers:
            await reader.says("time", "clock", "> ")
            reader.told = len(reader.written)
        return readers

    async def leave(self) -> None:
        for reader in self.readers:
            await reader.leave()


def me(reader: Reader) -> MatchParticipant:
    """The participant of someone at a match."""
    (participant,) = reader.visitor.participants
    return participant


Seats = tuple[Reader, Reader]


async def sit_down(table: Table) -> Seats:
    """Have both players of a match come to it with lines: first the one at seat 0."""
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    readers = [Reader(person, first=f"join {table.match.id}") for person in table.people]
    for reader in readers:
        await reader.hears("\n> ")
    one, two = readers
    return one, two


EVERYBODY = (
    *("challenge Nobody", "challenge Aiko clock 9x", "challenge", "block Nobody", "unblock Nobody"),
    *("decline", "decline nowhere", "player Nobody", "who now", "ranking now", "unblock"),
    *("new clock 9x", "private clock 9x", "bot", "bot clever", "bot strong rated", "bot strong expansion nowhere"),
    *(
        "new ninjato 9",
        "private shogun 2",
        "bot ninjato clever",
        "begin {table}",
        "begin nowhere strong",
        "leave {hers}",
    ),
    *("leave", "begin", "new shogun tower=real", "sit {larger}"),
    *("bot strong nowhere", "close", "close nowhere", "close {table}", "sit nowhere!", "sit {closed}", "sit {hers}"),
    *("sit {begun}", "join {table}", "sit", "watch nowhere!", "watch {table}", "play {begun} give 1", "play {table}"),
    *("play nowhere! give 1", "show nowhere!", "when nowhere! none", "when {begun} none", "wait nowhere!", "history x"),
    *("export nowhere!", "export {begun}", "tournament join Nowhere", "tournament join Full", "tournament leave Free"),
    *("tournament start Free", "tournament close Free", "tournament mix Free rain", "tournament new Spring"),
    *("tournament new Spring clock 9x", "tournament new Spring clock 3d players 1", "tournament new !!! clock 3d"),
    *("name", "name !!!", "name Aiko", "set", "set hints perhaps", "set nothing on", "settings x", "web", "tv x"),
    *("rules x", "completion", "completion tcsh", "help nothing", "games --nothing"),
)


IN_LINES = (
    *("statistics", "replay", "replay 9", "analyse", "export", "mix 9 rain", "mix bot żółć", "go", "go 9", "next"),
    *("join 9", "account", "code", "code hello", "remove 9", "remove 1", "call 9 x", "allow", "refuse", "withdraw"),
    *("delete", "quit"),
)
"""Of line mode alone: `account` leads to what stands behind it."""


async def scene(lobby: Lobby) -> Mapping[str, str]:
    """Make tables and tournaments of others; return the ids of the tables."""
    names = "Aiko", "Bruno", "Chiyo", "Dora"
    people = [await lobby.visit(f"SHA256:{name}", f"192.0.2.{number}", "en") for number, name in enumerate(names)]
    for person, name in zip(people, names, strict=True):
        await person.rename(name)
    aiko, bruno, chiyo, dora = people
    tables: dict[str, Match] = {
        "table": await aiko.tables.open(public=True),
        "closed": await bruno.tables.open(public=True),
        "larger": await bruno.tables.open(Terms(game="ninjato", places=3), public=True),
        "rated": await bruno.tables.open(Terms(rated=True), public=True),
        "hers": await chiyo.tables.challenge("Dora"),
        "begun": await dora.tables.join(await chiyo.tables.open(public=True)),
    }
    await bruno.tables.close(tables["closed"])
    await joined([aiko], setup("Free"))
    await joined([bruno, chiyo, dora, aiko], setup("Full", places=4, rounds=2))
    await joined([dora], setup("Rated", rated=True))
    await lobby.public.look()
    await lobby.settled()
    return {name: match.id for name, match in tables.items()}


class Asked:
    """What came of a verb."""

    def __init__(self, visitor: Visitor, line: str, *, json_lines: bool = False) -> None:
        self.said = self.complained = ""
        words = line.split()
        streams = Streams(self._take, self._take_complaint)
        self.visit = VerbVisit(visitor, words, streams, layers_of, _ssh_line, offered=OFFERED, json_lines=json_lines)
        self.something = asyncio.Event()

    def _take(self, data: bytes) -> None:
        self.said += data.decode()
        self.something.set()

    def _take_complaint(self, data: bytes) -> None:
        self.complained += data.decode()

    async def hears(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.said:
                self.something.clear()
                await self.something.wait()


def _ssh_line(*command: str) -> str:
    return " ".join(["ssh", "-t", "play@here", *command])


async def ask(visitor: Visitor, line: str, status: int = 0) -> str:
    """Ask for something by a verb; return the answer, or why there is none."""
    asked = Asked(visitor, line)
    async with asyncio.timeout(PATIENCE):
        assert await asked.visit.run() == status, asked.said + asked.complained
    assert bool(asked.complained) is (status != 0)
    return asked.complained or asked.said


async def objects(visitor: Visitor, line: str, status: int = 0) -> list[dict[str, Any]]:
    """Ask for something by a verb with `--json`; return the objects of the answer, or of the refusal."""
    asked = Asked(visitor, f"{line} --json")
    async with asyncio.timeout(PATIENCE):
        assert await asked.visit.run() == status, asked.said + asked.complained
    found = [json.loads(each) for each in (asked.complained or asked.said).splitlines()]
    for each in found:
        WRITTEN.validate_python(each)
    return found


def name(reader: Reader) -> str:
    return reader.visitor.account.name


def all_rows(lobby: Lobby) -> dict[str, list[str]]:
    with lobby._database.reading() as connection:
        tables = schema.metadata.tables.items()
        return {name: sorted(map(repr, connection.execute(select(table)))) for name, table in tables}
