"""Programs at a server, by docs/json.md's promises."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS
from naishi.server import Lobby, OfferKind
from naishi.server.match import session as match_session
from naishi.server.match.match import Terms
from tests.naishi.plain.naishi.shared import GIRL_AND_PORTER
from tests.naishi.plain.server.people import PATIENCE, Program, Reader
from tests.naishi.server.conftest import Table, guest, offer, player


@pytest.mark.ci
async def test_the_lobby_comes_on_arrival_and_whenever_it_has_changed(program: Program, aiko: Reader) -> None:
    await until(program, lambda: program.of_type("lobby"))
    assert program.objects[0]["type"] == "hello"
    (first,) = program.of_type("lobby")
    assert (first["name"], first["named"], first["mine"]) == ("Carol", True, [])
    await aiko.says("new", "join ")
    await until(program, lambda: program.of_type("lobby")[-1]["open"])
    (table,) = program.of_type("lobby")[-1]["open"]
    assert (table["names"], table["state"], table["word"]) == (["Aiko", ""], "open", "")


@pytest.mark.ci
async def test_a_program_hears_of_the_expansion_and_agrees_to_it(program: Program, aiko: Reader, bruno: Reader) -> None:
    await bruno.says("new", "join ")
    await aiko.says("new expansion", "join ")
    await aiko.says("private expansion", "join ")
    await until(program, lambda: len(program.of_type("lobby")[-1]["open"]) == 2)
    tables = program.of_type("lobby")[-1]["open"]
    assert sorted(str(table["expansion"]) for table in tables) == ["None", "legends-travellers"]
    listed = next(table["id"] for table in tables if table["expansion"])
    assert (await program.ask(f"join {listed}"))["type"] == "reply"
    assert (await program.ask("view"))["view"]["ryokan"] is not None
    await program.ask("quit")
    await aiko.visitor.refresh()
    word = next(match.invite for match in aiko.visitor.listing.mine if not match.public)
    program.type(f'{{"do": "join {word}", "tag": 5}}')
    await until(program, lambda: program.of_type("question"))
    assert "Legends & Travellers" in program.written
    program.type("yes")
    await until(program, lambda: [each for each in program.of_type("reply") if each["tag"] == 5])
    assert newest(program)["actions"] or newest(program)["turn"] is not None


async def test_a_program_that_connects_for_a_table_agrees_to_the_expansion(lobby: Lobby) -> None:
    table = await (await player(lobby, "Aiko")).tables.open(Terms(expansion=LEGENDS_TRAVELLERS), public=True)
    await lobby.public.look()
    program = Program(await player(lobby, "Bruno"), first=f"join {table.id}")
    await until(program, lambda: program.of_type("question"))
    assert [each["expansion"] for each in program.of_type("lobby")[-1]["open"]] == [LEGENDS_TRAVELLERS]
    program.type("yes")
    await until(program, lambda: program.of_type("state"))
    await program.leave()


@pytest.mark.ci
async def test_a_program_plays_with_the_expansion_to_the_end(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows the states alone."""
    monkeypatch.setattr(match_session, "PACE", 0.0)
    chance = random.Random(5)
    assert (await program.ask("bot beginner expansion"))["type"] == "reply"
    for _action in range(300):
        await until(program, lambda: newest(program)["actions"] or newest(program)["outcome"])
        if newest(program)["outcome"]:
            break
        before = len(program.of_type("state"))
        assert (await program.ask(chance.choice(newest(program)["actions"])))["type"] == "reply"
        await until(program, lambda count=before: len(program.of_type("state")) > count)
    assert newest(program)["outcome"]


@pytest.mark.ci
async def test_a_program_is_sent_effects_as_actions(program: Program, lobby: Lobby) -> None:
    table = await Table.at(lobby, GIRL_AND_PORTER, ("Carol", "Dora"))
    assert (await program.ask(f"join {table.match.id}"))["type"] == "reply"
    await until(program, lambda: "develop L1" in newest(program)["actions"])
    await program.ask("develop L1")
    await until(program, lambda: "use porter" in newest(program)["actions"])
    assert {"use little_girl H3", "skip"} <= {*newest(program)["actions"]}
    view = (await program.ask("view"))["view"]
    assert view["ryokan"] == [0, 4]
    assert (await program.ask("develop L1"))["code"] == "illegal_action"
    await program.ask("skip")
    await until(program, lambda: newest(program)["turn"] == 1 or "end" in newest(program)["actions"])


async def test_every_request_has_one_reply_with_its_tag(program: Program) -> None:
    tags: list[object] = [1, "two", [3], {"four": 4}]
    requests = ["new", "nonsense", "games", "bot beginner"]
    ends = [await program.ask(do, tag) for do, tag in zip(requests, tags, strict=True)]
    assert [end["tag"] for end in ends] == tags
    assert [end["type"] for end in ends] == ["reply", "error", "reply", "reply"]
    assert (await program.ask("quit", 5))["tag"] == 5
    await until(program, lambda: program.of_type("closed"))


