"""Next waiting game by one key or line: visit.routes, client."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import asyncssh
import pytest

from naishi.transports.client import InitialCommand, Mode, parse_command
from naishi_tui.lobby.lobby import LobbyScreen
from tests.naishi.server.conftest import Table
from tests.naishi_tui.ssh.conftest import Server, meet, new_keys
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


async def two_games(server: Server) -> tuple[asyncssh.SSHKey, Sequence[Table]]:
    """Aiko's key, and two games in which it is her turn, that with less time first."""
    keys, tables = new_keys(3), []
    for key, name in zip(keys[1:], ("Bruno", "Carol"), strict=True):
        table = await meet(server, (keys[0], key), ("Aiko", name))
        if table.people[0].account.name != "Aiko":
            await table.play("give 1")
        tables.append(table)
    return keys[0], tables


def _hears_at(server: Server, table: Table) -> bool:
    return server.app.match.here == table.match.id and server.hears()


def test_it_is_a_place_to_go_to() -> None:
    assert parse_command("next") == InitialCommand("next")
    assert parse_command("plain next") == InitialCommand("next", mode=Mode.PLAIN)


async def test_a_key_goes_from_the_lobby_to_a_game_and_from_there_to_the_next(server: Server) -> None:
    key, tables = await two_games(server)
    client = await server.visit(key)
    await client.see("your turn in 2 games")
    await until(server.hears, "keys are heard")
    for table in (*tables, tables[0]):
        client.press(">")
        await until(partial(_hears_at, server, table), "the next game")
        assert len(server.app.screen_stack) == 2
    assert len(server.app.visitor.participants) == 1


async def test_at_the_only_game_it_says_so_and_stays(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("NAISHI")
    await until(lambda: server.app.match.here == table.match.id, "the game")
    await client.press_and_see(">", "No other game waits for you.")
    assert server.app.match.here == table.match.id


async def test_a_guest_with_no_game_stays_in_the_lobby_and_a_key_behind_it_is_for_nobody(server: Server) -> None:
    client = await server.visit(command="next")
    await client.see("No game waits for you.")
    await until(server.hears, "keys are heard")
    before = server.app.guard.open_from
    client.press(">q")
    await until(lambda: server.app.guard.open_from != before, "the first key")
    await client.press_and_see("f1", "the rules")
    assert not client.ended


async def test_nothing_is_left_for_it_where_something_else_was_opened(server: Server) -> None:
    key, _tables = await two_games(server)
    client = await server.visit(key)
    await client.press_and_see("o", "Here now")
    opened = server.app.screen
    assert not isinstance(opened, LobbyScreen)
    await server.app.action_in_match("next")
    assert server.app.screen is opened
    assert server.app.match.participant is None


async def test_from_tv_it_goes_to_a_game_of_one_s_own_and_tv_is_off(server: Server) -> None:
    key, tables = await two_games(server)
    await meet(server, new_keys(2), ("Dana", "Emil"))
    client = await server.visit(key, command="tv")
    await client.see("TV: the next game")
    await until(server.hears, "keys are heard")
    client.press(">")
    await until(lambda: server.app.match.here == tables[0].match.id, "the game")
    assert not server.app.tv.is_on


@pytest.mark.parametrize("command", ["next", "plain next"])
async def test_an_ssh_line_goes_there(server: Server, command: str) -> None:
    key, _tables = await two_games(server)
    client = await server.visit(key, command=command)
    await client.see("Bruno")
    await client.see("Your game with" if "plain" in command else "Dealt to")
