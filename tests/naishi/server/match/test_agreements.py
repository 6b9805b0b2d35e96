"""Agreements of two players, taken as shown, endings final: participant, apply, session."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import Mock

import pytest

from naishi.common.i18n import IllegalActionError, InvalidActionError, NaishiError
from naishi.games.naishi.text.sentences import sentences
from naishi.server import Database, Lobby, MatchStage, OfferKind, Presence, Request, Verb
from naishi.server.match import apply
from naishi.server.match.match import agreements_of
from naishi.server.match.store import Matches
from naishi.sessions import Ask
from tests.fuzzing import seeds, some
from tests.naishi.server.conftest import Table, answer, guest, offer, player, resign
from tests.naishi.server.match.obedient_bots import ObedientBots
from tests.naishi.server.match.random_play import RandomPlay
from tests.naishi.server.match.shared import being_stored
from tests.naishi.server.match.truth import results_in
from tests.naishi.server.presence.fake_time import RandomDatabase, run

TOO_LONG = 30.0
"""Seconds after which something is taken never to happen."""


async def test_who_resigns_ends_the_game(table: Table, database: Database) -> None:
    await table.play("give 1")
    await resign(table.seats[0])
    assert (await table.lobby.matches.get(table.match.id)).state is MatchStage.OVER
    assert table.seats[1].allowed == {Ask.REPLAY, Ask.REMATCH, Ask.AGREEMENT, Ask.TALK}
    for refused in ("give 1", "give 2"):
        with pytest.raises(IllegalActionError, match="over"):
            await table.seats[1].play(refused)
    with pytest.raises(IllegalActionError, match="over"):
        await resign(table.seats[1])
    loser, winner = (person.account.id for person in table.people)
    assert await results_in(database) == [(0, loser, "lost"), (1, winner, "won")]


async def test_a_draw_takes_both(table: Table, database: Database) -> None:
    await offer(table.seats[0], OfferKind.DRAW)
    assert not table.seats[0].over
    with pytest.raises(IllegalActionError, match="asked already"):
        await offer(table.seats[0], OfferKind.DRAW)
    assert not table.seats[0].over
    await answer(table.seats[1], Verb.AGREE)
    assert table.seats[0].agreements.drawn
    assert [result for _seat, _player, result in await results_in(database)] == ["drawn", "drawn"]


@pytest.mark.ci
async def test_an_offer_is_off_once_it_is_declined_or_played_past(table: Table) -> None:
    await offer(table.seats[1], OfferKind.DRAW)
    await answer(table.seats[0], Verb.DECLINE)
    assert table.seats[0].agreements.draw is None
    await table.play("give 1")
    await offer(table.seats[0], OfferKind.DRAW)
    await table.play("give 1")
    assert table.seats[0].agreements.draw is None


async def test_what_was_declined_is_not_offered_again_before_the_next_action(table: Table) -> None:
    one, two = table.seats
    await offer(one, OfferKind.DRAW)
    await answer(two, Verb.DECLINE)
    with pytest.raises(IllegalActionError, match=r"declined the draw\. You can ask again after"):
        await offer(one, OfferKind.DRAW)
    await offer(two, OfferKind.DRAW)
    await answer(one, Verb.DECLINE)
    await table.play("give 1")
    await offer(two, OfferKind.DRAW)
    await answer(one, Verb.AGREE)
    assert one.agreements.drawn


async def test_whoever_has_declined_a_rematch_may_ask_for_one(table: Table) -> None:
    one, two = table.seats
    await table.play_to_the_end()
    await offer(one, OfferKind.REMATCH)
    await answer(two, Verb.DECLINE)
    with pytest.raises(IllegalActionError, match=r"has declined the rematch\.$"):
        await one.rematch()
    await two.rematch()
    await one.rematch()
    assert one.agreements.next is not None


async def test_an_offer_stands_while_whoever_made_it_plays_on(table: Table) -> None:
    await offer(table.seats[0], OfferKind.DRAW)
    await table.play("give 1")
    assert Verb.AGREE in {request.verb for request in table.seats[1].requests}


async def test_an_answer_is_to_the_offer_that_was_shown(table: Table) -> None:
    """Not to another one of the same kind that was made meanwhile."""
    await offer(table.seats[1], OfferKind.DRAW)
    agree, decline = table.seats[0].requests[:2]
    assert (agree.verb, decline.verb) == (Verb.AGREE, Verb.DECLINE)
    await table.seats[0].request(decline)
    await table.play("give 1")
    await offer(table.seats[1], OfferKind.DRAW)
    with pytest.raises(IllegalActionError, match="'s offer of a draw is no longer open"):
        await table.seats[0].request(agree)
    assert not table.seats[0].over


@pytest.mark.parametrize("nothing", some(["recall", "nonsense", "develop L9"], 3))
async def test_what_is_refused_leaves_an_offer_open(table: Table, nothing: str) -> None:
    await offer(table.seats[1], OfferKind.DRAW)
    standing = table.seats[0].agreements.draw
    with pytest.raises((InvalidActionError, IllegalActionError)):
        await table.seats[0].play(nothing)
    assert table.seats[0].agreements.draw == standing
    assert agreements_of(await table.lobby.matches.load(table.match.id)).draw == standing


async def test_a_turn_is_undone_when_both_agree(table: Table) -> None:
    await table.play("give 1", "give 2")
    await table.play_on(1)
    before = (await table.game()).actions
    assert Ask.UNDO not in table.seats[0].allowed
    with pytest.raises(IllegalActionError, match="takes an agreement"):
        await table.seats[0].undo()
    await offer(table.seats[0], OfferKind.UNDO)
    assert (await table.game()).actions == before
    await answer(table.seats[1], Verb.AGREE)
    assert len((await table.game()).actions) == 2
    assert table.seats[0].agreements.undo is None
    assert len(table.seats[0].view.events) == 2


async def test_the_whole_last_turn_is_undone(table: Table) -> None:
    await table.play("give 1", "give 2", "develop L4")
    await table.play("end" if "end" in [a.text for a in table.seats[0].view.legal_actions] else "pass")
    assert table.seats[0].view.turn == 1
    await table.play("develop H1")
    await offer(table.seats[0], OfferKind.UNDO)
    await answer(table.seats[1], Verb.AGREE)
    assert len((await table.game()).actions) == 2, "the develop and its end, and what came after"


async def test_what_was_done_of_a_turn_is_undone(table: Table) -> None:
    await table.play("give 1", "give 2", "develop L4")
    assert table.seats[0].view.turn == 0, "there is a bonus to take"
    await offer(table.seats[0], OfferKind.UNDO)
    await answer(table.seats[1], Verb.AGREE)
    assert len((await table.game()).actions) == 2


async def test_a_rematch_takes_both_and_turns_the_seats_round(table: Table) -> None:
    await resign(table.seats[0])
    first, second = (person.account.id for person in table.people)
    await table.seats[0].rematch()
    assert table.seats[0].agreements.next is None
    await table.seats[1].rematch()
    following = table.seats[0].agreements.next
    assert following is not None
    assert (await table.lobby.matches.get(following)).seats == (second, first)
    with pytest.raises(IllegalActionError, match="begun already"):
        await table.seats[0].rematch()


async def test_both_may_ask_for_the_rematch_at_the_same_moment(table: Table) -> None:
    await resign(table.seats[0])
    ask = Request(Verb.OFFER, OfferKind.REMATCH)
    await asyncio.gather(*(seat.request(ask) for seat in table.seats))
    assert table.seats[0].agreements.next is not None


async def test_nothing_is_said_to_be_allowed_to_whoever_has_asked_for_a_rematch(table: Table) -> None:
    await resign(table.seats[0])
    await table.seats[0].rematch()
    assert Ask.REMATCH not in table.seats[0].allowed
    assert "asked already" in table.seats[0].refusal(Ask.REMATCH)
    assert Ask.REMATCH in table.seats[1].allowed
    await answer(table.seats[1], Verb.DECLINE)
    assert Ask.REMATCH not in table.seats[0].allowed
    assert "has declined the rematch" in table.seats[0].refusal(Ask.REMATCH)
    assert Ask.REMATCH in table.seats[1].allowed


async def test_what_is_allowed_is_worked_out_once_until_something_changes(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out = Mock(wraps=apply.requests)
    monkeypatch.setattr(apply, "requests", worked_out)
    one = table.seats[0]
    before = one.allowed
    worked_out.reset_mock()
    assert [one.allowed for _key in range(5)] == [before] * 5
    worked_out.assert_not_called()
    await table.play("give 1")
    assert Ask.PLAY in before
    assert Ask.PLAY not in one.allowed
    await resign(table.seats[1])
    assert Ask.REPLAY in one.allowed
    one.unseat()
    assert Ask.OTHER_SIDE in one.allowed


async def test_what_is_not_allowed_is_refused_for_its_own_reason(lobby: Lobby) -> None:
    me = await player(lobby, "Aiko")
    seat = await me.attach((await me.tables.play_bot("beginner")).id)
    assert not seat.allowed & {Ask.PACE, Ask.ADVISE}
    assert "pace" in seat.refusal(Ask.PACE)
    with pytest.raises(IllegalActionError, match="pace"):
        seat.set_pace(1.0)
    assert "advice" in seat.refusal(Ask.ADVISE)


@pytest.fixture
def bots() -> ObedientBots:
    return ObedientBots()


async def test_a_bot_that_thinks_stops_when_its_opponent_resigns(database: Database, bots: ObedientBots) -> None:
    lobby = Lobby(database, bots)
    me = await player(lobby, "Aiko")
    seat = await me.attach((await me.tables.play_bot("beginner")).id)
    while Ask.PLAY in seat.allowed:
        await seat.play(seat.view.legal_actions[0])
    while not bots.waiting:
        await asyncio.sleep(0.001)
    stored = await lobby.matches.load(seat.match_id)
    await resign(seat)
    bots.answer()
    await asyncio.sleep(0)
    assert bots.stopped
    assert seat.bots.thinking is None
    with pytest.raises(IllegalActionError, match="over"):
        await seat.undo()
    assert (await lobby.matches.load(seat.match_id)).game.actions == stored.game.actions
    assert "lost" in [result for _seat, account, result in await results_in(database) if account == me.account.id]
    await lobby.close()


async def claimed(table: Table, who: int) -> None:
    """Have someone with a key claim the guest at a seat."""
    claimant = await player(table.lobby, "Chiyo")
    await claimant.credentials.use_code(await claimant.credentials.read_code(table.people[who].code))


async def with_a_guest(lobby: Lobby) -> tuple[Table, int]:
    """Someone with a key, and a guest; return also whose seat is the guest's."""
    host, visitor = await player(lobby, "Aiko"), await guest(lobby)
    match = await visitor.tables.join(await host.tables.open(public=True))
    people = [host, visitor] if match.seats[0] == host.account.id else [visitor, host]
    return Table(lobby, people, match, [await each.attach(match.id) for each in people]), people.index(visitor)


