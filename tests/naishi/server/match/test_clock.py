"""Clocks: counting, settlement, outages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from naishi.common.i18n import IllegalActionError, NaishiError
from naishi.server import Database, Lobby, MatchParticipant, MatchStage, News, OfferKind, Request, Verb
from naishi.server.maintenance.export_format import read
from naishi.server.maintenance.transfer import export, import_
from naishi.server.match import match_text
from naishi.server.match.clock import DAY, MINUTE, Clock, TimeControl
from naishi.server.match.match import Terms
from naishi.sessions.participant import Ask
from tests.naishi.server.conftest import Now, Table, answer, offer, player, resign, sit_down
from tests.naishi.server.fresh import fresh

pytestmark = pytest.mark.usefixtures("now")


async def left(table: Table) -> tuple[float, float]:
    """What each seat has left, as it is stored."""
    stored = await table.lobby.matches.load(table.match.id)
    assert stored.clock is not None
    now = table.lobby.matches.now()
    awaited = stored.game.awaited
    return stored.clock.left_of(0, awaited, now), stored.clock.left_of(1, awaited, now)


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
    match = await other.tables.join(await host.tables.open(Terms(control="15+10"), public=True))
    now.wait(DAY)
    first = await other.attach(match.id)
    now.wait(DAY)
    second = await host.attach(match.id)
    table = Table(lobby, [], match, [first, second] if first.seat == 0 else [second, first])
    now.wait(60)
    assert await left(table) == (14 * MINUTE, 14 * MINUTE)


async def test_days_begin_with_the_game(lobby: Lobby, now: Now) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await host.tables.open(Terms(control="1d"), public=True))
    now.wait(DAY - 1)
    assert (await lobby.matches.get(match.id)).clock == Clock.begun("1d", 2, now.at - DAY + 1)
    now.wait(1)
    await host.refresh()
    assert (await lobby.matches.get(match.id)).state is MatchStage.OVER


async def test_time_passes_for_whoever_is_to_act_and_seconds_are_added_after_a_turn(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    now.wait(30)
    await table.play("give 1")
    now.wait(60)
    await table.play("give 1")
    assert await left(table) == (15 * MINUTE - 20, 15 * MINUTE - 80), (
        "both had to choose their gifts from the beginning"
    )
    now.wait(100)
    await table.play("develop L1")
    now.wait(5)
    assert await left(table) == (15 * MINUTE - 125, 15 * MINUTE - 80), "a turn has several actions"
    await table.play("end")
    assert await left(table) == (15 * MINUTE - 115, 15 * MINUTE - 80)


async def test_each_turn_has_its_days(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "3d")
    now.wait(2 * DAY)
    await table.play("give 1")
    assert await left(table) == (3 * DAY, DAY), "both had to choose their gifts from the beginning"
    await table.play("give 1")
    now.wait(DAY)
    assert await left(table) == (2 * DAY, 3 * DAY)


ACTIONS = {
    "gift": ("give 1",),
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
    assert table.seats[late].ended_early == f"You lost on time; {match.names[1 - late]} wins."
    assert table.seats[1 - late].ended_early == f"{name} lost on time; {match.names[1 - late]} wins."


@pytest.mark.ci
async def test_whoever_opens_the_match_first_settles_it(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    await table.seats[1].play("give 1")
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


@pytest.mark.ci
async def test_the_list_and_the_sweep_settle_it(lobby: Lobby, now: Now) -> None:
    listed, swept = [await sit_down(lobby, "1d") for _each in range(2)]
    for table in (listed, swept):
        await gone(table)
    now.wait(DAY - 1)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(swept.match.id)).state is MatchStage.PLAYING
    now.wait(1)
    listed.people[0].own_lists_changed()
    assert {match.state for match in (await listed.people[0].refresh()).mine} == {MatchStage.OVER}
    third = await sit_down(lobby, "1d")
    await third.seats[1].play("give 1")
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
    await table.seats[1].play("give 1")
    now.wait(DAY)
    with pytest.raises(IllegalActionError, match="The game is over"):
        await resign(table.seats[1])
    assert (await lobby.matches.get(table.match.id)).result.how == "timed out"  # type: ignore[union-attr]
    assert table.seats[0].agreements.timed_out == 0


async def test_a_game_is_over_for_whoever_leaves_for_good_with_no_time_left(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    await table.seats[1].play("give 1")
    now.wait(DAY)
    await lobby.resign_all(table.people[0].account.id)
    assert table.seats[1].agreements.timed_out == 0


async def test_an_effect_that_is_pending_counts(lobby: Lobby, now: Now) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await host.tables.open(Terms(control="1d"), public=True))
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
    assert await left(table) == (14 * MINUTE, 14 * MINUTE)
    assert await lobby.clocks.overdue() == []
    now.wait(14 * MINUTE)
    await lobby.settle_clocks()
    assert (await lobby.matches.get(table.match.id)).state is MatchStage.OVER
    await lobby.close()
    await before.close()


@pytest.mark.ci
async def test_a_move_to_another_server_is_charged_to_nobody(
    lobby: Lobby, database: Database, tmp_path: Path, now: Now
) -> None:
    table, resting = [await sit_down(lobby, "15+10") for _each in range(2)]
    await paused(resting)
    waiting = await table.people[0].tables.open(Terms(control="3d"), public=True)
    now.wait(60)
    lines = [line.encode() for line in export(database, [], now)]
    now.wait(DAY)
    other = Database(fresh(tmp_path / "other.sqlite"))
    import_(other, read(lines), now)
    there = Lobby(other, clock=now)
    table.lobby = resting.lobby = there
    assert await left(table) == (14 * MINUTE, 14 * MINUTE)
    now.wait(60)
    assert await left(table) == (13 * MINUTE, 13 * MINUTE)
    assert (await there.matches.get(waiting.id)).control == "3d"
    assert (await there.matches.load(resting.match.id)).clock == (await lobby.matches.load(resting.match.id)).clock
    assert there.matches.check() == (3, [])
    await there.close()
    other.close()


async def test_an_export_says_of_a_clock_of_two_what_it_always_has(lobby: Lobby, database: Database, now: Now) -> None:
    table = await Table.of(lobby, await player(lobby, "Aiko"), await player(lobby, "Bruno"), control="1d")
    for seat in (0, 1):
        now.wait(60)
        await table.seats[seat].play("give 1")
    now.wait(60)
    lines = [json.loads(line) for line in export(database, [], now)]
    (match,) = [line["match"] for line in lines if "match" in line]
    clock = {"control": "1d", "left": [DAY - 60, DAY], "turned": now.at - 60, "since": now.at}
    assert match["clock"] == clock | {"waits": False, "warned": None}


async def test_there_is_no_clock_against_a_bot(lobby: Lobby, now: Now) -> None:
    host = await player(lobby, "Aiko")
    table = await host.tables.open(Terms(control="1d"), public=True)
    assert table.control == "1d"
    match = await host.tables.play_bot("beginner", table)
    assert match.clock is None
    now.wait(30 * DAY)
    me = await host.attach(match.id)
    assert not me.over


async def test_a_visitor_chooses_among_few_clocks(lobby: Lobby) -> None:
    host = await player(lobby, "Aiko")
    with pytest.raises(NaishiError, match=r"Choose one of 3\+2, 5\+3, 10\+5, 15\+10, 30\+20, 1d, 3d, 7d\."):
        await host.tables.open(Terms(control="0.05+0"), public=True)


def asked(seat: MatchParticipant, verb: Verb, days: int | None = None) -> Request:
    """The request that a seat can make now."""
    (request,) = [each for each in seat.requests if each.verb is verb and each.days == days]
    return request


async def paused(table: Table, days: int = 3) -> None:
    """Have the first seat offer a pause, and the second agree."""
    await table.seats[0].request(asked(table.seats[0], Verb.OFFER, days))
    await answer(table.seats[1], Verb.AGREE)


async def test_nobody_s_time_counts_in_a_pause_and_it_ends_by_itself(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    now.wait(0.5 * DAY)
    one, two = table.seats
    await one.request(asked(one, Verb.OFFER, 14))
    assert two.news.offered == f"{one.view.names[0]} offers a pause of 14 days."
    assert one.news.situation == f"Waiting for {two.view.names[1]}'s answer."
    await answer(two, Verb.AGREE)
    until = now.at + 14 * DAY
    for seat in table.seats:
        assert seat.time is not None
        assert (seat.time.paused_until, seat.time.deadline) == (until, None)
        assert seat.clock == ("paused until 24 Jan 2027, 12:00 UTC", "paused")
        assert {each.verb for each in seat.requests} == {Verb.OFFER, Verb.CONTINUE, Verb.RESIGN}
        assert not [each for each in seat.requests if each.kind is OfferKind.PAUSE], "one pause at a time"
    now.wait(14 * DAY + 0.25 * DAY)
    assert await left(table) == (0.25 * DAY, 0.25 * DAY)
    now.wait(0.25 * DAY)
    await lobby.settle_clocks()
    assert table.seats[0].agreements.called_off, "neither has given, and both times have run out"


async def test_whoever_is_to_act_may_do_so_in_a_pause(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    await paused(table)
    now.wait(DAY)
    await table.play("give 1", "give 1")
    assert await left(table) == (15 * MINUTE + 10, 15 * MINUTE + 10)
    now.wait(2 * DAY + 60)
    assert await left(table) == (14 * MINUTE + 10, 15 * MINUTE + 10)


async def test_a_player_who_ends_a_pause_costs_the_other_no_day_of_it(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "1d")
    now.wait(0.5 * DAY)
    await paused(table, 14)
    await table.people[0].detach(table.seats[0])
    now.wait(DAY)
    await table.seats[1].request(asked(table.seats[1], Verb.CONTINUE))
    now.wait(12 * DAY)
    await lobby.settle_clocks()
    assert await left(table) == (0.5 * DAY, 0.5 * DAY)
    now.wait(DAY + 0.25 * DAY)
    assert await left(table) == (0.25 * DAY, 0.25 * DAY), "it is no longer than the pause would have been"


async def test_days_go_on_where_they_stood_once_both_have_ended_a_pause(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "3d")
    now.wait(DAY)
    await paused(table)
    now.wait(DAY)
    await table.seats[1].request(asked(table.seats[1], Verb.CONTINUE))
    assert await left(table) == (2 * DAY, 2 * DAY)
    now.wait(DAY)
    assert await left(table) == (DAY, DAY), "both are here"


async def test_minutes_wait_for_both_if_one_player_ends_a_pause_but_not_longer_than_it(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    await paused(table)
    await table.people[0].detach(table.seats[0])
    now.wait(DAY)
    await table.seats[1].request(asked(table.seats[1], Verb.CONTINUE))
    now.wait(DAY)
    assert await left(table) == (15 * MINUTE, 15 * MINUTE)
    assert table.seats[1].clock[0].startswith("the clock starts when both are here, or at ")
    await table.people[0].attach(table.match.id)
    now.wait(60)
    assert await left(table) == (14 * MINUTE, 14 * MINUTE)
    table.seats[0] = await table.people[0].attach(table.match.id)
    await paused(table)
    await table.seats[0].request(asked(table.seats[0], Verb.CONTINUE))
    now.wait(60)
    assert await left(table) == (13 * MINUTE, 13 * MINUTE), "both are here"


async def test_who_comes_late_after_a_pause_has_used_the_time_since(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "15+10")
    await paused(table)
    await table.people[0].detach(table.seats[0])
    lobby.leave(table.people[0])
    await table.seats[1].request(asked(table.seats[1], Verb.CONTINUE))
    now.wait(3 * DAY + 60)
    assert table.seats[1].news.situation == f"{table.seats[1].view.names[0]} is not here."
    assert table.seats[1].clock[1] == "14 min left"
    await table.people[0].attach(table.match.id)
    assert await left(table) == (14 * MINUTE, 14 * MINUTE)


async def test_an_outage_does_not_lengthen_a_pause(database: Database, now: Now) -> None:
    lobby = Lobby(database, clock=now)
    table = await sit_down(lobby, "1d")
    await paused(table)
    await gone(table)
    await lobby.clocks.beat()
    now.wait(DAY)
    await lobby.clocks.resume()
    assert (await lobby.matches.get(table.match.id)).clock.since == now.at + 2 * DAY  # type: ignore[union-attr]
    await lobby.close()


@pytest.mark.parametrize(("control", "why"), [("", "no clock"), ("15+10", "not started yet")])
async def test_where_nothing_counts_there_is_no_pause(lobby: Lobby, control: str, why: str) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await host.tables.open(Terms(control=control), public=True))
    me = await host.attach(match.id)
    assert not [each for each in me.requests if each.kind is OfferKind.PAUSE]
    with pytest.raises(IllegalActionError, match=why):
        await me.request(Request(Verb.OFFER, OfferKind.PAUSE, days=3))
    with pytest.raises(IllegalActionError, match="The game is not paused"):
        await me.request(Request(Verb.CONTINUE))


async def test_a_game_is_claimed_after_a_warning(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "")
    await table.play("give 1")
    waiting, away = table.seats
    names = waiting.view.names
    assert not [each for each in waiting.requests if each.verb is Verb.CLAIM]
    now.wait(DAY)
    claim = asked(waiting, Verb.CLAIM)
    assert waiting.words_of(claim) == "Claim the game, from 24 Jan 2027, 00:00 UTC on"
    assert not [each for each in away.requests if each.verb is Verb.CLAIM]
    with pytest.raises(IllegalActionError, match="You can claim the game from 24 Jan 2027, 00:00 UTC on, if"):
        await waiting.request(claim)
    await offer(waiting, OfferKind.DRAW)  # that is no move of the other's
    now.wait(12 * DAY)
    assert waiting.words_of(claim) == f"Warn {names[1]} that you will claim the game"
    await waiting.request(claim)
    assert waiting.note.startswith(f"{names[1]} is warned. You can claim from 24 Jan 2027, 00:00 UTC.")
    assert away.note.startswith(f"{names[0]} offers a draw.")
    assert away.news.situation == f"{names[0]} waits: act before 24 Jan 2027, 00:00 UTC, or lose the game."
    (listed,) = (await table.people[1].refresh()).mine
    assert listed.news[1] is News.WARNED
    with pytest.raises(IllegalActionError, match="from 24 Jan 2027"):
        await waiting.request(claim)
    now.wait(DAY)
    await waiting.request(claim)
    match = await lobby.matches.get(table.match.id)
    assert match.result is not None
    assert (match.result.how, match.result.winner) == ("claimed", 0)
    assert away.ended_early == f"You stayed away; {names[0]} has claimed the game."
    assert match_text.ended(match) == f"{names[1]} stayed away and lost"


async def test_a_move_ends_a_warning(lobby: Lobby, now: Now) -> None:
    table = await sit_down(lobby, "")
    await table.seats[1].play("give 1")
    now.wait(13 * DAY)
    await table.seats[1].request(asked(table.seats[1], Verb.CLAIM))
    now.wait(DAY)
    await table.play("give 1")
    for seat in table.seats:
        assert seat.note == ""
        with pytest.raises(IllegalActionError, match=r"You can claim|It is your turn"):
            await seat.request(Request(Verb.CLAIM))
    (listed,) = (await table.people[0].refresh()).mine
    assert listed.news[0] is None


@pytest.mark.parametrize("control", ["1d", "15+10"])
async def test_there_is_no_claim_where_time_counts(lobby: Lobby, now: Now, control: str) -> None:
    table = await sit_down(lobby, control)
    now.wait(60)
    with pytest.raises(IllegalActionError, match="the time decides"):
        await table.seats[1].request(Request(Verb.CLAIM))


async def test_a_clock_that_never_started_leaves_the_claim(lobby: Lobby, now: Now) -> None:
    host, other = [await player(lobby, name) for name in ("Aiko", "Bruno")]
    match = await other.tables.join(await host.tables.open(Terms(control="15+10"), public=True))
    waiting = (host, other)[match.seats[1] == other.account.id]
    me = await waiting.attach(match.id)
    for days in (13, 1):
        now.wait(days * DAY)
        await me.request(asked(me, Verb.CLAIM))
    assert me.agreements.claimed == 1


async def test_nobody_claims_a_game_from_a_bot(lobby: Lobby, now: Now) -> None:
    host = await player(lobby, "Aiko")
    me = await host.attach((await host.tables.play_bot("beginner")).id)
    now.wait(30 * DAY)
    assert {each.verb for each in me.requests} == {Verb.RESIGN}
    with pytest.raises(IllegalActionError, match="A bot never stays away"):
        await me.request(Request(Verb.CLAIM))
