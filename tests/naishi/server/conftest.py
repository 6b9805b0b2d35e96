from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from naishi import Game
from naishi.server import Account, Database, Lobby, Match, MatchParticipant


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "naishi.sqlite")
    yield database
    database.close()


@pytest.fixture
async def lobby(database: Database) -> AsyncIterator[Lobby]:
    lobby = Lobby(database)
    yield lobby
    lobby.close()


class Table:
    """Two players at a match, by their seats."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.people: list[Account] = []
        for name in ("Aiko", "Bruno"):
            account = lobby.players.of_key(f"SHA256:{name}")
            self.people.append(lobby.players.rename(account.id, name))
        host, guest = self.people
        self.match: Match = lobby.join(lobby.open_table(host, public=True), guest)
        if self.match.seat_of(host.id) == 1:
            self.people.reverse()
        self.seats: list[MatchParticipant] = [lobby.attach(self.match.id, person) for person in self.people]

    @property
    def game(self) -> Game:
        """The game, as it is stored."""
        return self.lobby.matches.load(self.match.id)[0]

    async def play(self, *actions: str) -> None:
        for action in actions:
            await self.seats[self.seats[0].view.turn or 0].play(action)

    async def play_on(self, count: int) -> None:
        """Play the first legal action so many times."""
        for _action in range(count):
            seat = self.seats[self.seats[0].view.turn or 0]
            await seat.play(seat.view.legal_actions[0])


@pytest.fixture
async def table(lobby: Lobby) -> Table:
    return Table(lobby)
