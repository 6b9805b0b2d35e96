from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from naishi import Game, Position
from naishi.games.naishi.rules.cards import Module
from naishi.server import Database, Lobby, Match, MatchParticipant, OfferKind, Request, Verb, Visitor
from naishi.server.match.match import Terms
from tests.naishi.server.fresh import fresh
from tests.naishi.server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of a process that don't stop it; each makes a database of its own."""
    with cluster() as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(fresh(tmp_path / "naishi.sqlite"))
    yield database
    database.close()


class Now:
    """A clock that a test sets; the tenth day of the year 2027 at first."""

    def __init__(self) -> None:
        self.at = 1_799_539_200.0

    def __call__(self) -> float:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at += seconds


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
async def lobby(database: Database, request: pytest.FixtureRequest) -> AsyncIterator[Lobby]:
    """A lobby that goes by `now` in tests that use that, else by the time of the machine."""
    lobby = Lobby(database, clock=request.getfixturevalue("now") if "now" in request.fixturenames else time.time)
    yield lobby
    await lobby.close()


async def player(lobby: Lobby, name: str) -> Visitor:
    """Have someone come with a key, and choose a name."""
    visitor = await lobby.visit(f"SHA256:{name}", "192.0.2.7", "en")
    if not visitor.account.named:
        await visitor.rename(name)
    return visitor


async def guest(lobby: Lobby) -> Visitor:
    """Have someone come without a key."""
    return await lobby.visit(None, "192.0.2.8", "en")


class Table:
    """Two players at a match, by their seats."""

    def __init__(self, lobby: Lobby, people: list[Visitor], match: Match, seats: list[MatchParticipant]) -> None:
        self.lobby, self.people, self.match, self.seats = lobby, people, match, seats

    @classmethod
    async def sit_down(cls, lobby: Lobby, names: tuple[str, str] = ("Aiko", "Bruno")) -> Table:
        return await cls.of(lobby, *[await player(lobby, name) for name in names])

    @classmethod
    async def at(cls, lobby: Lobby, position: str, names: tuple[str, str] = ("Aiko", "Bruno")) -> Table:
        """Have two players sit at a match that begins at a position; the first named goes first."""
        people = [await player(lobby, name) for name in names]
        record = Game.from_position(Position.from_text(position), names).record
        game = Game(record.model_copy(update={"options": record.options.model_copy(update={"undo": "off"})}))
        one, two = (person.account.id for person in people)
        match = await lobby.matches.start(one, game, (one, two), public=True)
        return cls(lobby, people, match, [await person.attach(match.id) for person in people])

    @classmethod
    async def of(
        cls,
        lobby: Lobby,
        host: Visitor,
        other: Visitor,
        *,
        expansion: Module | None = None,
        control: str = "",
        rated: bool = False,
    ) -> Table:
        """Have one player make a table, and another one sit down there."""
        people = [host, other]
        opened = await host.tables.open(Terms(expansion=expansion, control=control, rated=rated), public=True)
        match = await other.tables.join(opened)
        if match.seat_of(host.account.id) == 1:
            people.reverse()
        table = cls(lobby, people, match, [await person.attach(match.id) for person in people])
        await lobby.settled()
        return table

    async def game(self) -> Game:
        """The game, as it is stored."""
        game: Game = (await self.lobby.matches.load(self.match.id)).game
        return game

    async def play(self, *actions: str) -> None:
        for action in actions:
            await self.seats[self.seats[0].view.turn or 0].play(action)

    async def play_on(self, count: int) -> None:
        """Play the first legal action so many times."""
        for _action in range(count):
            seat = self.seats[self.seats[0].view.turn or 0]
            await seat.play(seat.view.legal_actions[0])

    async def play_to_the_end(self) -> None:
        while not self.seats[0].over:
            await self.play_on(1)


async def resign(seat: MatchParticipant) -> None:
    await seat.request(Request(Verb.RESIGN))


async def offer(seat: MatchParticipant, kind: OfferKind) -> None:
    await seat.request(Request(Verb.OFFER, kind))


async def answer(seat: MatchParticipant, verb: Verb) -> None:
    """Answer the offer that is open."""
    (request,) = [each for each in seat.requests if each.verb is verb]
    await seat.request(request)


@pytest.fixture
async def table(lobby: Lobby) -> Table:
    return await Table.sit_down(lobby)


async def sit_down(lobby: Lobby, control: str) -> Table:
    """Have two players sit down at a table with a clock, both at the match; first the one who goes first."""
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await lobby.tables.open(host.account, Terms(control=control), public=True))
    people = [host, other] if match.seat_of(host.account.id) == 0 else [other, host]
    return Table(lobby, people, match, [await person.attach(match.id) for person in people])
