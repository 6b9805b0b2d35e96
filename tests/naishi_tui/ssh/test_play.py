"""Two people at two terminals: visit.app, visit.routes, lobby, match_menu, naishi.match."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from naishi.server import Match, OfferKind
from naishi_tui.games.naishi.table import Table as NaishiTable
from naishi_tui.lobby.match_menu import MatchMenu
from tests.naishi.server.conftest import offer, resign
from tests.naishi_tui.ssh.conftest import Client, Server, meet, named, new_keys
from tests.naishi_tui.ssh.shared import give_cards
from tests.naishi_tui.waiting import idle, until


async def test_two_people_meet_and_play(server: Server) -> None:
    keys = new_keys(2)
    for key, name in zip(keys, ("Aiko", "Bruno"), strict=True):
        await named(server, key, name)
    one, two = [await server.visit(key) for key in keys]
    await one.see("Your games")
    await two.see("Open tables")
    await one.press_and_see("n", "Base game")
    await one.press_and_see("enter", "Your table is waiting")
    await two.see("Aiko is waiting")
    await two.press_and_see("enter", "Dealt to Bruno")
    await one.see("Bruno has joined your table")
    await one.press_and_see("g", "Dealt to Aiko")
    await give_cards(one, two)
    for client in (one, two):
        await client.see("Previous turn")
        await client.see("gave you")


@pytest.mark.ci
async def test_the_lobby_says_what_happened_since_one_looked_last(server: Server) -> None:
    keys = new_keys(2)
    one, two = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    match = await two.tables.join(await one.tables.open(public=True))
    client = await server.visit(keys[0])
    await client.see("Bruno has joined")
    theirs = await two.attach(match.id)
    await offer(theirs, OfferKind.DRAW)
    await client.see("Bruno offers a draw")
    await resign(theirs)
    await client.see("Bruno has resigned")


@pytest.mark.ci
async def test_whoever_wants_animations_is_shown_the_other_s_turn_card_by_card(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    await table.people[1].choose("animations", True)
    key = keys[("Aiko", "Bruno").index(table.people[1].account.name)]
    client = await server.visit(key, command=f"join {table.match.id}")
    await client.see("Previous turn")
    screen = server.app.screen
    assert isinstance(screen, NaishiTable)
    await table.play("develop L1")
    await until(lambda: "develop L1" in [str(each.action) for each in screen.board_view.steps.turn], "the turn")
    assert screen.board_view.steps.animated


@pytest.mark.ci
async def test_the_players_see_who_watches(server: Server) -> None:
    keys = new_keys(3)
    await named(server, keys[2], "Carol")
    table = await meet(server, keys[:2])
    await table.play("give 1", "give 1")
    players = [await server.visit(key, command=f"join {table.match.id}") for key in keys[:2]]
    watcher = await server.visit(keys[2], command=f"watch {table.match.id}")
    await watcher.see("watching")
    for client in players:
        await client.see("watched by Carol")
    players[0].press("x")
    await players[0].see("This game")
    await players[0].see("watched by Carol")
    await watcher.press_and_see("escape", "Games to watch")
    await players[1].until(lambda: "watched by" not in players[1].text, "no watcher")


@pytest.mark.ci
async def test_watchers_choose_their_side_and_see_both_hands_in_the_end(server: Server) -> None:
    keys = new_keys(4)
    for key, name in zip(keys[2:], ("Carol", "Dora"), strict=True):
        await named(server, key, name)
    table = await meet(server, keys[:2])
    await table.play("give 1", "give 1")
    turner, other = [await server.visit(key, command=f"watch {table.match.id}") for key in keys[2:]]
    for client in (turner, other):
        await client.see("watching")
        await client.see("River")
    first, second = table.match.names

    def upper(client: Client) -> str:
        labels = [line for line in client.screen.display if f" {first} " in line or f" {second} " in line]
        return first if f" {first} " in next(line for line in labels if "Hand and Line" in line) else second

    assert upper(turner) == upper(other) == second
    turner.press("v")
    await turner.until(lambda: upper(turner) == first, "the other side")
    assert upper(other) == second
    await resign(table.seats[0])
    for client in (turner, other):
        await client.see(f"{first} resigned; {second} wins.")


@pytest.mark.ci
async def test_a_wrong_word_is_said_beside_the_guest_s_code(server: Server) -> None:
    client = await server.visit(command="join nowhere")
    await client.see("There is no game with this word.")
    await client.press_and_see("n", "Base game")
    await client.press_and_see("enter", "keep this code")
    await client.press_and_see("w", "Which word")
    client.press("nowhere", "enter")
    await client.see("There is no game with this word.")
    await client.press_and_see("escape", "keep this code")


async def asked_to_resign(server: Server) -> tuple[Client, Match]:
    """Aiko at her match with Bruno, asked whether she means to resign."""
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("River")
    await client.press_and_see("x", "Resign")
    client.press("up", "enter")
    await client.see("This loses the game")
    return client, table.match


@pytest.mark.ci
async def test_resigning_asks_whether_that_is_meant(server: Server) -> None:
    client, match = await asked_to_resign(server)
    assert not (await server.lobby.matches.get(match.id)).agreements.ended
    client.press("enter")
    await client.see("You resigned")
    await client.see("game over")


async def test_a_key_pressed_twice_does_not_resign(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("naishi_tui.lobby.match_menu.TO_READ", 3600.0)
    client, match = await asked_to_resign(server)
    client.press("enter")
    await client.see("That was too quick to be meant.")
    client.press("escape")
    await client.see("x offers")
    assert not (await server.lobby.matches.get(match.id)).agreements.ended


@pytest.mark.ci
async def test_a_finished_match_is_replayed_from_the_score(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play_to_the_end()
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("rematch")
    await client.press_and_see("r", "replay: what Aiko knows")
    await client.press_and_see("m", "replay: both Hands")
    await client.press_and_see("p", "Not on a server.")
    await client.press_and_see("escape", "rematch")


@pytest.mark.ci
async def test_resigning_is_asked_about_again_once_the_cursor_was_elsewhere(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    await table.play("give 1", "give 1")
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("River")
    await client.press_and_see("x", "Resign")
    client.press("up", "enter")
    await client.see("This loses the game")
    client.press("up")
    await client.until(lambda: "This loses the game" not in client.text, "no question")
    client.press("down", "enter")
    await client.see("This loses the game")
    assert not (await server.lobby.matches.get(table.match.id)).agreements.ended


@pytest.mark.ci
async def test_what_has_gone_from_the_menu_does_nothing(server: Server) -> None:
    keys = new_keys(2)
    table = await meet(server, keys)
    client = await server.visit(keys[0], command=f"join {table.match.id}")
    await client.see("River")
    await client.press_and_see("x", "Resign")
    app = server.app
    menu = app.screen
    assert isinstance(menu, MatchMenu)
    options = menu.query_one(OptionList)
    gone = Option("Agree to a draw", id="agree draw 99")
    menu.post_message(OptionList.OptionSelected(options, gone, 1))
    await idle()
    assert app.screen is menu
    client.press("enter")
    await until(lambda: app.screen is not menu, "the way back")


@pytest.mark.ci
async def test_a_table_at_which_nobody_has_joined_cannot_be_watched_or_gone_to(server: Server) -> None:
    (key,) = new_keys(1)
    table = await (await named(server, key, "Aiko")).tables.open(public=False)
    watcher = await server.visit(command=f"watch {table.invite}")
    await watcher.see("Nobody has joined this table yet.")
    host = await server.visit(key, command=f"join {table.invite}")
    await host.see("Nobody has joined this table yet.")


@pytest.mark.parametrize("letters", [8, 5])
async def test_a_private_game_of_one_s_own_opens_by_its_id_or_the_beginning_of_it(server: Server, letters: int) -> None:
    keys = new_keys(2)
    host, other = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    match = await other.tables.join(await host.tables.open(public=False))
    client = await server.visit(keys[0], command=f"join {match.id[:letters]}")
    await client.see("River")


async def test_a_table_is_joined_by_the_name_of_whoever_waits_there(server: Server) -> None:
    keys = new_keys(2)
    _me, bruno = [await named(server, key, name) for key, name in zip(keys, ("Aiko", "Bruno"), strict=True)]
    await bruno.tables.open(public=True)
    client = await server.visit(keys[0], command="join bruno")
    await client.see("River")
