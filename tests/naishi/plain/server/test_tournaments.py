"""Tournaments in lines, by verbs and for programs."""

from __future__ import annotations

import random

import pytest

from naishi.common.i18n import NaishiError
from naishi.plain.server.tournaments import setup_of
from naishi.server import Database, Lobby
from naishi.server.match.match import Terms
from naishi.server.tournaments.tournament import Kind, Setup
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import ask, objects
from tests.naishi.server.tournaments.competing import crowd, joined, play_round, setup


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Autumn Cup clock 3d", Setup("Autumn Cup", Terms(control="3d"))),
        ("Autumn Cup swiss 3 players 8 rated clock 15+10", Setup(
            "Autumn Cup", Terms(control="15+10", rated=True), rounds=3, places=8)),
        ("robin private expansion Cup 2027 clock 1d", Setup(
            "Cup 2027", Terms("legends-travellers", "1d"), Kind.ROUND_ROBIN, public=False)),
    ],
)  # fmt: skip
def test_what_is_typed_behind_new_says_what_the_tournament_is(line: str, expected: Setup) -> None:
    assert setup_of(line.split()) == expected


@pytest.mark.parametrize("line", ["Cup clock 2d", "Cup players clock 3d", "Cup players many clock 3d"])
def test_what_is_no_clock_and_no_number_is_refused(line: str) -> None:
    with pytest.raises(NaishiError, match=r"Choose one of|Say how many"):
        setup_of(line.split())


@pytest.mark.parametrize("line", ["Cup shogun clock 3d", "shogun Cup clock 3d", "Cup clock 3d Ninjato players 8"])
def test_a_tournament_of_another_game_is_refused_and_isn_t_a_name(line: str) -> None:
    with pytest.raises(NaishiError, match=r"Tournaments are for games of Naishi\."):
        setup_of(line.split())


