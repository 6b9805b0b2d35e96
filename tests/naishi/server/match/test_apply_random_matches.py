"""Invariants of matches under random requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from naishi.common.i18n import IllegalActionError, InvalidActionError
from naishi.server.match.apply import apply, rematch_hindrance, rematch_refusal, rematch_seats, requests
from naishi.server.match.clock import DAY, Clock
from naishi.server.match.state import (
    PAUSES,
    Anything,
    Conditions,
    DeleteAccount,
    EndKind,
    Event,
    Happened,
    Held,
    Look,
    MatchState,
    Offer,
    OfferKind,
    Play,
    Redo,
    SeatRequest,
    Undo,
    Verb,
    Withdraw,
    begun,
    holders,
)
from naishi.tabletop.players import HUMAN
from tests.fuzzing import examples
from tests.naishi.server.match.tables import (
    HIGHEST,
    abort,
    answer,
    cards,
    claim,
    end_pause,
    propose,
    requests_of,
    resign,
    toy,
)
from tests.naishi.tabletop import unison

unison.register()

CONTROLS = ("", "10+5", "1d")
WAITS = (0.0, 1.0, 1.0, 20.0, 100.0, 310.0, 0.3 * DAY, 0.6 * DAY, 1.1 * DAY, 13 * DAY)
SEATS = st.sampled_from(range(5))
TABLES = (
    *((HUMAN,) * seats for seats in (2, 3, 4, 5, 5)),
    (HUMAN, HIGHEST),
    (HIGHEST, HUMAN, HUMAN),
    (HUMAN, HIGHEST, HUMAN, HIGHEST, HUMAN),
)


class People(RuleBasedStateMachine):
    """Two to five people at a table, who do what they like."""

    @initialize(
        kinds=st.sampled_from(TABLES),
        control=st.sampled_from(CONTROLS),
        is_cards=st.sampled_from((True, False, False, False)),
        rated=st.booleans(),
        in_tournament=st.booleans(),
    )
    def sit_down(self, kinds: tuple[str, ...], control: str, is_cards: bool, rated: bool, in_tournament: bool) -> None:
        self.now = 1000.0
        self.held: list[SeatRequest] = []
        if is_cards:
            terms = Conditions(rated=rated, in_tournament=in_tournament)
            self.state = cards(control, terms=terms, bot="" if all(kind == HUMAN for kind in kinds) else "random")
        else:
            self.state = toy(kinds, control, now=self.now)

    @property
    def seats(self) -> int:
        return len(self.state.seats)

    def do(self, request: Anything) -> Sequence[Event]:
        """Have something happen, and look whether all is well."""
        before = self.state
        document, rest = before.game.document(), repr(before._replace(game=None))
        after, refusal, events = before, None, tuple[Event, ...]()
        try:
            after, happened = apply(before, request, self.now)
            events = tuple(happened)
        except (IllegalActionError, InvalidActionError) as error:
            refusal = error
        assert refusal is None or str(refusal).endswith((".", "?"))
        assert before.game.document() == document, "what was shown never changes"
        assert repr(before._replace(game=None)) == rest
        self.check_change(request, before, after, events)
        self.state = after
        return events

    def check_change(self, request: Anything, before: MatchState, after: MatchState, events: Sequence[Event]) -> None:
        if after is before:
            assert not events
            return
        assert after.revision == before.revision + 1
        ended = [event for event in events if event.what is Happened.ENDED]
        assert len(ended) == (after.over and not before.over), "an end happens once"
        if before.is_cut_short:
            assert after.ending == before.ending, "an end is an end"
        if before.clock is not None and after.clock is not None:
            for seat in set(range(self.seats)) - {*before.awaited}:
                had, left = before.clock.times[seat], after.clock.left_of(seat, after.awaited, self.now)
                given_back = isinstance(request, Withdraw) and request.seat == seat
                assert left >= (min(had.left, had.spare or had.left) if given_back else had.left), "it isn't awaited"

    @invariant()
    def all_is_well(self) -> None:
        state = self.state
        assert (state.ending is None) == (state.result() is None) == (not state.results())
        if state.clock is not None:
            for seat, time in enumerate(state.clock.times):
                assert time.left >= 0.0
                assert state.clock.left_of(seat, state.awaited, self.now) >= 0.0
        vacated = {seat for seat, each in enumerate(state.seats) if each.held is Held.VACATED}
        assert state.over or vacated.isdisjoint(state.game.awaited), "nobody waits for who has left"
        assert state.over or len(state.people) > (1 if vacated else 0)
        for kind, offer in state.offers.items():
            assert (kind is OfferKind.REMATCH) == state.over
            assert {offer.seat, *offer.agreed} <= {*state.people}
            assert {offer.seat, *offer.agreed} != {*state.people}, "what all have agreed on is done"
        if vacated and (result := state.result()) is not None:
            worst = max(result.ranks)
            assert all(result.ranks[seat] == worst for seat in vacated), "whoever has left is last"
        self.check_shown()

    def check_shown(self) -> None:
        """What is shown as possible is, and nothing else that can be answered or offered."""
        for seat in range(self.seats):
            shown = requests_of(self.state, seat, self.now)
            assert len({each.request.id for each in shown}) == len(shown)
            for request in shown:
                if request.request.verb is not Verb.CLAIM:  # which says from when on
                    assert apply(self.state, request, self.now)[0] is not self.state
            for hidden in self.agreements_of(seat):
                if hidden not in shown and not self.is_shown_otherwise(hidden):
                    with pytest.raises(IllegalActionError):
                        apply(self.state, hidden, self.now)

    def agreements_of(self, seat: int) -> Sequence[SeatRequest]:
        days = PAUSES[0]
        new = [propose(seat, kind, days=days if kind is OfferKind.PAUSE else None) for kind in OfferKind]
        answers = [answer(seat, kind, offer, True) for kind, offer in self.state.offers.items()]
        return [*new, *answers, abort(seat), end_pause(seat), resign(seat)]

    def is_shown_otherwise(self, request: SeatRequest) -> bool:
        shown, asked = requests(self.state, request.seat, self.now), request.request
        if asked.verb is Verb.AGREE:  # one that is shown names the turn that would be undone, too
            return any(replace(each, turn=None) == asked for each in shown)
        if asked.verb is not Verb.OFFER:
            return False
        if asked.kind is OfferKind.REMATCH:  # to ask for what another one asks for is to agree
            return not rematch_refusal(self.state, request.seat)
        turns = (each for each in shown if each.verb is Verb.OFFER)
        return asked.kind is OfferKind.UNDO and any(each.kind is OfferKind.UNDO for each in turns)

    @rule(seat=SEATS, choice=st.integers(0, 10**6), late=st.booleans())
    def act(self, seat: int, choice: int, late: bool) -> None:
        seat %= self.seats
        legal = self.state.game.view(seat).legal_actions
        action = legal[choice % len(legal)] if legal else "1"
        self.do(Play(seat, action, revision=self.state.asked[seat] - 1 if late and choice % 7 == 0 else None))

    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=6))
    @precondition(lambda self: not self.state.over)
    def people_act(self, choices: list[int]) -> None:
        for choice in choices:
            if awaited := self.state.game.awaited:
                self.act(awaited[choice % len(awaited)], choice, late=False)

    @rule(seat=SEATS)
    def nonsense(self, seat: int) -> None:
        self.do(Play(seat % self.seats, "nonsense"))

    @rule(seat=SEATS, choice=st.integers(0, 50))
    def ask_what_is_shown(self, seat: int, choice: int) -> None:
        if shown := requests_of(self.state, seat % self.seats, self.now):
            request = shown[choice % len(shown)]
            if request.request.verb not in {Verb.RESIGN, Verb.ABORT}:
                self.do(request)

    @rule(seat=SEATS)
    def open_a_menu(self, seat: int) -> None:
        self.held = [*requests_of(self.state, seat % self.seats, self.now)]

    @rule(choice=st.integers(0, 50))
    def ask_what_was_shown(self, choice: int) -> None:
        if self.held and self.held[choice % len(self.held)].seat < self.seats:
            request = self.held[choice % len(self.held)]
            if request.request.verb not in {Verb.RESIGN, Verb.ABORT}:
                self.do(request)

    @rule(seat=SEATS, kind=st.sampled_from(OfferKind), days=st.sampled_from((None, 2, *PAUSES)))
    def propose(self, seat: int, kind: OfferKind, days: int | None) -> None:
        self.do(propose(seat % self.seats, kind, days=days))

    @rule(seat=SEATS, by=SEATS, kind=st.sampled_from(OfferKind), number=st.integers(0, 9), agree=st.booleans())
    def answer_anything(self, seat: int, by: int, kind: OfferKind, number: int, agree: bool) -> None:
        self.do(answer(seat % self.seats, kind, Offer(by, number), agree))

    @rule(agree=st.sampled_from((True, True, False)))
    def all_answer(self, agree: bool) -> None:
        """All people answer what waits for them; most agree."""
        for kind, offer in [*self.state.offers.items()]:
            for seat in self.state.others(offer.seat):
                if self.state.offers.get(kind, offer).is_same(offer):
                    self.do(answer(seat, kind, offer, agree))

    @rule(seat=SEATS, kind=st.sampled_from((OfferKind.UNDO, OfferKind.UNDO, OfferKind.PAUSE)))
    @precondition(lambda self: not self.state.over)
    def all_agree(self, seat: int, kind: OfferKind) -> None:
        self.do(propose(seat % self.seats, kind, days=PAUSES[0] if kind is OfferKind.PAUSE else None))
        self.all_answer(agree=True)
        assert kind not in self.state.offers

    @rule(seat=SEATS)
    def withdraw(self, seat: int) -> None:
        seat %= self.seats
        before = self.state
        if any(event.what is Happened.UNDONE for event in self.do(Withdraw(seat))):
            assert seat in self.state.game.awaited
            assert self.state.game.ply() == before.game.ply() - 1

    @rule(seat=SEATS, again=st.booleans())
    def undo_alone(self, seat: int, again: bool) -> None:
        self.do(Redo(seat % self.seats) if again else Undo(seat % self.seats))

    @rule(seat=SEATS, how=st.sampled_from((None, None, None, None, abort, resign, DeleteAccount)))
    def leave(self, seat: int, how: Callable[[int], Anything] | None) -> None:
        if how is not None:
            self.do(how(seat % self.seats))

    @rule(seat=SEATS, against=SEATS)
    def claim(self, seat: int, against: int) -> None:
        self.do(claim(seat % self.seats, against))

    @rule(wait=st.sampled_from(WAITS), here=st.sets(SEATS))
    def time_passes(self, wait: float, here: set[int]) -> None:
        self.now += wait
        before = self.state
        while True:
            self.do(Look(frozenset(here)))
            if self.state is before:
                break
            before = self.state
        assert not (self.state.clock and self.state.clock.fallen(self.state.awaited, self.now))

    @rule(here=st.sets(SEATS))
    def all_come(self, here: set[int]) -> None:
        self.do(Look(frozenset(range(self.seats))))
        assert self.state.clock is None or self.state.over or not self.state.clock.waits or self.state.clock.since

    @rule()
    @precondition(lambda self: self.state.over)
    def rematch(self) -> None:
        """All who are asked agree; the seats move on by one, and whoever has left isn't there."""
        state = self.state
        if rematch_hindrance(state):
            for seat in range(self.seats):
                with pytest.raises(IllegalActionError):
                    apply(state, propose(seat, OfferKind.REMATCH), self.now)
            return
        for seat in state.people:
            if not rematch_refusal(self.state, seat):
                events = self.do(propose(seat, OfferKind.REMATCH))
                if any(event.what is Happened.REMATCH for event in events):
                    self.begin_next()
                    return

    def begin_next(self) -> None:
        before = self.state
        playing = rematch_seats(before)
        game = before.game.rematch(tuple(before.game.players[seat] for seat in playing))
        accounts = [before.seats[seat].player for seat in (*playing[1:], playing[0])]
        assert [player.name for player in game.players] == [before.name(seat) for seat in (*playing[1:], playing[0])]
        clock = None if before.clock is None else Clock.begun(before.clock.control, len(playing), self.now)
        assert before._replace(next="next").over
        self.state = begun(MatchState(game, holders(game.players, accounts), before.terms, clock))
        self.held = []


TestPeople = People.TestCase
TestPeople.settings = settings(max_examples=examples(30, 300), stateful_step_count=50, deadline=None)


def test_there_is_an_end_of_every_kind() -> None:
    """So that whoever adds one thinks of what is done about it here."""
    assert {kind.value for kind in EndKind} == {
        "finished", "resigned", "timed out", "claimed", "drawn", "aborted", "unplayed",
    }  # fmt: skip