@pytest.mark.ci
async def test_a_guest_who_was_claimed_in_the_middle_of_a_match_has_the_rematch(lobby: Lobby) -> None:
    table, who = await with_a_guest(lobby)
    await table.play("give 1", "give 2")
    await claimed(table, who)
    chiyo = (await player(lobby, "Chiyo")).account
    await table.play_on(1)
    await resign(table.seats[1 - who])
    await table.seats[who].rematch()
    await answer(table.seats[1 - who], Verb.AGREE)
    following = await lobby.matches.get(table.seats[0].agreements.next or "")
    assert following.seats[1 - who] == chiyo.id
    assert (await lobby.matches.get(table.match.id)).seats[who] == chiyo.id


async def test_one_player_at_both_seats_is_offered_no_rematch(lobby: Lobby) -> None:
    """A guest's finished games may be claimed by the one who the guest has played."""
    table, who = await with_a_guest(lobby)
    await resign(table.seats[who])
    await table.seats[who].rematch()
    host = table.people[1 - who]
    await host.credentials.use_code(await host.credentials.read_code(table.people[who].code))
    for seat in table.seats:
        assert seat.requests == ()
        assert seat.allowed == {Ask.REPLAY, Ask.AGREEMENT}, "the deal can be read"
        assert "Both seats" in seat.refusal(Ask.REMATCH)
        with pytest.raises(NaishiError, match="Both seats"):
            await seat.rematch()
    assert table.seats[0].news.latest == ""


