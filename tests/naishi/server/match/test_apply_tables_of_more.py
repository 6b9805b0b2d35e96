"""Tables of three to five: offers, and departures."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError
from naishi.server.match import words
from naishi.server.match.apply import apply, rematch_seats, requests, withdraw_refusal
from naishi.server.match.clock import DAY, MINUTE
from naishi.server.match.state import (
    Anything,
    Declined,
    DeleteAccount,
    Ending,
    EndKind,
    Happened,
    Held,
    Look,
    MatchState,
    Offer,
    OfferKind,
    Play,
    Undo,
    Verb,
    Withdraw,
    continued,
)
from naishi.tabletop.game import describe
from naishi.tabletop.players import ABSENT, HUMAN
from tests.naishi.server.match.tables import (
    HIGHEST,
    NAMES,
    abort,
    after,
    answer,
    claim,
    of_people,
    played,
    propose,
    resign,
    toy,
    what,
)
from tests.naishi.tabletop import unison

unison.register()


def agreeing(state: MatchState, kind: OfferKind, *seats: int, agree: bool = True) -> MatchState:
    """The match after some seats have answered what is open."""
    return after(state, *(answer(seat, kind, state.offers[kind], agree) for seat in seats))


def points(state: MatchState) -> tuple[int, ...]:
    position = state.game.position
    assert isinstance(position, unison.Position)
    return position.points


def test_a_table_of_five_of_whom_three_leave_in_every_way() -> None:
    """One resigns, one deletes the account, one vanishes and is claimed; the last two play to the end."""
    state = of_people(5)
    state = played(state, *((seat, "3") for seat in range(5)), now=1.0)
    state = after(state, resign(1), DeleteAccount(2), now=2.0)
    assert state.game.awaited == (0, 3, 4), "the absent have chosen at once"
    state = played(state, (0, "2"), (4, "2"), now=3.0)
    with pytest.raises(IllegalActionError, match="You can claim the game from"):
        apply(state, claim(0, 3), 10.0)
    state = after(state, claim(0, 3), now=13 * DAY + 1)
    state, events = apply(state, claim(4, 3), 14 * DAY + 1)
    assert what(events) == [Happened.VACATED]
    assert [(seat.held, seat.left) for seat in state.seats] == [
        (Held.PERSON, None),
        (Held.VACATED, EndKind.RESIGNED),
        (Held.VACATED, EndKind.RESIGNED),
        (Held.VACATED, EndKind.CLAIMED),
        (Held.PERSON, None),
    ]
    assert [player.kind for player in state.game.players] == [HUMAN, ABSENT, ABSENT, ABSENT, HUMAN]
    assert words.left(state, 3, NAMES) == "Daiki stayed away and lost"
    assert state.game.round == 3, "the round that had waited for the third is over"
    state = played(state, (4, "1"), (0, "1"), now=14 * DAY + 2)
    assert state.ending == Ending(EndKind.SCORE)
    result = state.result()
    assert result is not None
    assert result.ranks[1:4] == (3, 3, 3)
    assert result.points == points(state)
    assert {state.results()[seat] for seat in (1, 2, 3)} == {"lost"}


def test_flags_fall_one_after_the_other_and_the_last_one_wins() -> None:
    state = of_people(5, "1d")
    state = played(state, (0, "1"), now=0.5 * DAY)
    state, events = apply(state, Look(), DAY)
    assert what(events) == [Happened.VACATED] * 4 + [Happened.ENDED], "they had the same time and used all of it"
    assert state.ending == Ending(EndKind.FLAG, 4)
    result = state.result()
    assert result is not None
    assert result.ranks == (1, 2, 2, 2, 2)
    assert state.results() == ("won", "lost", "lost", "lost", "lost")
    assert describe(state.early_end, NAMES) == "Emi lost on time; Aiko wins."


def test_where_the_time_of_all_runs_out_at_once_nobody_wins() -> None:
    state, _events = apply(of_people(3, "1d"), Look(), DAY)
    assert state.results() == ("drawn",) * 3
    assert describe(state.early_end, NAMES) == "Chiyo was the last to leave; nobody has won."


def test_whoever_is_flagged_is_out_and_the_others_go_on() -> None:
    state = of_people(3, "10+5")
    state = after(state._replace(clock=state.clock and state.clock.started(state.awaited, 0.0)))
    state = played(state, (0, "3"), now=100.0)
    state = played(state, (1, "3"), now=10 * MINUTE - 1)
    state, _events = apply(state, Look(), 10 * MINUTE)
    assert [seat.left for seat in state.seats] == [None, None, EndKind.FLAG]
    assert (state.over, state.game.round) == (False, 2)
    assert state.clock is not None
    assert [state.clock.left_of(seat, state.awaited, 10 * MINUTE) for seat in (0, 1)] == [505.0, 6.0]


def test_each_is_charged_until_it_has_answered() -> None:
    state = of_people(4, "10+5")
    state, events = apply(state, Look(frozenset(range(4))), 0.0)
    assert what(events) == [Happened.TIME]
    for seat, now in ((2, 10.0), (0, 30.0), (3, 60.0)):
        state = played(state, (seat, "3"), now=now)
    clock = state.clock
    assert clock is not None
    assert [clock.left_of(seat, state.awaited, 100.0) for seat in range(4)] == [575.0, 500.0, 595.0, 545.0]
    state = played(state, (1, "3"), now=100.0)
    clock = state.clock
    assert clock is not None
    assert [clock.left_of(seat, state.awaited, 110.0) for seat in range(4)] == [565.0, 495.0, 585.0, 535.0]


@pytest.mark.parametrize(("control", "left"), [("10+5", 560.0), ("1d", DAY - 40.0)])
def test_to_withdraw_gives_no_time(control: str, left: float) -> None:
    """Neither the seconds for a turn that isn't finished, nor another day."""
    state = of_people(3, control)
    state, _events = apply(state, Look(frozenset(range(3))), 0.0)
    for now in (10.0, 30.0, 50.0):
        state = played(state, (0, "3"), now=now)
        state = after(state, Withdraw(0), now=now + 10.0)
    assert state.clock is not None
    assert state.clock.left_of(0, state.awaited, 70.0) == left, "10 to choose, then three times 10"


