"""A seat's knowledge. (RULES.md, who knows what.)"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Card, Deal, Game, Phase, PlayerView
from naishi.games.naishi.game.hiding import face_down
from naishi.games.naishi.rules.actions import Develop
from naishi.games.naishi.rules.cards import BASE_CARDS, Cell
from tests.fuzzing import examples
from tests.naishi.games.naishi.game.shared import deal_with_last, levelled
from tests.naishi.games.naishi.game.worlds import resampled
from tests.naishi.playing import SEEDS, chance, random_game

SEATS = st.sampled_from([0, 1])


def assert_seen_alike(game: Game, seat: int, seed: int) -> None:
    """Play a deal that the seat can't tell from the true one, and look at both games at every step."""
    record = resampled(game, seat, chance(seed))
    one = Game.new(deal=game.deal, players=game.players)
    other = Game.new(deal=record.deal, players=game.players)
    assert one.view(seat).model_dump_json() == other.view(seat).model_dump_json()
    for action, likewise in zip(game.actions, record.actions, strict=True):
        one.play(action)
        other.play(likewise)
        assert one.view(seat).model_dump_json() == other.view(seat).model_dump_json()


@given(SEEDS, SEATS, st.integers(0, 2**16))
@settings(max_examples=examples(50, 150))
def test_two_deals_that_a_seat_cannot_tell_apart_give_equal_views(seed: int, seat: int, draw: int) -> None:
    assert_seen_alike(random_game(seed, draw % 45), seat, draw)


@settings(max_examples=examples(20, 60))
@given(SEEDS, SEATS, st.integers(17, 24))
def test_nor_can_it_late_in_a_long_game(seed: int, seat: int, steps: int) -> None:
    assert_seen_alike(levelled(Deal.random(seed), steps), seat, seed)


FORT, RICE, TORII = Card.FORT, Card.RICE, Card.TORII

ALL_BUT_THE_KEPT = "HLHLHLHL" + "L" * 17
"""Seat 0 replaces H1, H3, H5 and H2; at H4 lies the card it kept."""


@pytest.mark.parametrize(("down", "kept", "deduced"), [(TORII, RICE, None), (RICE, TORII, RICE)])
def test_a_deduction_of_the_other_is_told_only_where_one_can_be_sure_of_it(
    down: Card, kept: Card, deduced: Card | None
) -> None:
    """Seat 0 kept rice. One card is face down and one was kept by seat 1: a torii and rice, seat 0 can't tell which.

    Where rice is face down, seat 1 can deduce the rice of seat 0; to tell seat 0 so would tell it what is face down.
    """
    deal = deal_with_last([FORT, FORT, FORT, TORII, down], (FORT, RICE), (Card.MONK, kept))
    game = levelled(deal, 24, ALL_BUT_THE_KEPT)
    assert [len(pile) for pile in game.position.river] == [1, 1, 1, 1, 2]
    assert (game.view(1).theirs.hand[3], game.view(0).exposed[3]) == (deduced, False)


def test_a_deduction_that_follows_whatever_is_hidden_is_told() -> None:
    """Nothing is face down any more: the one card that seat 1 has not seen is the one that seat 0 kept."""
    deal = deal_with_last([FORT, FORT, FORT, TORII, RICE], (FORT, RICE), (Card.MONK, TORII))
    game = levelled(deal, 25, ALL_BUT_THE_KEPT)
    assert (game.view(1).theirs.hand[3], game.view(0).exposed[3]) == (RICE, True)


def public(game: Game) -> str:
    return game.view().model_dump_json()


@given(SEEDS, st.integers(0, 2**16))
@settings(max_examples=examples(50, 150))
def test_deals_that_differ_in_nothing_that_lies_open_give_one_public_view(seed: int, draw: int) -> None:
    """First what seat 0 can't know is dealt again, then what seat 1 can't know: nothing hidden stays as it was."""
    game = random_game(seed, draw % 45)
    record = resampled(game, 0, chance(draw))
    record = resampled(Game(record.model_copy(update={"cursor": len(record.actions)})), 1, chance(draw + 1))
    one, other = Game.new(deal=game.deal, players=game.players), Game.new(deal=record.deal, players=game.players)
    assert public(one) == public(other)
    for action, likewise in zip(game.actions, record.actions, strict=True):
        one.play(action)
        other.play(likewise)
        assert public(one) == public(other)


@given(SEEDS, st.integers(0, 45))
def test_the_public_sees_neither_hand_before_both_lie_open_and_can_do_nothing(seed: int, steps: int) -> None:
    game = random_game(seed, steps)
    view = game.view()
    hidden = game.phase in {Phase.GIFT, Phase.PLAY}
    assert view.public
    assert [set(side.hand) == {None} for side in view.sides] == [hidden, hidden]
    assert (view.dealt, view.certain, view.exposed, view.legal_actions) == (None, (), (False,) * 5, ())
    assert view.refusal(Develop(Cell.L1)) == "You are watching; this game is being played elsewhere."
    assert view.events == game.events()
    assert not game.view(0).public


