"""A player's settings: kept with the account, and nowhere else."""

from __future__ import annotations

from pathlib import Path

from tests.naishi_tui.ssh.conftest import Server, named, new_keys


async def test_the_client_s_environment_gives_the_language(server: Server) -> None:
    client = await server.visit(env={"LANG": "fr_FR.UTF-8"})
    await client.see("Vos parties")
    other = await server.visit(env={"LANG": "en_GB.UTF-8", "LC_ALL": "pl_PL.UTF-8"})
    await other.see("Twoje gry")
    nothing = await server.visit()
    await nothing.see("Your games")


async def test_refusals_are_in_the_client_s_language(server: Server) -> None:
    client = await server.visit(command="ls", env={"LANG": "fr_FR.UTF-8"})
    await client.see("Les commandes")
    await client.end()


async def test_what_was_chosen_holds_at_once_and_at_the_next_login(server: Server, settings_path: Path) -> None:
    (key,) = new_keys(1)
    player = await named(server, key, "Aiko")
    client = await server.visit(key, env={"LANG": "en_GB.UTF-8"})
    await client.see("Your games")
    await client.press_and_see("s", "kept on this server")
    client.press("right")
    await client.until(lambda: server.lobby.players.settings(player) == {"theme": "light"}, "the theme")
    for _row in range(6):
        client.press("down")
    client.press("left")
    await client.see("Ustawienia")
    await client.press_and_see("escape", "Twoje gry")
    assert server.lobby.players.settings(player) == {"theme": "light", "language": "pl"}
    client.press("q")
    await client.end()
    again = await server.visit(key, env={"LANG": "en_GB.UTF-8"})
    await again.see("Twoje gry")
    (app,) = [terminal._app for terminal in server.house.terminals if terminal._app is not None]
    assert app.theme == "light"
    assert not settings_path.exists()


async def test_a_guest_gets_settings_back_with_the_code(server: Server) -> None:
    client = await server.visit()
    await client.see("keep this code")
    code = client.text.split("keep this code: ")[1].split()[0]
    await client.press_and_see("s", "kept on this server")
    (before,) = server.house.players
    client.press("down", "right")
    await client.until(lambda: server.lobby.players.settings(before) == {"ascii": True}, "ASCII")
    await client.press_and_see("escape", "Your games")
    client.press("q")
    await client.end()
    again = await server.visit()
    await again.see("keep this code")
    await again.press_and_see("c", "Enter a code")
    again.press(code, "enter")
    await again.see("Welcome back")
    (app,) = [terminal._app for terminal in server.house.terminals if terminal._app is not None]
    assert app.settings.ascii


async def test_keys_are_assigned_by_pressing_them(server: Server) -> None:
    (key,) = new_keys(1)
    player = await named(server, key, "Aiko")
    client = await server.visit(key)
    await client.see("Your games")
    await client.press_and_see("s", "kept on this server")
    await client.press_and_see("t", "choose the card under the cursor")
    await client.press_and_see("enter", "Press it")
    client.press("x")
    await client.see("can't be reassigned")
    client.press("u")
    await client.see("u can't be the key for choose")
    client.press("z")
    await client.until(lambda: server.lobby.players.settings(player) == {"keys": {"choose": "z"}}, "the key")
    await client.press_and_see("d", "Enter      choose")
    assert server.lobby.players.settings(player) == {"keys": {}}


async def test_damaged_settings_are_left_out(server: Server) -> None:
    (key,) = new_keys(1)
    player = await named(server, key, "Aiko")
    for name, value in (("theme", "purple"), ("ascii", [1]), ("keys", {"undo": "ctrl+c"}), ("gone", 1)):
        server.lobby.players.choose(player, name, value)
    client = await server.visit(key)
    await client.see("Your games")


async def test_leaving_is_said_in_the_visitor_s_language(server: Server) -> None:
    client = await server.visit(env={"LANG": "fr_FR.UTF-8"})
    await client.see("Vos parties")
    await server.house.close("The server stops for a moment. Your games are saved; please come back.")
    await client.end()
    assert "serveur" in client.text
