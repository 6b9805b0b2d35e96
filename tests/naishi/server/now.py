"""Controllable time, and a timed table for two."""

from __future__ import annotations

from naishi.server import Lobby
from naishi.server.storage.terms import Terms
from tests.naishi.server.conftest import Table, player


class Now:
    """A clock that a test sets; the tenth day of the year 2027 at first."""

    def __init__(self) -> None:
        self.at = 1_799_539_200.0

    def __call__(self) -> float:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at += seconds


async def sit_down(lobby: Lobby, control: str) -> Table:
    """Have two players sit down at a table with a clock, both at the match; first the one who goes first."""
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await lobby.tables.open(host.account, Terms(control=control), public=True))
    people = [host, other] if match.seat_of(host.account.id) == 0 else [other, host]
    return Table(lobby, people, match, [await person.attach(match.id) for person in people])