def test_whoever_ends_a_round_and_begins_the_next_has_the_time_of_a_new_turn() -> None:
    state = of_people(3, "1d")
    for seat in (0, 1):
        state = played(state, (seat, "3"), now=100.0)
    state = played(state, (2, "3"), now=0.9 * DAY)
    assert state.clock is not None
    assert [state.clock.left_of(seat, state.awaited, 0.9 * DAY) for seat in range(3)] == [DAY] * 3
    assert {time.turned for time in state.clock.times} == {0.9 * DAY}


def test_an_offer_takes_all_people_and_bots_have_no_say() -> None:
    state = toy((HUMAN, HIGHEST, HUMAN, HUMAN))
    state = after(state, propose(2, OfferKind.CALL_OFF))
    assert [each.verb for each in requests(state, 0, 0.0)][:2] == [Verb.AGREE, Verb.DECLINE]
    state = agreeing(state, OfferKind.CALL_OFF, 0)
    assert state.offers[OfferKind.CALL_OFF].agreed == (0,)
    with pytest.raises(IllegalActionError, match="agreed already; wait for the others"):
        agreeing(state, OfferKind.CALL_OFF, 0)
    state = played(state, (0, "1"), (1, "3"), (2, "1"))
    assert OfferKind.CALL_OFF in state.offers, "whoever agrees, and a bot, may act meanwhile"
    state = agreeing(state, OfferKind.CALL_OFF, 3)
    assert state.ending == Ending(EndKind.UNPLAYED, by=2)
    assert state.results() == ("unplayed",) * 4
    assert describe(state.early_end, NAMES) == "The game was called off."


