"""Descriptions of offers, before and after the answer."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.server import Lobby, News, OfferKind, Request, Verb
from naishi.sessions.participant import Ask
from tests.naishi.server.conftest import Table, answer, guest, offer, player, resign


async def undo(table: Table, seat: int) -> tuple[list[str], int]:
    """Have a seat ask to undo, and the other agree; return what was said of it, and how much was undone."""
    asker, other = table.seats[seat], table.seats[1 - seat]
    before = len((await table.game()).actions)
    (request,) = [each for each in asker.requests if each.kind is OfferKind.UNDO]
    assert request.turn is not None
    words = [f"both: {request.turn.both}"]
    await asker.request(request)
    words.append(other.news.offered)
    agree = next(each for each in other.requests if each.verb is Verb.AGREE)
    assert agree.turn == request.turn
    await other.request(agree)
    words += [asker.news.latest, other.news.latest]
    return words, before - len((await table.game()).actions)


async def test_a_turn_is_undone_alone_while_nobody_has_acted_since(table: Table) -> None:
    await table.play("give 1", "give 1", "develop L1", "end")
    first = table.seats[0].view.names[0]
    words, undone = await undo(table, 0)
    assert words == [
        "both: False",
        f"{first} asks to undo their last turn.",
        "Your last turn is undone.",
        f"{first}'s last turn is undone.",
    ]
    assert undone == 2


async def test_the_other_s_turn_goes_with_it_and_both_know(table: Table) -> None:
    await table.play("give 1", "give 1", "develop L1", "end", "develop L2", "end")
    first, second = table.seats[0].view.names
    words, undone = await undo(table, 0)
    assert words == [
        "both: True",
        f"{first} asks to undo their last turn; yours after it goes too.",
        f"Your last turn is undone, and {second}'s after it.",
        f"{first}'s last turn is undone, and yours after it.",
    ]
    assert undone == 4
    await table.play("develop L3")
    assert [seat.news.latest for seat in table.seats] == ["", ""], "it is said until the next action"


async def test_what_was_shown_is_asked_for_and_nothing_else(table: Table) -> None:
    await table.play("give 1", "give 1", "develop L1", "end")
    (shown,) = [each for each in table.seats[0].requests if each.kind is OfferKind.UNDO]
    await table.play("develop L2")
    assert shown.id not in {each.id for each in table.seats[0].requests}
    with pytest.raises(IllegalActionError, match="gone on meanwhile"):
        await table.seats[0].request(shown)


async def test_whoever_is_in_a_turn_undoes_that_turn_alone(table: Table) -> None:
    await table.play("give 1", "give 1", "develop L1", "end", "develop L2")
    words, undone = await undo(table, 1)
    assert words[0] == "both: False"
    assert undone == 1


async def test_what_can_be_asked_for_keeps_its_place(table: Table) -> None:
    kinds = [each.kind for each in table.seats[0].requests]
    await table.play("give 1", "give 1")
    assert [each.kind for each in table.seats[0].requests] == [kinds[0], OfferKind.UNDO, *kinds[1:]]
    assert kinds == [OfferKind.DRAW, None]


async def test_where_nothing_can_be_asked_for_it_is_said_why_and_the_deal_can_be_checked(table: Table) -> None:
    await resign(table.seats[0])
    for seat in table.seats:
        await offer(seat, OfferKind.REMATCH)
    assert not table.seats[0].requests
    assert Ask.AGREEMENT in table.seats[0].allowed, "there one reads how the cards were dealt"
    with pytest.raises(IllegalActionError, match="has begun already"):
        await table.seats[0].request(Request(Verb.OFFER, OfferKind.REMATCH))


async def test_a_claimed_game_bears_the_name_of_whoever_plays_it_now(lobby: Lobby) -> None:
    visitor = await guest(lobby)
    table = await Table.of(lobby, visitor, await player(lobby, "Bruno"))
    aiko = await player(lobby, "Aiko")
    seat = next(each for each in table.seats if each.player != visitor.account.id)
    before = visitor.account.name
    assert before in seat.view.names
    await aiko.credentials.use_code(await aiko.credentials.read_code(visitor.code))
    assert sorted(seat.view.names) == ["Aiko", "Bruno"]
    mine = await aiko.attach(table.match.id)
    assert mine.view.names == seat.view.names
    await table.play("give 1")
    assert sorted(each.name for each in (await table.game()).players) == ["Aiko", "Bruno"]


async def test_a_new_name_is_seen_at_the_table_at_once(table: Table) -> None:
    person, other = table.people[0], table.seats[1]
    await person.rename("Emi")
    assert other.view.names[0] == "Emi"


@pytest.mark.ci
async def test_what_awaits_an_answer_is_listed_first_until_it_is_answered(table: Table) -> None:
    bruno = table.people[1]
    turn = await bruno.tables.play_bot("beginner")
    await offer(table.seats[0], OfferKind.DRAW)
    for _look in range(2):
        assert [match.id for match in (await bruno.refresh()).mine] == [table.match.id, turn.id]
        await bruno.detach(await bruno.attach(table.match.id))
        await table.lobby.settled()
        bruno.own_lists_changed()


async def test_the_end_that_was_seen_before_a_rematch_is_no_news_after_it(table: Table) -> None:
    aiko = table.people[0]
    other = await aiko.tables.play_bot("beginner")
    await table.play_to_the_end()
    for seat in table.seats:
        await offer(seat, OfferKind.REMATCH)
    aiko.own_lists_changed()
    listed = [match.id for match in (await aiko.refresh()).mine]
    assert listed.index(table.match.id) > listed.index(other.id)


async def test_a_finished_game_is_listed_with_its_result(table: Table) -> None:
    await table.play_to_the_end()
    outcome = (await table.game()).outcome
    assert outcome is not None
    (match,) = (await table.people[1].refresh()).mine
    assert match.result is not None
    assert (match.result.how, match.result.winner) == ("finished", outcome.winner)
    assert match.result.points == tuple(sheet.total for sheet in outcome.sheets)


async def test_a_game_that_was_given_up_is_listed_so(table: Table) -> None:
    await resign(table.seats[0])
    (match,) = (await table.people[1].refresh()).mine
    assert match.result is not None
    assert (match.result.how, match.result.winner, match.result.points) == ("resigned", 1, None)


async def test_a_rematch_that_is_asked_for_is_what_the_lobby_says_first(table: Table) -> None:
    await resign(table.seats[0])
    for person, seat in zip(table.people, table.seats, strict=True):
        await person.detach(seat)
    again = await table.people[0].attach(table.match.id)
    await offer(again, OfferKind.REMATCH)
    (match,) = (await table.people[1].refresh()).mine
    assert match.news[1] is News.REMATCH


@pytest.mark.parametrize("kind", [OfferKind.DRAW, OfferKind.UNDO, OfferKind.REMATCH])
async def test_an_offer_is_withdrawn_by_whoever_made_it(table: Table, kind: OfferKind) -> None:
    one, other = table.seats
    await table.play("give 1", "give 1")
    if kind is OfferKind.REMATCH:
        await resign(other)
    await offer(one, kind)
    answers = [each for each in other.requests if each.verb is Verb.AGREE]
    assert Ask.AGREEMENT in one.allowed
    (retract,) = [each for each in one.requests if each.verb is Verb.RETRACT]
    assert one.words_of(retract).startswith("Withdraw your")
    await one.request(retract)
    assert (one.waiting, other.news.offered) == ((), "")
    assert one.news.situation == "", "nobody has declined anything"
    with pytest.raises(IllegalActionError, match="no longer open"):
        await other.request(answers[0])
    with pytest.raises(IllegalActionError, match="You have withdrawn"):
        await offer(one, kind)
    with pytest.raises(IllegalActionError, match="no longer open"):
        await one.request(retract)


async def test_after_a_withdrawn_request_for_a_rematch_the_other_asks(table: Table) -> None:
    one, other = table.seats
    await resign(other)
    await offer(one, OfferKind.REMATCH)
    (retract,) = [each for each in one.requests if each.verb is Verb.RETRACT]
    await one.request(retract)
    await offer(other, OfferKind.REMATCH)
    await answer(one, Verb.AGREE)
    assert table.seats[0].rematch_has_begun
