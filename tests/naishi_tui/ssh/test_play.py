"""Two people at two terminals, and what each of them sees."""

from __future__ import annotations

import asyncio

from tests.naishi_tui.ssh.conftest import Client, Server, named, new_keys


async def test_two_people_meet_and_play(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one, two = [await server.visit(key) for key in keys]
    await one.see("Your games")
    await two.see("Open tables")
    one.press("n")
    await one.see("Your table is waiting")
    await two.see("Aiko is waiting")
    two.press("enter")
    await two.see("Dealt to Bruno")
    await one.see("Bruno has joined your table")
    one.press("enter")
    await one.see("Dealt to Aiko")
    while "Dealt to" in one.text + two.text:
        for client in (one, two):
            if "Which of your two cards" in client.text:
                client.press("enter")
            await asyncio.sleep(0.05)
    for client in (one, two):
        await client.see("Last turn")
        await client.see("gave you")


async def test_the_lobby_says_what_happened_since_one_looked_last(server: Server) -> None:
    keys = new_keys(2)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    one, two = [server.lobby.players.get(person) for person in people]
    match = server.lobby.join(server.lobby.open_table(one, public=True), two)
    client = await server.visit(keys[0])
    await client.see("Bruno has joined")
    theirs = server.lobby.attach(match.id, two)
    theirs.draw()
    await client.see("Bruno offers a draw")
    theirs.resign()
    await client.see("Bruno has resigned")


async def test_the_players_see_who_watches(server: Server) -> None:
    keys = new_keys(3)
    people = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno", "Carol"), strict=True)]
    one, two = [server.lobby.players.get(person) for person in people[:2]]
    match = server.lobby.join(server.lobby.open_table(one, public=True), two)
    seats = [server.lobby.attach(match.id, player) for player in (one, two)]
    for seat in sorted(seats, key=lambda seat: seat.seat or 0):
        await seat.play("give 1")
    players = [await server.visit(key, command=f"join {match.id}") for key in keys[:2]]
    watcher = await server.visit(keys[2], command=f"watch {match.id}")
    await watcher.see("watching")
    for client in players:
        await client.see("watched by Carol")
    players[0].press("x")
    await players[0].see("This game")
    await players[0].see("watched by Carol")
    await watcher.press_and_see("escape", "Games to watch")
    await players[1].until(lambda: "watched by" not in players[1].text, "no watcher")


async def test_watchers_choose_their_side_and_see_both_hands_in_the_end(server: Server) -> None:
    keys = new_keys(4)
    names = ("Aiko", "Bruno", "Carol", "Dora")
    people = [await named(server, key, name) for key, name in zip(keys, names, strict=True)]
    one, two = [server.lobby.players.get(person) for person in people[:2]]
    match = server.lobby.join(server.lobby.open_table(one, public=True), two)
    seats = sorted((server.lobby.attach(match.id, player) for player in (one, two)), key=lambda each: each.seat or 0)
    for seat in seats:
        await seat.play("give 1")
    turner, other = [await server.visit(key, command=f"watch {match.id}") for key in keys[2:]]
    for client in (turner, other):
        await client.see("watching")
        await client.see("River")
    first, second = match.names

    def upper(client: Client) -> str:
        labels = [line for line in client.screen.display if f" {first} " in line or f" {second} " in line]
        return first if f" {first} " in next(line for line in labels if "Hand and Line" in line) else second

    assert upper(turner) == upper(other) == second
    turner.press("v")
    await turner.until(lambda: upper(turner) == first, "the other side")
    assert upper(other) == second
    seats[0].resign()
    for client in (turner, other):
        await client.see(f"{first} resigned; {second} wins.")


async def test_a_wrong_word_is_said_beside_the_guest_s_code(server: Server) -> None:
    client = await server.visit(command="join nowhere")
    await client.see("There is no game with this word.")
    await client.see("keep this code")


async def test_resigning_asks_whether_that_is_meant(server: Server) -> None:
    (key,) = new_keys(1)
    me = server.lobby.players.get(await named(server, key, "Aiko"))
    match = server.lobby.join(server.lobby.open_table(server.lobby.players.new_guest()[0], public=True), me)
    for seat in (0, 1):
        player = server.lobby.players.get(match.seats[seat] or 0)
        await server.lobby.attach(match.id, player).play("give 1")
    client = await server.visit(key, command=f"join {match.id}")
    await client.see("River")
    await client.press_and_see("x", "Resign")
    client.press("down", "down", "down", "enter")
    await client.see("This loses the game")
    assert not server.lobby.matches.get(match.id).agreed.ended
    client.press("enter")
    await client.see("Aiko resigned")
    await client.see("game over")


async def test_a_finished_match_offers_only_what_there_is(server: Server) -> None:
    (key,) = new_keys(1)
    me = server.lobby.players.get(await named(server, key, "Aiko"))
    match = server.lobby.join(server.lobby.open_table(server.lobby.players.new_guest()[0], public=True), me)
    seats = [server.lobby.attach(match.id, server.lobby.players.get(match.seats[seat] or 0)) for seat in (0, 1)]
    while not seats[0].over:
        seat = seats[seats[0].view.turn or 0]
        await seat.play(seat.view.legal_actions[0])
    client = await server.visit(key, command=f"join {match.id}")
    await client.see("rematch")
    assert "analyse" not in client.text
    client.press("r")
    await client.see("There is no replay")
