"""News of a visitor, in whichever room."""

from __future__ import annotations

import pytest

from naishi.server import Lobby
from tests.naishi.plain.server.people import Reader
from tests.naishi.server.conftest import Table, player


@pytest.mark.ci
async def test_whoever_is_elsewhere_hears_how_to_go_to_a_table_that_was_joined(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new", "ssh -t play@here join ")
    await bruno.hears("Table 1: Aiko is waiting for an opponent.")
    await aiko.says("bot beginner", "Your game with Koshikibu.")
    await bruno.says("join 1", "Your game with Aiko.")
    await aiko.hears("Bruno has joined your table. To go there, type quit and then go.")
    await aiko.says("go", "'go' is a command of the lobby. To go there, type quit.")
    await aiko.says("games", "is a command of the lobby.")
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("go", "Your game with Bruno.")


async def test_one_is_told_of_one_s_turn_in_the_lobby(lobby: Lobby) -> None:
    table = await Table.sit_down(lobby)
    second = table.people[1]
    await second.detach(table.seats[1])
    reader = Reader(second)
    await reader.hears("lobby> ")
    reader.told = len(reader.written)
    await table.seats[0].play("give 1")
    await reader.hears("Game 1 with ", "your turn (")
    await reader.leave()


async def test_where_many_tables_are_opened_at_once_they_are_counted(lobby: Lobby, aiko: Reader) -> None:
    hosts = [await player(lobby, name) for name in ("Carol", "Dora", "Emil", "Fumi")]
    aiko.told = len(aiko.written)
    for host in hosts:
        await lobby.tables.store.open(host.account.id, public=True)
    lobby.public.changed()
    await aiko.hears("4 more tables are open.")
