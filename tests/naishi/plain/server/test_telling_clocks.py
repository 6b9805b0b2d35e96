"""Clocks in lines, and in the objects of programs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from naishi.server import Lobby
from naishi.server.match.clock import DAY, HOUR
from naishi.tabletop import kinds
from tests.naishi.plain.server.people import Program, Reader
from tests.naishi.plain.server.shared import Party, Seats, sit_down as come_with_lines
from tests.naishi.server.conftest import Now, player, sit_down
from tests.naishi.tabletop import unison

pytestmark = pytest.mark.usefixtures("now")


@pytest.fixture
async def days(lobby: Lobby) -> AsyncIterator[Seats]:
    """Two people at a match with a day for each turn: first the one whose turn it is."""
    table = await sit_down(lobby, "1d")
    await table.play("give 1", "give 1")
    seats = await come_with_lines(table)
    yield seats
    for reader in seats:
        await reader.leave()


@pytest.mark.ci
async def test_a_table_with_a_clock_is_made_listed_and_joined(aiko: Reader, bruno: Reader, now: Now) -> None:
    await aiko.says("new clock 15+10 expansion", "Table 1 (Legends & Travellers, 15 min + 10 s) is yours")
    await bruno.hears("Table 1: Aiko is waiting for an opponent.", "The clock: 15 min + 10 s.")
    await bruno.says("join 1", "The clock: 15 min + 10 s.", "The clock starts when both are at the table.")
    await aiko.says("go", "You have 15 minutes left.", "Bruno has 15 minutes left.")
    now.wait(21)
    heard = await bruno.says("time", "Aiko has", "You have")
    assert "14 minutes and 39 seconds" in heard
    await aiko.says("quit", "You are in the lobby.")
    await aiko.says("games", "You have 1", "Bruno has 1")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("new clock", "Choose one of 3+2, 5+3, 10+5, 15+10, 30+20, 1d, 3d, 7d."),
        ("new clock 2d", "There is no such clock."),
        ("private clock 3d 7d", "Type private alone, or with the words expansion and rated, or with clock and one of"),
        ("new 3d", "Type new alone, or with the words expansion and rated, or with clock and one of 3+2, 5+3, 10+5,"),
    ],
)
async def test_what_is_no_clock_is_refused(aiko: Reader, typed: str, told: str) -> None:
    await aiko.says(typed, told)
    await aiko.says("games", "You have no game yet.")


async def test_whoever_comes_by_a_word_agrees_to_the_clock_first(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("private clock 3d", "Table 1 (3 days a turn) is yours and waits.")
    (table,) = (await aiko.visitor.refresh()).mine
    await bruno.says(f"join {table.invite}", "Aiko is waiting to play Naishi (3 days a turn).", "Type yes to agree:")
    await bruno.says("no", "lobby> ")
    assert not (await bruno.visitor.refresh()).mine


async def test_the_letter_for_days_may_be_that_of_one_s_language(lobby: Lobby) -> None:
    visitor = await lobby.visit("SHA256:Aiko", "192.0.2.7", "fr")
    reader = Reader(visitor)
    reader.type("nouvelle pendule 3j")
    await reader.until(lambda: visitor.listing.mine)
    assert visitor.listing.mine[0].control == "3d"
    await reader.leave()


async def test_a_game_without_a_clock_says_so(aiko: Reader, bruno: Reader) -> None:
    await aiko.says("new", "is yours and waits")
    await bruno.hears("Table 1: Aiko is waiting")
    await bruno.says("join aiko", "Your game with Aiko.", "\n> ")
    assert "clock" not in bruno.new
    await bruno.says("time", "This game has no clock.")


@pytest.mark.ci
async def test_the_last_hour_and_minute_are_told_once(days: Seats, now: Now) -> None:
    (one, two), heard, begun = days, 0, now.at
    for left, told in (
        (HOUR + 1, []),
        (HOUR - 1, ["Your last hour has begun."]),
        (20, ["Your last minute has begun."]),
    ):
        now.at = begun + DAY - left
        for expected in (told, []):
            await one.says("match", "resign: Resign.", "\n> ")
            await one.says("time", "You have", "\n> ")
            assert [line for line in one.written.splitlines() if "has begun" in line][heard:] == expected
            heard += len(expected)
    assert "has begun" not in two.written


async def test_whoever_plays_too_late_is_told_how_it_ended(days: Seats, now: Now) -> None:
    one, two = days
    name = one.visitor.account.name
    now.wait(DAY)
    two.told = len(two.written)
    await one.says("develop line 1", "You lost on time;", "Type rematch, log, table or quit.")
    await two.hears(f"{name} lost on time;")
    await two.says("quit", "You are in the lobby.")
    await two.says("games", "No game of yours goes on. Type history for the finished ones.")


@pytest.mark.ci
async def test_a_program_is_told_the_deadline(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    await table.seats[1].play("give 1")
    await table.people[0].detach(table.seats[0])
    program = Program(table.people[0], first=f"join {table.match.id}")
    await program.until(lambda: program.of_type("match"))
    clock = program.of_type("match")[-1]["clock"]
    assert clock == {
        "control": "1d",
        "left": [DAY, DAY],
        "deadline": now.at + DAY,
        "paused_until": None,
        "waits": False,
    }
    now.wait(DAY)
    await lobby.settle_clocks()
    await program.until(lambda: program.of_type("match")[-1]["timed_out"] == 0)
    assert program.of_type("match")[-1]["clock"]["deadline"] is None
    await program.ask("quit")
    await program.ask("new clock 15+10")
    (mine,) = [each for each in program.of_type("lobby")[-1]["mine"] if each["state"] == "open"]
    assert (mine["clock"], mine["deadline"]) == ("15+10", None)
    await program.leave()


async def test_no_line_in_a_match_with_a_clock_says_what_is_hidden(lobby: Lobby) -> None:
    """A clock says when someone acted, and no more; Bruno is told the same time as Aiko."""
    table = await sit_down(lobby, "15+10")
    names = [person.account.name for person in table.people]
    one, two = table.seats
    assert one.time == two.time
    watching = await (await player(lobby, "Carol")).attach(table.match.id)
    assert watching.clock == (f"{names[0]} 15 min, {names[1]} 15 min", "15 min left")


@pytest.mark.ci
async def test_a_pause_is_offered_agreed_to_and_ended(days: Seats, now: Now) -> None:
    one, two = days
    names = [reader.visitor.account.name for reader in days]
    await one.says("pause 5", "A pause has a number of days: 3, 14.")
    two.told = len(two.written)
    await one.says("pause 14", f"Your offer of a pause waits for {names[1]}'s answer.")
    await two.hears(f"{names[0]} offers a pause of 14 days.", "Type agree or decline.")
    one.told = len(one.written)
    await two.says("pause", "The other player was quicker; answer that offer first.")
    await two.says("agree", "Paused until 24 Jan 2027, 00:00 UTC.")
    await one.hears("Paused until 24 Jan 2027, 00:00 UTC.")
    assert "no longer open" not in one.written + two.written, "it was agreed to"
    await two.says("match", "continue: End the pause.")
    await one.says("time", "You have 1 day left.", "Paused until 24 Jan 2027, 00:00 UTC.")
    one.told = len(one.written)
    await two.says("continue", "The pause is over.")
    await one.hears("The pause is over.")
    await two.says("continue", "The game is not paused.")


async def test_a_game_is_claimed_in_lines_and_the_dates_are_said(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "")
    await table.seats[1].play("give 1")
    one, two = await come_with_lines(table)
    names = [reader.visitor.account.name for reader in (one, two)]
    await two.says("claim", f"You can claim the game from 24 Jan 2027, 00:00 UTC on, if {names[0]} hasn't acted")
    await one.says("claim", "It is your turn.")
    now.wait(13 * DAY)
    one.told = len(one.written)
    await two.says("time", "This game has no clock.", f"claim: Warn {names[0]} that you will claim the game.")
    await two.says("claim", f"{names[0]} is warned. You can claim from 24 Jan 2027, 00:00 UTC.")
    await one.hears(f"{names[1]} waits: act before 24 Jan 2027, 00:00 UTC, or lose the game.")
    await one.says("quit", "You are in the lobby.")
    await one.says("games", f"your turn ({names[1]} waits for you, and will claim the game)")
    now.wait(DAY)
    await two.says("claim", f"{names[0]} stayed away; {names[1]} has claimed the game.")
    await one.hears(f"{names[1]} has claimed the game.")
    for reader in (one, two):
        await reader.leave()


@pytest.mark.ci
async def test_a_program_is_told_of_a_claim(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "")
    await table.people[1].detach(table.seats[1])
    program = Program(table.people[1], first=f"join {table.match.id}")
    await program.until(lambda: program.of_type("match"))
    told = program.of_type("match")[-1]
    assert (told["claim_from"], told["warned"], told["clock"]) == (now.at + 14 * DAY, False, None)
    now.wait(13 * DAY)
    assert (await program.ask("claim"))["type"] == "reply"
    await program.until(lambda: program.of_type("match")[-1]["warned"])
    now.wait(DAY)
    assert (await program.ask("claim"))["type"] == "reply"
    await program.until(lambda: program.of_type("match")[-1]["claimed"] == 1)
    await program.leave()


async def test_several_are_warned_and_left_behind_by_name(
    lobby: Lobby, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kinds.KINDS, "unison", f"{unison.__name__}:UNISON")
    people = await Party.of(lobby, 3)
    one, two, three = await people.sit_down("new unison 3")
    a, b, c = (reader.visitor.account.name for reader in (one, two, three))
    await one.says("3", "To decide now: ")
    await one.says("claim", "You can claim the game from 24 Jan 2027, 00:00 UTC on, if")
    now.wait(13 * DAY)
    await one.says("time", f"claim {b}: Warn {b} that you will go on alone.", f"claim {c}: Warn {c}")
    await one.says("claim", f"Say whom: {b}, {c}.")
    await one.says(f"claim {b}", f"{b} is warned. You can go on alone from 24 Jan 2027, 00:00 UTC.")
    await two.hears(f"{a} waits: act before 24 Jan 2027, 00:00 UTC, or the game goes on without you.")
    await one.says(f"claim {a}", f"Say whom: {b}, {c}.")
    program = Program(one.visitor, first=f"join {one.visitor.listing.mine[0].id}")
    await program.until(lambda: program.of_type("table_match"))
    claims = program.of_type("table_match")[-1]["claims"]
    assert [(each["seat"], each["warned"]) for each in claims] == [(1, True), (2, False)]
    assert {f"claim {b}", f"claim {c}"} <= {*program.of_type("table_match")[-1]["requests"]}
    now.wait(DAY)
    await three.says(f"claim {b.lower()}", f"{b} stayed away and lost; the game goes on without them.")
    await one.hears(f"{b} stayed away and lost; the game goes on without them.")
    await two.hears("You have left this game; it goes on without you.")
    await program.leave()
    await people.leave()
