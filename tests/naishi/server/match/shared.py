"""What several of the test modules here use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from naishi.server import (
    Agreements,
    Database,
    Lobby,
    Match,
    MatchParticipant,
    Visitor,
)
from naishi.server.match.match import agreements_of, state_from
from naishi.server.match.state import MatchState
from naishi.tabletop import kinds
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import Player
from tests.naishi.server.conftest import Table, player
from tests.naishi.server.database.shared import locked
from tests.naishi.server.running import session_of
from tests.naishi.tabletop import unison


async def change(lobby: Lobby, match: str, *actions: str, agreements: Agreements | None = None) -> MatchState:
    """Play actions of a match, each "seat number", and store it."""
    stored = await lobby.matches.load(match)
    for each in actions:
        seat, number = each.split()
        stored.game.play(number, int(seat))
    await lobby.matches.write(match, agreeing_on(stored, agreements or agreements_of(stored)), stored.revision)
    return await lobby.matches.load(match)


def agreeing_on(state: MatchState, agreements: Agreements) -> MatchState:
    """A match whose players have agreed on something else."""
    accounts = [seat.player for seat in state.seats]
    return state_from(state.game, agreements, accounts, state.terms, state.clock, state.revision)


async def finish(lobby: Lobby, match: str, seats: int) -> Match:
    """Play to the end: the first two seats always choose the same, the others count up."""
    for number in "123":
        await change(lobby, match, *(f"{seat} {number}" for seat in range(seats)))
    return await lobby.matches.get(match)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.005)


NAMES = ("Aiko", "Bruno", "Chiyo", "Dora", "Emil")


@pytest.fixture(autouse=True)
def unison_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")


class Five:
    """As many people as are needed at a match of the toy, by their seats."""

    def __init__(self, lobby: Lobby, people: list[Visitor], match: str, seats: list[MatchParticipant]) -> None:
        self.lobby, self.people, self.match, self.seats = lobby, people, match, seats

    @classmethod
    async def sit_down(cls, lobby: Lobby, count: int, *, control: str = "", bots: int = 0) -> Five:
        people = [await player(lobby, name) for name in NAMES[:count]]
        ids = [person.account.id for person in people]
        seated = [Player(name) for name in NAMES[:count]]
        seated += [Player(f"Bot {number}", kind="highest") for number in range(bots)]
        game = kind_of("unison").new(seated, {"undo": "off"}, seed="seven")
        match = await lobby.matches.start(ids[0], game, (*ids, *(None,) * bots), public=True, control=control)
        return cls(lobby, people, match.id, [await person.attach(match.id) for person in people])

    async def choose(self, *choices: str) -> None:
        """Have seats choose, each "seat number"."""
        for each in choices:
            seat, number = each.split()
            await self.seats[int(seat)].play(number)


@asynccontextmanager
async def being_stored(table: Table, database: Database, doing: Awaitable[None]) -> AsyncIterator[None]:
    """Have something done in a match that can't be stored before this ends."""
    session = session_of(table.lobby, table.match.id)
    with locked(database):
        task = asyncio.ensure_future(doing)
        await until(lambda: session.actor.storing is not None)
        yield
    await task
