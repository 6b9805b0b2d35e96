"""Matches of two: agreements, clocks, claims, bots."""

from __future__ import annotations

import pytest

from naishi.common.i18n import IllegalActionError, InvalidActionError
from naishi.server.match import words
from naishi.server.match.apply import apply, requests
from naishi.server.match.clock import DAY, MINUTE, TimeLeft
from naishi.server.match.state import (
    CallOff,
    Conditions,
    Ending,
    EndKind,
    Happened,
    Look,
    MatchState,
    Offer,
    OfferKind,
    Play,
    Redo,
    ReplaceBot,
    Undo,
)
from naishi.tabletop.game import Result, describe
from tests.naishi.server.match.tables import (
    abort,
    after,
    answer,
    cards,
    claim,
    end_pause,
    played,
    propose,
    requests_of,
    resign,
    what,
)

BOTH = frozenset({0, 1})


def opened(control: str = "", terms: Conditions | None = None) -> MatchState:
    """A match after the gifts, both players at the table since the beginning."""
    return played(after(cards(control, terms=terms), Look(BOTH)), (0, "give 1"), (1, "give 1"))


def test_nobody_wins_where_both_run_out_of_time_at_the_same_moment() -> None:
    """As where both are to choose a gift, and neither does."""
    begun = after(cards("10+5"), Look(BOTH))
    assert begun.awaited == (0, 1)
    over = after(begun, Look(BOTH), now=10 * MINUTE + 1)
    assert (over.ending, over.results()) == (Ending(EndKind.UNPLAYED), ("unplayed", "unplayed"))
    assert over.early_end is not None
    assert over.early_end.winner is None
    one = after(played(begun, (1, "give 1"), now=MINUTE), Look(BOTH), now=10 * MINUTE + 1)
    assert one.ending == Ending(EndKind.FLAG, 0), "whoever has chosen in time has won"


def left(state: MatchState, now: float) -> tuple[float, ...]:
    assert state.clock is not None
    return tuple(state.clock.left_of(seat, state.awaited, now) for seat in (0, 1))


def test_a_draw_takes_both_and_an_answer_is_to_the_offer_that_was_shown() -> None:
    state = after(opened(), propose(1, OfferKind.DRAW))
    old = state.offers[OfferKind.DRAW]
    state = after(state, answer(0, OfferKind.DRAW, old, False), Play(0, "develop L1"), propose(1, OfferKind.DRAW))
    with pytest.raises(IllegalActionError, match="Bruno's offer of a draw is no longer open"):
        apply(state, answer(0, OfferKind.DRAW, old, True), 0.0)
    state, events = apply(state, answer(0, OfferKind.DRAW, state.offers[OfferKind.DRAW], True), 0.0)
    assert what(events) == [Happened.AGREED, Happened.ENDED]
    assert (state.ending, state.results()) == (Ending(EndKind.AGREED, by=1), ("drawn", "drawn"))


def test_an_offer_stands_while_whoever_made_it_plays_on() -> None:
    state = after(opened(), propose(0, OfferKind.DRAW), propose(0, OfferKind.UNDO))
    state = played(state, (0, "develop L1"))
    assert [*state.offers] == [OfferKind.DRAW]
    state = played(state, (0, "end")) if state.game.awaited == (0,) else state
    assert not played(state, (1, "develop L1")).offers


def test_the_whole_last_turn_is_undone_and_gives_no_time_back() -> None:
    state = played(opened("15+10"), (0, "develop L1"), (0, "end"), now=60.0)
    state = played(state, (1, "develop L1"), now=80.0)
    before = left(state, 80.0)
    state = after(state, propose(0, OfferKind.UNDO), now=80.0)
    agree = requests_of(state, 1, 80.0)[0]
    assert words.words_of(agree.request, 1, state, ("Aiko", "Bruno"), 80.0) == (
        "Agree to undo Aiko's last turn, and yours after it"
    )
    state = after(state, agree, now=80.0)
    assert (state.game.ply(), state.game.awaited, left(state, 80.0)) == (2, (0,), before)
    assert state.undone is not None
    assert words.undone(state.undone, 1, "Aiko") == "Aiko's last turn is undone, and yours after it."


def test_time_that_is_up_refuses_what_comes_and_ends_the_game_with_the_next_look() -> None:
    state = opened("1d")
    for request in (Play(0, "develop L1"), resign(1), propose(1, OfferKind.DRAW)):
        with pytest.raises(IllegalActionError, match="The time is up"):
            apply(state, request, DAY)
    state, events = apply(state, Look(), DAY)
    assert (state.ending, what(events)) == (Ending(EndKind.FLAG, 0), [Happened.ENDED])
    assert state.result() == Result((2, 1))
    assert apply(state, Look(), 2 * DAY) == (state, ())


def test_a_pause_costs_nobody_time_and_ends_for_both_when_both_are_there() -> None:
    state = opened("15+10")
    state = after(state, propose(0, OfferKind.PAUSE, days=3), now=60.0)
    state = after(state, answer(1, OfferKind.PAUSE, state.offers[OfferKind.PAUSE], True), now=60.0)
    had = left(state, 60.0)
    assert left(state, 2 * DAY) == had
    state = after(state, end_pause(1), now=2 * DAY)
    time = TimeLeft(state.clock, state.awaited, 2 * DAY) if state.clock else None
    assert time is not None
    assert [*words.time_in_words(time, ("Aiko", "Bruno"), None)][-1] == (
        "The clock starts when both are at the table, or at 4 Jan 1970, 00:01 UTC without them."
    )
    state, events = apply(state, Look(BOTH), 2 * DAY)
    assert what(events) == [Happened.TIME]
    assert left(state, 2 * DAY + 5) == (had[0] - 5, had[1])


