"""Tables and matches of any game as objects."""

from __future__ import annotations

import pytest

from naishi.server import Lobby
from naishi.server.match import session as match_session
from naishi.tabletop import kinds
from tests.naishi.plain.server.people import Program
from tests.naishi.plain.server.shared import Party, me
from tests.naishi.server.conftest import player
from tests.naishi.tabletop import unison


@pytest.fixture(autouse=True)
def _unison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    monkeypatch.setattr(match_session, "PACE", 0.0)


async def test_programs_are_sent_the_table_and_the_match_by_seat(lobby: Lobby) -> None:
    people = await Party.of(lobby, 2)
    host, other = people.readers
    program = Program(await player(lobby, "Carol"))
    await host.says("new unison 3 clock 3d", "is yours and waits")
    await program.until(lambda: program.of_type("lobby") and program.of_type("lobby")[-1]["open"])
    (listed,) = program.of_type("lobby")[-1]["open"]
    assert (listed["game"], listed["names"], listed["options"], listed["ranks"]) == (
        "unison",
        ["Aiko", "", ""],
        {},
        None,
    )
    assert (await program.ask(f"join {listed['id']}"))["type"] == "reply"
    await other.says("join 1", "your game with")
    await program.until(lambda: program.of_type("lobby")[-1]["mine"][0]["state"] == "playing")
    await program.ask("go")
    await program.until(lambda: program.of_type("table_match"))
    (table,) = program.of_type("table")[-1:]
    match = program.of_type("table_match")[-1]
    assert (table["key"], match["key"], table["awaited"], match["awaited"]) == (
        "unison",
        "unison",
        [0, 1, 2],
        [0, 1, 2],
    )
    assert [each["name"] for each in match["seats"]] == table["names"]
    assert {each["kind"] for each in match["seats"]} == {"human"}
    assert len(match["clock"]["left"]) == 3
    assert match["requests"] == ["call off", "pause 3", "pause 14", "resign"]
    assert table["actions"] == ["1", "2", "3"]
    assert (await program.ask("3"))["type"] == "reply"
    await program.until(lambda: program.of_type("table")[-1]["view"]["mine"] == 3)
    assert (await program.ask("3"))["code"] == "illegal_action"
    assert (await program.ask("4"))["code"] == "invalid_action"
    await host.says("go", "your game with")
    await host.says("call off", "waits for")
    await program.until(lambda: program.of_type("table_match")[-1]["offers"])
    (offer,) = program.of_type("table_match")[-1]["offers"]
    assert (offer["kind"], offer["seat"], offer["agreed"]) == ("call off", me(host).seat, [])
    assert "agree call off" in program.of_type("table_match")[-1]["requests"]
    await program.ask("agree call off")
    await other.says("agree", "Type rematch, log, look or quit.")
    await program.until(lambda: program.of_type("table_match")[-1]["how"])
    assert program.of_type("table_match")[-1]["how"] == "unplayed"
    assert not program.of_type("state")
    assert not program.of_type("match")
    await program.ask("quit")
    await program.ask("history")
    (past,) = program.of_type("history")[-1]["games"]
    assert (past["key"], past["how"], past["ranks"]) == ("unison", "unplayed", None)
    await program.leave()
    await people.leave()
