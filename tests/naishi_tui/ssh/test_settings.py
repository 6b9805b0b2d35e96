"""Settings of a player, kept with the account alone: watches, settings, room."""

from __future__ import annotations

from pathlib import Path

import pytest

from naishi.plain.room import CHOSEN, names, setting_lines
from naishi.settings.schema import Layers
from naishi_tui.visit.watches import OFFERED
from tests.naishi_tui.ssh.conftest import Server, named, new_keys
from tests.naishi_tui.ssh.shared import kept
from tests.naishi_tui.waiting import until

pytestmark = pytest.mark.ci


async def test_the_client_s_environment_gives_the_language(server: Server) -> None:
    client = await server.visit(env={"LANG": "fr_FR.UTF-8"})
    await client.see("Vos parties")
    other = await server.visit(env={"LANG": "en_GB.UTF-8", "LC_ALL": "pl_PL.UTF-8"})
    await other.see("Twoje partie")
    nothing = await server.visit()
    await nothing.see("Your games")


async def test_refusals_are_in_the_client_s_language(server: Server) -> None:
    for command, why in (("ls x" * 1000, "Cette commande est trop longue"), ("ls", "Tapez")):
        connection = await server.connect()
        done = await connection.run(command, env={"LANG": "fr_FR.UTF-8"}, check=False)
        assert why in str(done.stderr)


async def test_what_was_chosen_holds_at_once_and_at_the_next_login(server: Server, settings_path: Path) -> None:
    (key,) = new_keys(1)
    player = (await named(server, key, "Aiko")).account.id
    client = await server.visit(key, env={"LANG": "en_GB.UTF-8"})
    await client.see("Your games")
    await client.press_and_see("s", "kept on this server")
    client.press("right")
    await kept(server, player, {"theme": "light"})
    for _row in range(8):
        client.press("down")
    client.press("left", "left")
    await client.see("Ustawienia")
    await client.press_and_see("escape", "Twoje partie")
    await kept(server, player, {"theme": "light", "language": "pl"})
    client.press("q")
    await client.end()
    again = await server.visit(key, env={"LANG": "en_GB.UTF-8"})
    await again.see("Twoje partie")
    app = server.app
    assert app.theme == "light"
    assert not settings_path.exists()


async def test_a_guest_gets_settings_back_with_the_code(server: Server) -> None:
    client = await server.visit()
    await client.press_and_see("s", "kept on this server")
    (before,) = server.lobby.visitors
    client.press("down", "right")
    await until(lambda: before.settings == {"ascii": True}, "what was chosen")
    await client.press_and_see("escape", "Your games")
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "keep this code")
    code = client.text.split("keep this code: ")[1].split()[0]
    await client.press_and_see("s", "kept on this server")
    client.press("down", "down", "down", "down", "right")
    await kept(server, before.account.id, {"ascii": True, "hints": False})
    await client.press_and_see("escape", "Your games")
    client.press("q")
    await client.end()
    again = await server.visit()
    await again.see("Your games")
    await again.press_and_see("c", "What you can do")
    await again.press_and_see("c", "Esc: back.")
    again.press(code, "enter")
    await again.see("You come back as")
    await again.press_and_see("y", "Welcome back")
    app = server.app
    assert app.settings.ascii
    assert not app.settings.hints


async def test_keys_are_assigned_by_pressing_them(server: Server) -> None:
    (key,) = new_keys(1)
    player = (await named(server, key, "Aiko")).account.id
    client = await server.visit(key)
    await client.see("Your games")
    await client.press_and_see("s", "kept on this server")
    await client.press_and_see("t", "choose the card under the cursor")
    await client.press_and_see("enter", "Press it")
    client.press("x")
    await client.see("can agree on'")
    client.press("u")
    await client.see("u can't be the key for 'choose the card under")
    client.press("z")
    await kept(server, player, {"keys": {"choose": "z"}})
    await client.press_and_see("d", "Enter      choose")
    await kept(server, player, {"keys": {}})


async def test_damaged_settings_are_left_out(server: Server) -> None:
    (key,) = new_keys(1)
    player = await named(server, key, "Aiko")
    for name, value in (("theme", "purple"), ("ascii", [1]), ("keys", {"undo": "ctrl+c"}), ("gone", 1)):
        await server.lobby.players.choose(player.account.id, name, value)
    client = await server.visit(key)
    await client.see("Your games")


async def test_a_stored_key_that_is_not_taken_is_named_in_the_lobby_with_the_reason(server: Server) -> None:
    """A newer server may have a command that the key has come to collide with."""
    (key,) = new_keys(1)
    player = await named(server, key, "Aiko")
    keys = {"swap": "f9", "undo": "d", "lobby.table": "down"}
    await server.lobby.players.choose(player.account.id, "keys", keys)
    client = await server.visit(key, size=(120, 36), env={"LANG": "en"})
    await client.see(
        "d can't be the key for 'undo the last action': it is already the key for 'bonus: discard two River"
    )
    await client.see("↓ can't be the key for 'make a table that everyone sees': it always has another use there")
    assert server.app.settings.keys == {"swap": "f9"}


async def test_leaving_is_said_in_the_visitor_s_language(server: Server) -> None:
    client = await server.visit(env={"LANG": "fr_FR.UTF-8"})
    await client.see("Vos parties")
    await server.ssh.close("You were away for a long time. Your games are saved; please come back.")
    await client.end()
    assert "Longue absence" in client.text


def test_every_setting_can_be_told_in_lines_too() -> None:
    told = [*setting_lines(Layers(), OFFERED)]
    assert len(told) == len(OFFERED) - 4 + 1, "those for the screen alone are named in one line"
    assert {*OFFERED, *CHOSEN} <= names().keys()