class TestGift:
    def test_own_dealt_cards_are_shown(self) -> None:
        game = Game.new(seed=7)
        assert game.view(1).dealt == game.deal.gifts[1]

    def test_the_hand_of_the_other_is_unknown(self) -> None:
        assert Game.new(seed=7).view(0).theirs.hand == (None,) * 5

    def test_three_mountains_are_certain(self) -> None:
        assert Game.new(seed=7).view(0).certain == (Card.MOUNTAIN,) * 3

    def test_after_the_exchange_the_card_given_is_certain_too(self) -> None:
        game = random_game(7, 2)
        given_card = game.events(0)[0].cards[0]
        assert game.view(0).certain == (Card.MOUNTAIN,) * 3 + (given_card,)
        assert game.view(1).exposed_somewhere == game.view(0).certain

    def test_whose_turn_it_is_is_all_that_the_first_gift_tells(self) -> None:
        views = []
        for gift in ("give 1", "give 2"):
            game = Game.new(seed=7)
            game.play(gift)
            views.append(game.view(1).model_dump_json())
        assert views[0] == views[1]


@given(SEEDS, st.integers(2, 45), SEATS)
def test_the_unseen_are_the_face_down_cards_and_perhaps_the_kept_one(seed: int, steps: int, seat: int) -> None:
    game = random_game(seed, steps)
    down, unseen = Counter(face_down(game.position)), Counter(game.view(seat).unseen)
    assert down <= unseen
    assert (unseen - down).total() <= (game.phase is Phase.PLAY)


@given(SEEDS, st.integers(0, 45), SEATS | st.none())
def test_every_card_is_seen_certain_unseen_or_unknown(seed: int, steps: int, seat: int | None) -> None:
    view = random_game(seed, steps).view(seat)
    laid = [card for side in view.sides for card in (*side.line, *side.hand)] + [pile.top for pile in view.river]
    seen = Counter(card for card in laid if card is not None)
    total = seen + Counter(view.unseen) + Counter(view.certain) + Counter(view.discards)
    assert total == {card: card.copies for card in BASE_CARDS}


@given(SEEDS, st.integers(0, 45), SEATS | st.none())
def test_a_view_is_a_document(seed: int, steps: int, seat: int | None) -> None:
    view = random_game(seed, steps).view(seat)
    assert PlayerView.model_validate_json(view.model_dump_json()).model_dump_json() == view.model_dump_json()


@given(SEEDS)
def test_a_view_shows_what_is_public_and_its_own(seed: int) -> None:
    game = random_game(seed, 20)
    position, view = game.position, game.view(0)
    assert [pile.top for pile in view.river] == [pile[-1] if pile else None for pile in position.river]
    assert [pile.height for pile in view.river] == [len(pile) for pile in position.river]
    assert [list(side.line) for side in view.sides] == [cards[:5] for cards in position.territories]
    assert list(view.mine.hand) == position.territories[0][5:]
    assert [tuple(side.sent) for side in view.sides] == [tuple(position.court[seat]) for seat in (0, 1)]
    assert list(view.discards) == position.discards


@given(SEEDS)
def test_when_the_game_is_over_both_hands_are_open(seed: int) -> None:
    game = random_game(seed)
    hands = [cards[5:] for cards in game.position.territories]
    assert all([list(side.hand) for side in game.view(seat).sides] == hands for seat in (0, 1))


@given(SEEDS, st.integers(2, 45))
def test_a_card_that_the_viewer_thinks_exposed_is_known_to_the_other(seed: int, steps: int) -> None:
    game = random_game(seed, steps)
    shown = [card is not None for card in game.view(1).theirs.hand]
    assert all(known for known, exposed in zip(shown, game.view(0).exposed, strict=True) if exposed)


@given(SEEDS, st.integers(0, 45), SEATS | st.none())
def test_the_position_of_a_view_is_the_true_one_with_mountains_for_what_is_hidden(
    seed: int, steps: int, seat: int | None
) -> None:
    game = random_game(seed, steps)
    truth, view = game.position, game.view(seat)
    for pile in truth.river:
        pile[:-1] = [Card.MOUNTAIN] * len(pile[:-1])
    for cards, side in zip(truth.territories, view.sides, strict=True):
        cards[5:] = [card or Card.MOUNTAIN for card in side.hand]
    if truth.phase is Phase.GIFT:
        truth.shuffles, truth.given = ((0, 1, 2, 3, 4), (0, 1, 2, 3, 4)), [0] * len(truth.given)
    if truth.phase is Phase.OVER:
        truth.turn = view.seat
    assert view.position() == truth


@settings(max_examples=examples(12, 30))
@given(SEEDS)
def test_in_the_position_of_its_view_a_seat_can_do_what_it_can_do_in_the_game(seed: int) -> None:
    game = random_game(seed, seed % 45)
    if game.turn is not None:
        assert game.view(game.turn).position().legal_actions() == game.legal_actions()


@given(SEEDS, st.integers(2, 45))
def test_what_is_exposed_somewhere_is_what_the_other_is_certain_of(seed: int, steps: int) -> None:
    mine, theirs = (random_game(seed, steps).view(seat) for seat in (0, 1))
    assert None not in theirs.theirs.hand or mine.exposed_somewhere == theirs.certain
    assert not (Counter[Card | None](mine.exposed_somewhere) - Counter(mine.mine.hand))
