"""Typeahead in the packet that opens a screen: input_guard, lobby, tournaments."""

from __future__ import annotations

import pytest

from naishi.server.tournaments.tournament import Kind
from naishi_tui.lobby.lobby import LobbyScreen
from naishi_tui.lobby.tournaments import NewTournament, TournamentScreen, TournamentsScreen
from tests.fuzzing import some
from tests.naishi.server.tournaments.competing import crowd, joined, setup
from tests.naishi_tui.ssh.conftest import Client, Server, meet, named, new_keys
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("key", some("npbwoecshtrv", 3))
async def test_no_key_behind_one_of_the_lobby_leaves_the_server(server: Server, key: str) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play_to_the_end()
    client = await server.visit(keys[0])
    await client.see("Your games")
    app = server.app
    client.press(f"{key}q")
    await until(lambda: len(app.screen_stack) > 1 or client.ended, "a screen, or the end")
    assert not client.ended
    assert app.is_running


async def test_no_key_behind_the_one_that_leaves_a_game_leaves_the_server(server: Server) -> None:
    keys = new_keys(2)
    await meet(server, keys)
    client = await server.visit(command="tv")
    await client.see("TV: the next game")
    await until(server.hears, "keys are heard")
    app = server.app
    client.press("qq")
    await client.see("Games to watch")
    assert isinstance(app.screen, LobbyScreen)
    assert not client.ended


async def test_no_key_behind_enter_in_the_lobby_leaves_the_server(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    client = await server.visit(keys[0])
    await client.see("Your games")
    app = server.app
    client.press("\rq")
    await until(lambda: len(app.screen_stack) > 1 or client.ended, "the game, or the end")
    assert not client.ended
    assert app.match.here == table.match.id


async def _form(server: Server) -> Client:
    """Open the form of a new tournament."""
    keys = new_keys(1)
    await named(server, keys[0], "Zoe")
    client = await server.visit(keys[0])
    await client.see("Your games")
    await client.press_and_see("u", "none yet: n makes one")
    await client.press_and_see("n", "New tournament")
    return client


@pytest.mark.parametrize("forward", ["\t", "\x1b[B"])
async def test_each_field_of_a_form_gets_what_was_typed_for_it(server: Server, forward: str) -> None:
    client = await _form(server)
    client.press(f"Cup{forward}\x1b[C{forward}{forward}\x1b[D\x1b[Z\x1b[Z l\r")
    await until(lambda: isinstance(server.app.screen, TournamentScreen), "the tournament")
    made = server.app.screen
    assert isinstance(made, TournamentScreen)
    setup = made.page.tournament.setup
    assert (setup.name, setup.kind, setup.places) == ("Cup", Kind.ROUND_ROBIN, 6)


async def test_what_is_typed_behind_enter_is_no_part_of_the_answer(server: Server) -> None:
    client = await _form(server)
    client.press("Cup\rq")
    await until(lambda: isinstance(server.app.screen, TournamentScreen), "the tournament")
    made = server.app.screen
    assert isinstance(made, TournamentScreen)
    assert made.page.tournament.setup.name == "Cup"


async def test_what_is_typed_behind_the_key_of_a_list_is_not_for_the_list(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    await joined([*await crowd(server.lobby, 1), zoe], setup())
    client = await server.visit(keys[0])
    await client.see("Your games")
    await client.press_and_see("u", "2 of 8 have joined")
    app = server.app
    client.press("nwq")
    await until(lambda: len(app.screen_stack) != 2, "the form")
    assert isinstance(app.screen, NewTournament)
    client.press("\x1b")
    await until(lambda: isinstance(app.screen, TournamentsScreen), "the list")
    client.press("\rq")
    await until(lambda: not isinstance(app.screen, TournamentsScreen), "the tournament")
    assert isinstance(app.screen, TournamentScreen)
