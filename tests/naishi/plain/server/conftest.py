from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from naishi.server import Lobby
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import Seats, sit_down
from tests.naishi.server.conftest import Table, database, lobby, now, player

__all__ = ["database", "lobby", "now"]


@pytest.fixture
async def aiko(lobby: Lobby) -> AsyncIterator[Reader]:
    """Aiko, in the lobby, with nothing but lines."""
    reader = Reader(await player(lobby, "Aiko"))
    await reader.hears("You are Aiko.")
    yield reader
    await reader.leave()


@pytest.fixture
async def bruno(lobby: Lobby) -> AsyncIterator[Reader]:
    """Bruno, too."""
    reader = Reader(await player(lobby, "Bruno"))
    await reader.hears("You are Bruno.")
    yield reader
    await reader.leave()


@pytest.fixture
async def program(lobby: Lobby) -> AsyncIterator[Program]:
    """A program that is called Carol."""
    program = Program(await player(lobby, "Carol"))
    yield program
    await program.leave()


@pytest.fixture
async def table(lobby: Lobby) -> Table:
    """Aiko and Bruno at a match, with no lines."""
    return await Table.sit_down(lobby)


@pytest.fixture
async def seats(lobby: Lobby) -> AsyncIterator[Seats]:
    """Two people at a match in its first round: first the one whose turn it is."""
    table = await Table.sit_down(lobby)
    await table.play("give 1", "give 1")
    seats = await sit_down(table)
    yield seats
    for reader in seats:
        await reader.leave()