@pytest.mark.ci
async def test_a_tournament_is_made_joined_and_started_in_lines(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says("tournament", "There is no tournament yet.")
    await aiko.says("tournament new Autumn Cup", "Write it like this: tournament new")
    await aiko.says(
        "tournament new Autumn Cup swiss 3 players 4 clock 1d", "The most rounds for that many players (4): 2."
    )
    await aiko.says(
        "tournament new Autumn Cup swiss players 8 clock 3d", "1 of 8 have joined", "tournament join Autumn Cup"
    )
    await bruno.says("tournament", "Autumn Cup (Swiss, 3 days a turn): 1 of 8 have joined. Its ID:")
    await bruno.says("tournament join aut", "You are in Autumn Cup.")
    await bruno.says("tournament join aut", "You are in this tournament already.")
    await aiko.says("tournament start autumn", "at least 3 players")
    (chiyo,) = (await crowd(lobby, 3))[2:]
    assert "You are in Autumn Cup." in await ask(chiyo, "tournament join autumn")
    await aiko.says("tournament start autumn", "Autumn Cup has begun.")
    await bruno.hears("Autumn Cup, round 1: you play")
    await bruno.says("tournament autumn", "round 1 of 2", "Standings:", "Buchholz", "Round 1 of 2:", "has a bye")
    await bruno.says("tournament rules", "Sonneborn-Berger")
    await bruno.says("games", "Autumn Cup, round 1.")
    await bruno.says("tournament leave autumn", "You lose the games of Autumn Cup that are left.")
    await bruno.says("yes", "You have left Autumn Cup.")


@pytest.mark.ci
async def test_the_match_says_to_which_tournament_it_belongs_and_so_does_the_history(
    lobby: Lobby, aiko: Reader, bruno: Reader
) -> None:
    people = await crowd(lobby, 3)
    made = await joined(people, setup(places=3, kind=Kind.ROUND_ROBIN))
    page = await lobby.tournaments.page(made.id)
    paired = [page.entry(number or 0).name for number in page.of_round(1)[0].played.pairing]
    reader, name = (aiko, "Aiko") if "Aiko" in paired else (bruno, "Bruno")
    (other,) = [each for each in paired if each != name]
    await reader.hears(f"Autumn Cup, round 1: you play {other}.")
    await reader.says("go", "Your game with", "Autumn Cup, round 1.")
    await reader.says("resign", "yes")
    await reader.says("yes", "wins")
    await reader.says("quit", "lobby")
    await reader.says("history", "(Autumn Cup)")


@pytest.mark.ci
async def test_verbs_do_all_of_it(lobby: Lobby) -> None:
    people = await crowd(lobby, 4)
    assert "1 of 3 have joined" in await ask(people[0], "tournament new Cup private players 3 clock 1d")
    made = (await lobby.tournaments.of(people[0].account))[0]
    assert "no such tournament" in await ask(people[1], "tournament join Cup", status=1)
    await ask(people[1], f"tournament join {made.invite}")
    assert "by invitation" in await ask(people[1], "tournament cup")
    assert "no such tournament. Did you mean Cup?" in await ask(people[1], "tournament cap", status=1)
    assert "Only the player who made" in await ask(people[1], "tournament close cup", status=1)
    await ask(people[1], "tournament leave cup")
    await ask(people[1], f"tournament join {made.invite}")
    await ask(people[2], f"tournament join {made.invite}")
    assert "add the word yes" in await ask(people[2], "tournament leave cup", status=1)
    await ask(people[2], "tournament leave cup yes")
    assert "Chiyo, has left" in await ask(people[0], "tournament cup")
    assert "There is no tournament yet" in await ask(people[3], "tournament")


async def test_where_one_that_is_over_has_the_same_name_the_second_is_joined_by_its_id(
    lobby: Lobby, database: Database
) -> None:
    people = await crowd(lobby, 3)
    assert "tournament join Summer" in await ask(people[0], "tournament new Summer players 3 clock 1d")
    assert "already taken" in await ask(people[1], "tournament new summer players 3 clock 1d", 1)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE tournaments SET state = 'over', round = 1")
    told = await ask(people[1], "tournament new summer players 3 clock 1d")
    (made,) = await lobby.tournaments.of(people[1].account)
    assert f"tournament join {made.id}" in told
    await ask(people[2], f"tournament join {made.id}")
    assert [each.id for each in await lobby.tournaments.of(people[2].account)] == [made.id]


@pytest.mark.ci
async def test_programs_read_the_standings_and_all_games(lobby: Lobby, program: Program) -> None:
    people = await crowd(lobby, 4)
    made = await joined(people, setup(places=4))
    await play_round(lobby, people, made, random.Random(2))
    await program.ask("tournament")
    (listed,) = program.of_type("tournaments")
    assert [(each["id"], each["state"], each["word"]) for each in listed["others"]] == [(made.id, "playing", "")]
    await program.ask("tournament autumn")
    (found,) = program.of_type("tournament")
    assert [each["points"] for each in found["standings"]] == [1, 1, 0, 0]
    assert [game["round"] for game in found["games"]] == [1, 1, 2, 2]
    lobby_object = (await objects(people[0], "games"))[0]
    assert {each["tournament"] for each in lobby_object["mine"]} == {made.id}


async def test_words_are_added_to_the_deal_of_the_next_round(lobby: Lobby, aiko: Reader, bruno: Reader) -> None:
    await aiko.says("tournament new Autumn Cup swiss players 4 clock 3d", "Others join it with")
    (made,) = await aiko.visitor.tournaments.mine()
    commitment = (await aiko.visitor.tournaments.page(made.id)).commitment
    await aiko.says("tournament mix Autumn", f"Commitment to the deals of round 1 (SHA-256): {commitment}")
    await aiko.says("tournament mix Autumn rain on the roof", "added to the deal of your game in round 1.")
    await bruno.says("tournament mix Autumn rain", "You aren't playing in Autumn Cup.")
    await bruno.says("tournament mix", "Say which tournament")


@pytest.mark.parametrize(
    "words", ["Autumn Cup private clock 1d", "Autumn Cup clock 1d private", "Autumn clock 1d Cup private"]
)
def test_the_options_of_a_tournament_stand_in_any_order(words: str) -> None:
    made = setup_of(words.split())
    assert (made.name, made.public, made.terms.control) == ("Autumn Cup", False, "1d")