def test_the_first_no_ends_an_offer() -> None:
    state = after(of_people(5), propose(0, OfferKind.CALL_OFF))
    state = agreeing(state, OfferKind.CALL_OFF, 1, 2)
    offer = state.offers[OfferKind.CALL_OFF]
    state = agreeing(state, OfferKind.CALL_OFF, 3, agree=False)
    assert (dict(state.offers), state.declined) == ({}, (Declined(OfferKind.CALL_OFF, offer, 3),))
    with pytest.raises(IllegalActionError, match="Aiko's offer to call the game off is no longer open"):
        apply(state, answer(4, OfferKind.CALL_OFF, offer, True), 0.0)
    with pytest.raises(IllegalActionError, match=r"Daiki wants the game to go on\. You can ask again"):
        apply(state, propose(0, OfferKind.CALL_OFF), 0.0)
    assert after(state, propose(4, OfferKind.CALL_OFF)).offers


def test_to_act_without_an_answer_is_a_no() -> None:
    state = after(of_people(3), propose(0, OfferKind.CALL_OFF))
    state = played(state, (0, "1"))
    assert state.offers
    assert not played(state, (1, "1")).offers


@pytest.mark.parametrize(
    ("seats", "request_", "why"),
    [
        (3, propose(0, OfferKind.DRAW), "Only two players can agree on a draw."),
        (2, propose(0, OfferKind.CALL_OFF), "Two players offer a draw, or one resigns."),
        (3, propose(0, OfferKind.PAUSE, days=3), "This game has no clock."),
        (3, propose(0, OfferKind.UNDO), "You have nothing to undo yet."),
        (3, propose(0, OfferKind.REMATCH), "You can ask for a rematch once the game is over."),
        (3, Undo(0), "You have nothing to undo yet."),
        (3, claim(0, 0), "It is your turn."),
        (3, abort(0), "Only a rated game can be called off; resign instead."),
        (3, Withdraw(0), "You have nothing to withdraw that the others haven't seen."),
        (3, Play(0, "1", revision=-1), "The game has gone on meanwhile."),
    ],
)
def test_what_does_not_fit_is_refused_in_words(seats: int, request_: Anything, why: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        apply(of_people(seats), request_, 0.0)
    assert str(refused.value) == why


def test_what_nobody_has_seen_is_withdrawn_and_what_all_have_seen_is_undone() -> None:
    state = played(of_people(3), (0, "3"), (1, "3"))
    with pytest.raises(IllegalActionError, match="you can withdraw it"):
        apply(state, propose(0, OfferKind.UNDO), 0.0)
    state = after(state, Withdraw(0))
    assert state.game.awaited == (0, 2)
    state = played(state, (0, "2"), (2, "1"))
    with pytest.raises(IllegalActionError, match="nothing to withdraw"):
        apply(state, Withdraw(0), 0.0)
    with pytest.raises(IllegalActionError, match="takes an agreement"):
        apply(state, Undo(0), 0.0)
    state = after(state, propose(2, OfferKind.UNDO))
    turn = next(each.turn for each in requests(state, 0, 0.0) if each.verb is Verb.AGREE)
    assert turn is not None
    assert words.offered(OfferKind.UNDO, "Chiyo", turn, two=False) == "Chiyo asks to undo their last turn."
    state = agreeing(state, OfferKind.UNDO, 0, 1)
    assert (state.game.awaited, state.undone) == ((2,), turn)
    assert [str(action.text) for action in state.game.actions] == ["3", "2"]


def test_only_one_left_wins_and_bots_come_after() -> None:
    state = toy((HUMAN, HIGHEST, HUMAN))
    state, events = apply(state, resign(0), 0.0)
    assert what(events) == [Happened.VACATED, Happened.ENDED]
    result = state.result()
    assert result is not None
    assert result.ranks == (3, 2, 1)
    assert describe(state.early_end, NAMES) == "Aiko resigned; Chiyo wins."


def test_whoever_has_left_can_do_nothing_more() -> None:
    state = after(of_people(3), resign(0))
    for request in (Play(0, "1"), resign(0), propose(0, OfferKind.CALL_OFF), claim(0, 1)):
        with pytest.raises(IllegalActionError, match="You have left this game"):
            apply(state, request, 0.0)
    assert requests(state, 0, 0.0) == ()


def test_the_rematch_is_for_those_who_are_left_and_they_move_on_by_one() -> None:
    state = after(of_people(4), DeleteAccount(1))
    state = played(state, *((seat, number) for number in "321" for seat in (0, 2, 3)))
    assert state.over
    state = after(state, propose(3, OfferKind.REMATCH))
    with pytest.raises(IllegalActionError, match="You have left"):
        apply(state, answer(1, OfferKind.REMATCH, state.offers[OfferKind.REMATCH], True), 0.0)
    state = after(state, propose(0, OfferKind.REMATCH))
    state, events = apply(state, propose(2, OfferKind.REMATCH), 0.0)
    assert what(events) == [Happened.AGREED, Happened.REMATCH]
    playing = rematch_seats(state)
    following = state.game.rematch([state.game.players[seat] for seat in playing])
    assert [player.name for player in following.players] == ["Chiyo", "Daiki", "Aiko"]


def test_the_account_of_one_who_has_left_early_keeps_nobody_from_a_rematch_but_one_of_those_who_stayed_does() -> None:
    state = played(of_people(3), *((seat, number) for number in "321" for seat in (0, 1, 2)))
    state = after(state, propose(0, OfferKind.REMATCH), DeleteAccount(2))
    assert not state.offers
    with pytest.raises(IllegalActionError, match="A player has left this server"):
        apply(state, propose(0, OfferKind.REMATCH), 0.0)


def test_what_was_on_the_screen_may_be_answered_while_others_decide_and_not_after() -> None:
    state = of_people(3)
    shown = state.revision
    state = played(state, (1, "3"))
    state = after(state, Play(0, "3", revision=shown))
    state = played(state, (2, "3"))
    with pytest.raises(IllegalActionError, match="gone on meanwhile"):
        apply(state, Play(0, "2", revision=shown), 0.0)
    assert after(state, Play(0, "2", revision=state.revision))


def test_another_process_s_plans_leave_the_question_as_it_was() -> None:
    shown = of_people(3)
    elsewhere = played(shown, (1, "3"))
    assert continued(shown, elsewhere).asked == (0, 1, 0), "it is no new question for those who still choose"
    round_over = played(elsewhere, (0, "1"), (2, "1"))
    assert continued(shown, round_over).asked == (3, 3, 3)


def test_what_another_process_has_undone_or_declined_is_known_here() -> None:
    shown = played(of_people(3), (0, "3"), (1, "3"), (2, "3"))
    asked = after(shown, propose(2, OfferKind.UNDO), propose(1, OfferKind.CALL_OFF))
    offer = asked.offers[OfferKind.CALL_OFF]
    declined = agreeing(asked, OfferKind.CALL_OFF, 0, agree=False)
    loaded = declined._replace(declined=())
    assert continued(asked, loaded).declined == (Declined(OfferKind.CALL_OFF, offer, 0),)
    undone = agreeing(declined, OfferKind.UNDO, 0, 1)._replace(undone=None)
    assert continued(declined, undone).undone == shown.last_turn(2)


def test_each_request_at_a_larger_table_has_its_own_id() -> None:
    state = played(of_people(4), (0, "3"))
    shown = requests(state, 0, 2 * DAY)
    assert [each.against for each in shown if each.verb is Verb.CLAIM] == [1, 2, 3]
    assert len({each.id for each in shown}) == len(shown)


def test_no_two_offers_have_a_number() -> None:
    state = after(of_people(3), propose(0, OfferKind.CALL_OFF))
    state = played(state, (1, "3"))
    state = after(state, propose(0, OfferKind.CALL_OFF))
    assert state.offers == {OfferKind.CALL_OFF: Offer(0, 2)}


def test_one_who_has_left_has_nothing_to_withdraw() -> None:
    """What was chosen before, or for them since, belongs to the game."""
    chosen = played(of_people(4), (1, "2"))
    assert withdraw_refusal(chosen, 1) == ""
    left = after(chosen, resign(1), resign(2))
    assert [withdraw_refusal(left, seat) for seat in (1, 2)] == ["You have left this game."] * 2