@pytest.mark.parametrize("days", [None, 0, -3, 4, 10**9])
def test_a_pause_has_as_many_days_as_are_offered(days: int | None) -> None:
    with pytest.raises(IllegalActionError, match="A pause has 3, 14 days"):
        apply(opened("1d"), propose(0, OfferKind.PAUSE, days=days), 0.0)


def test_a_game_is_claimed_a_day_after_a_warning() -> None:
    state = opened()
    with pytest.raises(IllegalActionError, match="You can claim the game from 15 Jan 1970, 00:00 UTC on, if Aiko"):
        apply(state, claim(1), DAY)
    state = after(state, claim(1), now=13 * DAY)
    assert state.clock is not None
    assert state.clock.times[0].warned == 13 * DAY
    state = after(state, claim(1), now=14 * DAY)
    assert (state.ending, state.results()) == (Ending(EndKind.CLAIMED, 0, 1), ("lost", "won"))


def test_a_move_ends_a_warning() -> None:
    state = after(opened(), claim(1), now=13 * DAY)
    state = played(state, (0, "develop L1"), (0, "end"), now=13 * DAY)
    assert state.clock is not None
    assert state.clock.times[0].warned is None
    with pytest.raises(IllegalActionError, match="It is your turn"):
        apply(state, claim(1), 30 * DAY)


def test_who_may_call_a_game_off() -> None:
    rated = cards("3d", terms=Conditions(rated=True))
    assert after(rated, abort(1)).results() == ("unplayed", "aborted")
    with pytest.raises(IllegalActionError, match="You have acted already"):
        apply(played(rated, (0, "give 1")), abort(0), 0.0)
    with pytest.raises(IllegalActionError, match="of a tournament"):
        apply(cards("3d", terms=Conditions(rated=True, in_tournament=True)), abort(0), 0.0)
    unmet = cards("10+5")
    with pytest.raises(IllegalActionError, match="Only a rated game"):
        apply(unmet, abort(0), 5 * MINUTE - 1)
    assert after(unmet, abort(0), now=5 * MINUTE).ending == Ending(EndKind.ABORTED, 0)


def test_against_a_bot_one_undoes_alone_even_the_end() -> None:
    state = cards(bot="random")
    assert state.clock is None
    while not state.over:
        seat = state.game.awaited[0]
        state = played(state, (seat, state.game.view(seat).legal_actions[0].text))
    assert state.ending == Ending(EndKind.SCORE)
    before = state.game.ply()
    state, events = apply(state, Undo(0), 0.0)
    assert (state.ending, what(events)) == (None, [Happened.UNDONE])
    assert state.game.awaited == (0,)
    state = after(state, Redo(0))
    assert state.game.ply() == before
    for request, why in (
        (claim(0), "The game is over"),
        (propose(0, OfferKind.DRAW), "The game is over"),
        (answer(0, OfferKind.REMATCH, Offer(1, 1), True), "no longer open"),
    ):
        with pytest.raises(IllegalActionError, match=why):
            apply(state, request, 0.0)
    _state, events = apply(state, propose(0, OfferKind.REMATCH), 0.0)
    assert what(events) == [Happened.REMATCH]


def test_another_bot_may_take_over_and_no_nonsense() -> None:
    state = cards(bot="random")
    assert after(state, ReplaceBot(1, "greedy")).game.players[1].kind == "greedy"
    for seat, kind in ((1, "human"), (1, "absent"), (1, "nobody"), (0, "greedy")):
        with pytest.raises(IllegalActionError):
            apply(state, ReplaceBot(seat, kind), 0.0)
    with pytest.raises(InvalidActionError):
        apply(state, Play(0, "nonsense"), 0.0)


def test_a_guest_s_game_is_someone_else_s_and_both_seats_may_be_one_player_s() -> None:
    state = after(opened(), resign(0), propose(0, OfferKind.REMATCH))
    renamed = state.with_players([(7, "Emi", False), (2, "Bruno", False)])
    assert [player.name for player in renamed.game.players] == ["Emi", "Bruno"]
    assert (state.name(0), renamed.offers) == ("Aiko", state.offers)
    one = state.with_players([(2, "Bruno", False), (2, "Bruno", False)])
    assert requests(one, 0, 0.0) == requests(one, 1, 0.0) == (), "nobody is left to ask"
    with pytest.raises(IllegalActionError, match="Both seats are yours now"):
        apply(one, propose(0, OfferKind.REMATCH), 0.0)
    gone = state.with_players([(1, "", True), (2, "Bruno", False)])
    assert gone.name(0) == "Aiko", "the name stays for as long as someone is at the match"
    with pytest.raises(IllegalActionError, match="The other player has left this server"):
        apply(gone, propose(1, OfferKind.REMATCH), 0.0)
    assert state.with_players([(1, "Aiko", False), (2, "Bruno", False)]) is state


@pytest.mark.parametrize("terms", [Conditions(), Conditions(rated=True), Conditions(rated=True, in_tournament=True)])
def test_the_operator_can_call_any_game_off_that_goes_on(terms: Conditions) -> None:
    state = after(opened("3d", terms), propose(0, OfferKind.DRAW))
    state, events = apply(state, CallOff(), 0.0)
    assert what(events) == [Happened.ENDED]
    assert (state.ending, state.results(), state.offers) == (Ending(EndKind.UNPLAYED), ("unplayed",) * 2, {})
    assert describe(state.early_end, ("Aiko", "Bruno")) == "The game was called off."
    with pytest.raises(IllegalActionError, match=r"^The game is over\.$"):
        apply(state, CallOff(), 0.0)