async def test_whoever_has_deleted_the_account_is_gone_and_plays_no_rematch(table: Table) -> None:
    mine, theirs = table.seats
    await theirs.request(Request(Verb.RESIGN))
    await mine.rematch()
    await table.people[1].detach(theirs)
    await table.people[1].delete_account(table.people[1].account)
    assert not mine.against_bot
    assert mine.presence(1) is Presence.GONE
    assert mine.requests == ()
    assert mine.allowed == {Ask.REPLAY, Ask.AGREEMENT}, "the deal can be read"
    assert mine.news.latest == "", "nobody is going to answer"
    with pytest.raises(NaishiError, match="has left this server"):
        await mine.rematch()


async def test_a_request_is_carried_out_though_whoever_made_it_has_gone(table: Table) -> None:
    """A terminal may end at any moment; what its player did counts, and the next one is no write on top of it."""
    act = asyncio.create_task(table.seats[0].play("give 1"))
    await asyncio.sleep(0)
    act.cancel()
    with pytest.raises(asyncio.CancelledError):
        await act
    await table.seats[1].play("give 2")
    assert [action.text for action in (await table.game()).actions] == ["give 1", "give 2"]


async def test_whoever_goes_while_coming_is_not_at_the_match(table: Table, database: Database) -> None:
    me, mine = table.people[0], table.seats[0]
    await table.play("give 1")
    await me.detach(mine)
    async with being_stored(table, database, table.seats[1].play("give 1")):
        coming = asyncio.create_task(me.attach(table.match.id))
        while table.seats[1].presence(0) is not Presence.HERE:
            await asyncio.sleep(0)
        coming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await coming
    assert table.seats[1].presence(0) is Presence.AWAY


