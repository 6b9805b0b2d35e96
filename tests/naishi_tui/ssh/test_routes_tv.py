"""TV at a terminal, and in lines: visit.routes, lobby, client."""

from __future__ import annotations

import pytest

from naishi.transports.client import InitialCommand, Mode, parse_command
from tests.naishi.server.conftest import resign
from tests.naishi_tui.ssh.conftest import Server, meet, new_keys
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look all the time what is on, and show no end for long."""
    monkeypatch.setattr("naishi.server.lobby.tv.LOOK", 0.01)
    monkeypatch.setattr("naishi.server.lobby.tv.ENDING", 0.0)


def test_tv_is_a_place_to_go_to_and_with_an_option_a_verb() -> None:
    assert parse_command("tv") == InitialCommand("tv")
    assert parse_command("json tv") == InitialCommand("tv", mode=Mode.JSON)
    assert parse_command("tv --json") == InitialCommand(request=("tv", "--json"))


async def test_a_terminal_goes_from_game_to_game_and_waits_where_none_is_on(server: Server) -> None:
    client = await server.visit(command="tv")
    await client.see("No game is on.")
    first = await meet(server, new_keys(2))
    await client.see("TV: the next game follows by itself.")
    assert "Aiko" in client.text
    second = await meet(server, new_keys(2), ("Carol", "Dana"))
    await resign(first.seats[0])
    await client.see("Carol")
    await second.play("give 1", "give 1")
    await client.see("has chosen a gift.")
    await resign(second.seats[0])
    await client.see("No game is on.")
    await client.press_and_see("q", "Games to watch")
    assert not server.app.tv.is_on
    assert server.app.match.participant is None


async def test_q_goes_back_from_a_game_on_tv_and_nothing_follows(server: Server) -> None:
    table = await meet(server, new_keys(2))
    client = await server.visit()
    await client.see("Aiko")
    await client.press_and_see("v", "TV: the next game follows by itself.")
    await client.press_and_see("q", "Games to watch")
    await resign(table.seats[0])
    await client.see("none")
    assert server.app.match.participant is None


async def test_what_is_read_above_a_game_isn_t_taken_away(server: Server) -> None:
    first = await meet(server, new_keys(2))
    client = await server.visit(command="tv")
    await client.see("TV: the next game")
    await client.press_and_see("f1", "Enter")
    await resign(first.seats[0])
    await until(lambda: server.app.visitor.listing.watchable == [], "the end")
    reading = server.app.screen
    second = await meet(server, new_keys(2), ("Carol", "Dana"))
    assert server.app.screen is reading
    await client.press_and_see("escape", "Carol")
    assert server.app.match.here == second.match.id


async def test_in_lines_tv_goes_from_game_to_game(server: Server) -> None:
    typist = await server.talk(command="tv")
    await typist.see("No game is on.")
    first = await meet(server, new_keys(2))
    await typist.see("You are watching")
    await resign(first.seats[0])
    await typist.see("resigned")
    second = await meet(server, new_keys(2), ("Carol", "Dana"))
    await typist.until(lambda: typist.text.count("You are watching") == 2, "the next game")
    await second.play("give 1")
    await typist.see(f"{second.people[0].account.name} has chosen a gift.")
    await typist.says("quit", "You are in the lobby.")
