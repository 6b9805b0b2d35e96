"""Tournaments on a terminal, form, entry, standings: lobby.tournaments, watches."""

from __future__ import annotations

import random

import pytest

from naishi.server.tournaments.tournament import Kind
from naishi_tui.lobby.match_list import MatchList
from tests.naishi.server.tournaments.competing import crowd, games_of, joined, lose, page_of, play_round, setup
from tests.naishi_tui.ssh.conftest import Server, named, new_keys

pytestmark = pytest.mark.ci


async def test_a_tournament_is_made_joined_begun_and_played_from_the_screen(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    one = await server.visit(keys[0])
    await one.see("Your games")
    await one.press_and_see("u", "none yet: n makes one")
    await one.press_and_see("n", "New tournament")
    one.press("enter")
    await one.see("A tournament needs a name.")
    one.press(*"Spring Cup", "enter")
    await one.see("Made by Zoe.")
    await one.see("Leave this tournament")
    (made,) = await server.lobby.tournaments.of(zoe.account)
    people = await crowd(server.lobby, 3)
    for person in people:
        await person.tournaments.join(made)
    await one.see("4 of 8 have joined")
    one.press("up")
    await one.press_and_see("enter", "Round 1 of 2")
    await one.see("Spring Cup, round 1: you play")
    page = await page_of(server.lobby, made)
    me = page.entry_of(zoe.account.id)
    assert me is not None
    (mine,) = [game.match for game in page.games if me.number in game.played.pairing]
    rows = server.app.screen.query_one(MatchList)
    await one.until(lambda: rows.cursor == f"game {mine}", "the cursor at one's own game")
    await one.press_and_see("enter", "River")
    assert server.app.match.participant is not None
    assert server.app.match.participant.match_id == mine
    assert server.app.match.participant.seat is not None


async def test_the_key_that_was_chosen_to_make_one_is_named(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    await zoe.choose("keys", {"tournaments.new": "f7"})
    one = await server.visit(keys[0])
    await one.see("Your games")
    await one.press_and_see("u", "none yet: F7 makes one")


async def test_a_guest_is_told_at_once_who_makes_tournaments(server: Server) -> None:
    guest = await server.visit()
    await guest.see("Your games")
    await guest.press_and_see("u", "Your tournaments")
    assert "makes one" not in guest.text
    assert "n new" not in guest.text
    await guest.press_and_see("n", "as a guest, you can join one.")


async def test_the_page_follows_the_tournament_and_the_lobby_names_it(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    people = [*await crowd(server.lobby, 2), zoe]
    one = await server.visit(keys[0])
    await one.see("Your games")
    made = await joined(people, setup(places=3, kind=Kind.ROUND_ROBIN))
    await one.see("(Autumn Cup)")
    await one.press_and_see("u", "round 1 of 3")
    await one.press_and_see("enter", "playing")
    await play_round(server.lobby, people, made, random.Random(1))
    await one.see("Round 2 of 3")
    await play_round(server.lobby, people, made, random.Random(1))
    await play_round(server.lobby, people, made, random.Random(1))
    await one.see("first place")


async def test_the_page_says_that_the_tournament_was_closed_and_offers_nothing_more(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    people = [*await crowd(server.lobby, 1), zoe]
    one = await server.visit(keys[0])
    await one.see("Your games")
    made = await joined(people, setup())
    await one.press_and_see("u", "2 of 8 have joined")
    await one.press_and_see("enter", "Leave this tournament")
    await people[0].tournaments.close(made)
    await one.see("This tournament was closed before it began.")
    await one.until(lambda: "Leave" not in one.text and "have joined" not in one.text, "nothing more to do there")


async def test_a_round_is_told_of_at_another_game_and_rings(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    people = [*await crowd(server.lobby, 3), zoe]
    one = await server.visit(keys[0])
    await one.see("Your games")
    await one.press_and_see("b", "Which bot")
    await one.press_and_see("enter", "A game against")
    await one.press_and_see("enter", "River")
    one.received.clear()
    await joined(people, setup(places=4))
    await one.see("Autumn Cup, round 1: you play")
    await one.until(lambda: b"\a" in one.received, "the bell")


async def test_a_round_that_is_over_is_announced_no_more(server: Server) -> None:
    keys = new_keys(1)
    zoe = await named(server, keys[0], "Zoe")
    people = [*await crowd(server.lobby, 3), zoe]
    one = await server.visit(keys[0])
    await one.see("Your games")
    made = await joined(people, setup(places=4, rounds=1))
    await one.see("Autumn Cup, round 1: you play")
    for match in await games_of(server.lobby, await page_of(server.lobby, made)):
        me = match.seat_of(zoe.account.id)
        await lose(people, match, 0 if me is None else 1 - me)
    await one.until(lambda: "you play" not in one.text, "the news is gone")


async def test_the_palette_leads_there_and_a_private_one_is_found_by_its_word(server: Server) -> None:
    keys = new_keys(1)
    await named(server, keys[0], "Zoe")
    people = await crowd(server.lobby, 1)
    made = await joined(people, setup(public=False))
    one = await server.visit(keys[0])
    await one.see("Your games")
    one.press("\x10")  # Ctrl+P
    await one.see("What do you want to do?")
    one.press(*"tournam")
    await one.until(lambda: "Tournaments: join one" in one.text and "Play a bot (b)" not in one.text, "the one command")
    one.press("enter")
    await one.see("Your tournaments")
    await one.press_and_see("w", "Which word were you given?")
    one.press(*made.invite, "enter")
    await one.see("Made by Aiko.")
    await one.press_and_see("enter", "2 of 8 have joined")
    await one.see("Others find it by this word")
