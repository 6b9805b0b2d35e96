"""Keys in the same packet behind one that opens a screen: they are for that screen, or for none."""

from __future__ import annotations

import pytest

from naishi_tui.screens.lobby import LobbyScreen
from tests.naishi_tui.ssh.conftest import Server, meet, new_keys
from tests.naishi_tui.waiting import until


@pytest.mark.parametrize("key", "npbwoecshtrv")
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
