"""Rated games on a terminal: naishi.table_questions, lobby_lists, account, match_text."""

from __future__ import annotations

import pytest

from tests.naishi.server.conftest import Table, resign
from tests.naishi_tui.ssh.conftest import Server, named, new_keys

pytestmark = pytest.mark.ci


async def test_a_rated_table_is_made_joined_and_its_figures_stand_beside_the_names(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one, two = [await server.visit(key) for key in keys]
    await one.press_and_see("n", "Base game, rated")
    one.press("down", "down")
    await one.see("You have no rating yet")
    await one.press_and_see("enter", "Your table (rated) is waiting.")
    await one.see("Waiting for an opponent (rated): join")
    await one.press_and_see("enter", "This table is rated: it waits for a player with a key.")
    await two.see("Aiko is waiting for an opponent (rated). Enter: join.")
    await two.press_and_see("enter", "Dealt to Bruno")
    await two.press_and_see("x", "Call the game off: it isn't rated")
    await two.press_and_see("escape", "Dealt to Bruno")
    aiko, bruno = [await server.lobby.visit(key.get_fingerprint(), "192.0.2.7", "en") for key in keys]
    (match,) = (await aiko.refresh()).mine
    people = [aiko, bruno] if match.seat_of(aiko.account.id) == 0 else [bruno, aiko]
    seats = [await each.attach(match.id) for each in people]
    table = Table(server.lobby, people, match, seats)
    await table.play("give 1", "give 1")
    await table.play_on(8)
    (hers,) = [seat for seat in seats if seat.player == aiko.account.id]
    await resign(hers)
    await two.see("Aiko resigned; Bruno wins.")
    change = hers.match.change
    assert change is not None
    won, lost = (round(change.after[seat].points) for seat in (1 - (hers.seat or 0), hers.seat or 0))
    await two.see(f"{won} ± 291? (+{won - 1500})")
    await two.see(f"{lost} ± 291? ({lost - 1500})")
    await two.press_and_see("escape", f"NAISHI  Bruno ({won} ± 291?)")
    await two.press_and_see("c", f"Your rating: {won} ± 291?, after 1 rated game.")


async def test_a_rated_table_names_the_key_that_closes_it(server: Server) -> None:
    (key,) = new_keys(1)
    player = await named(server, key, "Aiko")
    await server.lobby.players.choose(player.account.id, "keys", {"lobby.close": "f9"})
    client = await server.visit(key)
    await client.press_and_see("n", "Base game, rated")
    client.press("down", "down")
    await client.see("You have no rating yet")
    await client.press_and_see("enter", "Waiting for an opponent (rated): join")
    await client.press_and_see("enter", "it waits for a player with a key. F9: close it.")


async def test_the_score_of_a_rated_game_says_what_it_has_changed(server: Server) -> None:
    key, other = new_keys(2)
    host, guest = [await named(server, each, name) for each, name in ((key, "Aiko"), (other, "Bruno"))]
    table = await Table.of(server.lobby, host, guest, rated=True)
    await table.play_to_the_end()
    client = await server.visit(key, command=f"join {table.match.id}")
    await client.see("± 291? (")
    assert client.text.count("± 291? (") == 2


async def test_a_guest_is_offered_no_rated_game(server: Server) -> None:
    guest = await server.visit()
    await guest.see("Your games")
    await guest.press_and_see("n", "Base game")
    assert "rated" not in guest.text
    await guest.press_and_see("enter", "Your table is waiting.")