@pytest.mark.ci
async def test_a_program_and_a_person_play_to_the_end_and_again(program: Program, aiko: Reader) -> None:
    """The program knows the states alone; the person plays through the same lobby."""
    chance = random.Random(3)
    await aiko.says("new", "join ")
    await until(program, lambda: program.of_type("lobby")[-1]["open"])
    table = program.of_type("lobby")[-1]["open"][0]["id"]
    assert (await program.ask(f"join {table}"))["type"] == "reply"
    await aiko.hears("has joined your table")
    await aiko.says("go", "Your game with Carol.")
    (me,) = aiko.visitor.participants
    for _action in range(500):
        if me.over:
            break
        if me.view.turn == me.seat:
            before = me.view
            aiko.type(str(chance.choice(me.view.legal_actions)))
            await until(program, lambda before=before: me.view != before)
        else:
            await until(program, lambda: newest(program)["actions"] or me.over)
            assert (await program.ask(chance.choice(newest(program)["actions"])))["type"] == "reply"
    await until(program, lambda: newest(program)["outcome"])
    await aiko.hears("Type rematch, replay, log, score or quit.")
    await aiko.says("rematch", "Your request for a rematch waits for Carol's answer.")
    await until(program, lambda: "agree rematch" in program.of_type("match")[-1]["requests"])
    assert program.of_type("match")[-1]["offered"] == "Aiko asks for a rematch."
    await program.ask("agree rematch")
    await aiko.hears("The rematch begins.")
    await until(program, lambda: program.of_type("state")[-1]["phase"] == "gift")
    assert program.of_type("state")[-1]["game"] not in {table, ""}
    assert [each["game"] for each in program.of_type("closed")] == [table]


@pytest.mark.ci
async def test_what_players_agree_on_is_an_object(program: Program, aiko: Reader) -> None:
    await aiko.says("new", "join ")
    await until(program, lambda: program.of_type("lobby")[-1]["open"])
    await program.ask("join Aiko")
    await until(program, lambda: program.of_type("match"))
    assert program.of_type("match")[-1]["presence"].count("away") == 1
    await aiko.hears("has joined your table")
    await aiko.says("go", "Your game with Carol.")
    await until(program, lambda: program.of_type("match")[-1]["presence"] == ["here", "here"])
    assert program.of_type("match")[-1]["requests"] == ["draw", "resign"]
    assert (await program.ask("decline"))["code"] == "refused"
    program.type('{"do": "resign", "tag": 7}')
    await until(program, lambda: program.of_type("question"))
    program.type("yes")
    await until(program, lambda: program.of_type("match")[-1]["resigned"] is not None)
    assert [each["tag"] for each in program.of_type("reply")].count(7) == 1
    assert program.of_type("state")[-1]["turn"] is None


async def test_no_bell_and_no_prompt_is_among_the_objects(lobby: Lobby, aiko: Reader) -> None:
    program = Program(await guest(lobby))
    await program.ask("new")
    await until(program, lambda: program.of_type("notice"))
    assert "guest-" in program.of_type("notice")[0]["text"]
    await until(program, lambda: program.of_type("lobby")[-1]["mine"])
    (table,) = program.of_type("lobby")[-1]["mine"]
    assert program.of_type("lobby")[-1]["code"]
    await aiko.says(f"join {table['word']}", "Your game with")
    await until(program, lambda: "has joined" in program.of_type("notice")[-1]["text"])
    assert "\a" not in program.written
    await program.leave()


async def test_a_program_begins_at_a_table_and_leaves_when_its_input_ends(lobby: Lobby) -> None:
    table = await (await player(lobby, "Aiko")).tables.open(public=True)
    program = Program(await player(lobby, "Bruno"), first=f"join {table.id}")
    await until(program, lambda: program.of_type("state"))
    await program.leave()
    assert program.objects[-1]["type"] == "closed"


async def test_a_hidden_card_is_null_in_a_view(program: Program) -> None:
    await program.ask("bot beginner")
    await until(program, lambda: newest(program)["actions"])
    await program.ask("give 1")
    view = (await program.ask("view"))["view"]
    assert view["sides"][1 - view["seat"]]["hand"].count(None) >= 4


def newest(program: Program) -> dict[str, Any]:
    """The newest state; an empty one before the first."""
    return (program.of_type("state") or [{"actions": [], "outcome": None}])[-1]


async def until(program: Program, true: Any) -> None:
    """Wait until something is so."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(program.written) from None


@pytest.mark.ci
async def test_a_program_reads_ratings_and_what_a_game_has_changed(program: Program, lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    table = await host.tables.open(Terms(rated=True), public=True)
    await until(program, lambda: program.of_type("lobby")[-1]["open"])
    (listed,) = program.of_type("lobby")[-1]["open"]
    assert (listed["rated"], listed["ratings"]) == (True, [None, None])
    assert (await program.ask(f"join {table.id}"))["type"] == "reply"
    await until(program, lambda: program.of_type("match"))
    now = program.of_type("match")[-1]
    assert (now["rated"], now["outcome"], now["changes"]) == (True, None, None)
    assert "abort" in now["requests"]
    other = await host.attach(table.id)
    await offer(other, OfferKind.DRAW)
    await until(program, lambda: program.of_type("match")[-1]["offered"])
    await program.ask("agree")
    await until(program, lambda: program.of_type("match")[-1]["outcome"])
    now = program.of_type("match")[-1]
    assert now["outcome"] == "counted"
    assert [round(each["before"]) for each in now["changes"]] == [1500, 1500]
    assert all(each["after"]["provisional"] for each in now["changes"])
    await program.ask("quit")
    await until(program, lambda: program.of_type("lobby")[-1]["rating"])
    assert program.of_type("lobby")[-1]["rating"]["points"] == now["changes"][now["seat"]]["after"]["points"]


@pytest.mark.ci
async def test_a_program_asks_for_people(program: Program, aiko: Reader) -> None:
    await program.ask("who")
    assert [each["name"] for each in program.of_type("people")[-1]["people"]] == ["Aiko", "Carol"]
    await program.ask("ranking")
    assert program.of_type("people")[-1]["people"] == []
    await program.ask("player Aiko")
    page = program.of_type("player")[-1]
    assert (page["player"]["name"], page["here"], page["all"]["won"]) == ("Aiko", True, 0)
    await aiko.says("challenge Carol", "it waits for Carol.")
    await until(program, lambda: program.of_type("lobby")[-1]["open"])
    assert program.of_type("lobby")[-1]["open"][0]["challenged"] == "Carol"