async def test_whoever_has_left_a_match_can_do_nothing_in_it(table: Table) -> None:
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    with pytest.raises(IllegalActionError, match="left"):
        await table.seats[0].play("give 1")
    with pytest.raises(IllegalActionError, match="left"):
        await resign(table.seats[0])
    assert (await table.game()).actions == ()


@pytest.mark.ci
@pytest.mark.parametrize("batch", seeds(1, 250))
def test_whatever_people_do_at_whatever_moment_all_is_well(batch: int, tmp_path: Path) -> None:
    databases = RandomDatabase(tmp_path / "naishi.sqlite"), RandomDatabase(tmp_path / "naishi.sqlite")
    for seed in range(12 * batch, 12 * (batch + 1)):
        play = RandomPlay(databases, seed)
        try:
            run(play.play(40))
        except BaseException:
            print(seed, *play.done, sep="\n")
            raise
    assert Matches(databases[0]).check()[1] == []
    for each in databases:
        each.close()


async def test_a_gift_that_was_chosen_in_a_game_that_then_ended_was_never_given(table: Table) -> None:
    await table.play("give 1")
    assert [*sentences(table.seats[0].view, table.seats[0].view.events)]
    await resign(table.seats[1])
    for seat in table.seats:
        assert not [*sentences(seat.view, seat.view.events)]


async def test_what_was_undone_or_declined_is_said_until_it_has_been_read(table: Table) -> None:
    mover, waiter = table.seats
    await table.play("give 1", "give 2")
    for verb, said in ((Verb.AGREE, "Your last turn is undone."), (Verb.DECLINE, "has declined to undo")):
        await table.play_on(1)
        await offer(mover, OfferKind.UNDO)
        await answer(waiter, verb)
        assert said in mover.news.latest
        assert mover.news.passes
        mover.news.react()
        assert mover.news.latest == ""
        assert not mover.news.passes
