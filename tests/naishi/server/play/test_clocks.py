"""Clocks: they count while a player is to act, are settled by whoever looks first, and never charge an outage."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.server import Database, Lobby, MatchState, News, OfferKind, Verb
from naishi.server.play import match_text
from naishi.server.storage.clock import DAY, MINUTE, Clock, TimeControl
from naishi.sessions.participant import Ask
from tests.naishi.server.conftest import Table, answer, offer, player, resign
from tests.naishi.server.now import Now, sit_down


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
async def lobby(database: Database, now: Now) -> AsyncIterator[Lobby]:
    lobby = Lobby(database, clock=now)
    yield lobby
    await lobby.close()


async def left(table: Table) -> tuple[float, float]:
    """What each seat has left, as it is stored."""
    stored = await table.lobby.matches.load(table.match.id)
    assert stored.clock is not None
    now = table.lobby.matches.now()
    return stored.clock.left_of(0, stored.game.turn, now), stored.clock.left_of(1, stored.game.turn, now)


async def gone(table: Table) -> None:
    """Have both players leave the match."""
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    await table.lobby.settled()


@pytest.mark.parametrize("text", ["", "3", "d", "3 d", "-1d", "15+", "+10", "15", "15+10s", "1e3+5", "x"])
def test_what_is_no_clock_is_none(text: str) -> None:
    assert TimeControl.from_text(text) is None


def test_days_are_for_each_turn_and_minutes_for_the_game() -> None:
    assert TimeControl.from_text("3d") == (3 * DAY, None)
    assert TimeControl.from_text("15+10") == (15 * MINUTE, 10)


async def test_minutes_begin_once_both_are_at_the_table(lobby: Lobby, now: Now) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.join(await host.open_table(public=True, control="15+10"))
    now.wait(DAY)
    first = await other.attach(match.id)
    now.wait(DAY)
    second = await host.attach(match.id)
    table = Table(lobby, [], match, [first, second] if first.seat == 0 else [second, first])
    now.wait(60)
    assert await left(table) == (14 * MINUTE, 15 * MINUTE)


async def test_days_begin_with_the_game(lobby: Lobby, now: Now) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.join(await host.open_table(public=True, control="1d"))
    now.wait(DAY - 1)
    assert (await lobby.matches.get(match.id)).clock == Clock.begun("1d", now.at - DAY + 1)
    now.wait(1)
    await host.refresh()
    assert (await lobby.matches.get(match.id)).state is MatchState.OVER


async def test_time_passes_for_whoever_is_to_act_and_seconds_are_added_after_a_turn(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    now.wait(30)
    await table.play("give 1")
    now.wait(60)
    await table.play("give 1")
    assert await left(table) == (15 * MINUTE - 20, 15 * MINUTE - 50)
    now.wait(100)
    await table.play("develop L1")
    now.wait(5)
    assert await left(table) == (15 * MINUTE - 125, 15 * MINUTE - 50), "a turn has several actions"
    await table.play("end")
    assert await left(table) == (15 * MINUTE - 115, 15 * MINUTE - 50)


async def test_each_turn_has_its_days(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "3d")
    now.wait(2 * DAY)
    await table.play("give 1")
    assert await left(table) == (3 * DAY, 3 * DAY)
    now.wait(DAY)
    assert await left(table) == (3 * DAY, 2 * DAY)


ACTIONS = {
    "gift": (),
    "turn": ("give 1", "give 1"),
    "within a turn": ("give 1", "give 1", "develop L1"),
    "second seat": ("give 1", "give 1", "develop L1", "end"),
}


@pytest.mark.parametrize("actions", ACTIONS.values(), ids=ACTIONS)
async def test_an_action_that_comes_too_late_loses(lobby: Lobby, now: Now, actions: tuple[str, ...]) -> None:
    table = await sit_down(lobby, "1d")
    await table.play(*actions)
    late = table.seats[0].view.turn or 0
    before = (await table.game()).actions
    now.wait(DAY)
    with pytest.raises(IllegalActionError, match="The game is over"):
        await table.play_on(1)
    assert (await table.game()).actions == before
    match = await lobby.matches.get(table.match.id)
    assert match.result is not None
    assert (match.result.how, match.result.winner) == ("timed out", 1 - late)
    name = match.names[late]
    assert match_text.ended(match) == f"{name} lost on time"
    assert {seat.ended_early for seat in table.seats} == {f"{name} lost on time; {match.names[1 - late]} wins."}


async def test_whoever_opens_the_match_first_settles_it(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    await gone(table)
    now.wait(DAY)
    stranger = await player(lobby, "Chiyo")
    watching = await stranger.attach(table.match.id)
    assert "lost on time" in watching.ended_early
    await stranger.detach(watching)
    for person in table.people:
        (match,) = (await person.refresh()).mine
        assert match.news == (News.TIMED_OUT, News.TIMED_OUT), "the loser is told, too"
        assert match_text.standing(match, person.account.id) == f"{match.names[0]} lost on time"


async def test_the_list_and_the_sweep_settle_it(lobby: Lobby, now: Now) -> None:
    listed, swept = [await sit_down(lobby, "1d") for _each in range(2)]
    for table in (listed, swept):
        await gone(table)
    now.wait(DAY - 1)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(swept.match.id)).state is MatchState.PLAYING
    now.wait(1)
    listed.people[0].own_lists_changed()
    assert {match.state for match in (await listed.people[0].refresh()).mine} == {MatchState.OVER}
    third = await sit_down(lobby, "1d")
    now.wait(DAY)
    await lobby.settle_clocks()
    assert "lost on time" in third.seats[0].ended_early, "also where both look on"
    assert await lobby.clocks.overdue() == []


async def test_with_the_flag_every_offer_goes_and_a_rematch_has_the_same_clock(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    await table.play("give 1", "give 1", "develop L1")
    await offer(table.seats[1], OfferKind.DRAW)
    await offer(table.seats[0], OfferKind.UNDO)
    (agree,) = [each for each in table.seats[0].requests if each.verb is Verb.AGREE]
    now.wait(DAY)
    with pytest.raises(IllegalActionError, match="no longer open"):
        await table.seats[0].request(agree)
    assert "lost on time" in table.seats[0].ended_early
    assert {each.kind for each in table.seats[0].requests} == {OfferKind.REMATCH}
    for seat in table.seats:
        await seat.rematch()
    again = await lobby.matches.load(table.seats[0].agreements.next or "")
    assert again.clock is not None
    assert (again.clock.control, again.clock.waits) == ("15+10", True)


async def test_resigning_too_late_is_losing_on_time(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    now.wait(DAY)
    with pytest.raises(IllegalActionError, match="The game is over"):
        await resign(table.seats[1])
    assert (await lobby.matches.get(table.match.id)).result.how == "timed out"  # type: ignore[union-attr]
    assert table.seats[0].agreements.loser == 0


async def test_an_effect_that_is_pending_counts(lobby: Lobby, now: Now) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.join(await host.open_table(public=True, control="1d"))
    table = Table(lobby, [], match, [])
    by_seat = sorted([await host.attach(match.id), await other.attach(match.id)], key=lambda each: each.seat or 0)
    table.seats = by_seat
    await table.play("give 1", "give 1", "develop L1")
    now.wait(DAY)
    assert Ask.PLAY in by_seat[0].allowed
    await lobby.settle_clocks()
    assert all(Ask.PLAY not in seat.allowed for seat in by_seat)


async def test_undo_gives_no_time_back(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    await table.play("give 1", "give 1")
    now.wait(60)
    await table.play("develop L1", "end")
    now.wait(20)
    before = await left(table)
    await offer(table.seats[0], OfferKind.UNDO)
    await answer(table.seats[1], Verb.AGREE)
    assert await left(table) == before, "what was used is used, and there are no seconds for what was undone"
    now.wait(5)
    assert await left(table) == (before[0] - 5, before[1])


async def test_an_outage_is_charged_to_nobody(database: Database, now: Now) -> None:
    before = Lobby(database, clock=now)
    await before.clocks.resume()
    table = await sit_down(before, "15+10")
    await gone(table)
    now.wait(60)
    await before.clocks.beat()
    now.wait(10)  # the server is killed
    now.wait(DAY)
    lobby = Lobby(database, clock=now)
    await lobby.clocks.resume()
    table.lobby = lobby
    assert await left(table) == (14 * MINUTE, 15 * MINUTE)
    assert await lobby.clocks.overdue() == []
    now.wait(14 * MINUTE)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(table.match.id)).state is MatchState.OVER
    await lobby.close()
    await before.close()


async def test_there_is_no_clock_against_a_bot(lobby: Lobby, now: Now) -> None:
    host = await player(lobby, "Aiko")
    table = await host.open_table(public=True, control="1d")
    assert table.control == "1d"
    match = await host.play_bot("beginner", table)
    assert match.clock is None
    now.wait(30 * DAY)
    me = await host.attach(match.id)
    assert not me.over


async def test_a_visitor_chooses_among_few_clocks(lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    with pytest.raises(NaishiError, match=r"Choose one of 10\+5, 15\+10, 30\+20, 1d, 3d, 7d\."):
        await host.open_table(public=True, control="0.05+0")
