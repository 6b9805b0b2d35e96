"""Perfect memory, against enumeration of possible Hands."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from naishi import Card, Deal, Game, Phase
from tests.fuzzing import examples
from tests.naishi.games.naishi.game.shared import deal_with_last, levelled
from tests.naishi.games.naishi.game.worlds import hand_in_all_worlds
from tests.naishi.playing import SEEDS, chance

M, FORT, RICE, TORII, MONK = Card.MOUNTAIN, Card.FORT, Card.RICE, Card.TORII, Card.MONK


@settings(max_examples=examples(10, 25))
@given(SEEDS)
def test_known_is_what_is_so_in_all_worlds(seed: int) -> None:
    """Actions that touch a Hand are taken more often, so that more of it is seen."""
    draw, game = chance(seed), Game.new(seed=seed)
    while game.phase in {Phase.GIFT, Phase.PLAY}:
        actions = game.legal_actions()
        game.play(draw.choice([a for a in actions if "H" in a.text and draw.random() < 0.7] or actions))
        if game.phase is Phase.PLAY:
            for seat in (0, 1):
                assert list(game.view(seat).theirs.hand) == hand_in_all_worlds(game, seat)


@settings(max_examples=examples(8, 20))
@given(st.lists(st.sampled_from(["L", "H"]), min_size=1, max_size=5), st.integers(20, 25), st.integers(0, 10**6))
def test_known_is_what_is_so_in_all_worlds_late_in_a_long_game(cells: list[str], steps: int, seed: int) -> None:
    for deal in (Deal.random(seed), deal_with_last([RICE] * 3, (TORII, RICE), (MONK, RICE))):
        game = levelled(deal, steps, "".join(cells))
        for seat in (0, 1):
            assert list(game.view(seat).theirs.hand) == hand_in_all_worlds(game, seat)


def opened(first: tuple[Card, Card], second: tuple[Card, Card], *actions: str) -> Game:
    """A game with these dealt cards, both seats giving the first; Hands lie as mountains, kept, received."""
    game = Game.new(deal=deal_with_last([], first, second))
    for action in ("give 1", "give 1", *actions):
        game.play(action)
    return game


def known(game: Game) -> list[str]:
    """What seat 0 knows of the Hand of seat 1."""
    return ["?" if card is None else card.letter for card in game.view(0).theirs.hand]


START = (FORT, RICE), (MONK, TORII)
"""Seat 1 has MMM, its torii and the fort that seat 0 gave."""


def test_at_first_nothing_is_known() -> None:
    assert known(opened(*START)) == ["?", "?", "?", "?", "?"]


def test_a_developed_card_is_known() -> None:
    game = opened(*START, "develop L1", "end")
    game.play("develop H2")
    assert (known(game)[1], known(game)[0]) == (str(game.deal.river[1][0].letter), "?")


def test_a_known_card_is_followed_through_swaps() -> None:
    game = opened(*START, "develop L1", "end", "develop H2", "swap H2 H5")
    assert known(game)[4] == game.deal.river[1][0].letter
    assert known(game)[1] == "?"


def test_a_card_swapped_into_the_line_is_known_and_so_is_what_came() -> None:
    assert known(opened(*START, "develop L1", "end", "swap L4 H4"))[3] == "M"


def test_the_decree_shows_both_cards() -> None:
    game = opened(*START, "decree H4")
    assert (known(game)[3], game.view(1).theirs.hand[3]) == ("R", TORII)


def test_a_seen_card_is_no_longer_among_the_certain() -> None:
    game = opened(*START, "decree H1")
    assert sorted(game.view(0).certain) == [M, M, FORT]


def test_once_the_other_four_are_seen_the_last_is_known_by_elimination() -> None:
    moves = ["develop L1", "end", "swap L4 H4", "develop H5"]
    moves += ["develop L2", "end", "develop L5", "end"]
    game = opened(*START, *moves)
    assert known(game) == ["M", "M", "M", "M", game.deal.river[4][0].letter]


def test_the_second_of_two_equal_cards_stays_unknown() -> None:
    """Seat 1 kept a fort and was given one: a fort that is seen may be either, so the other may be anything."""
    game = opened((FORT, RICE), (MONK, FORT), "develop L1", "end", "swap L4 H4", "develop L5")
    assert known(game) == ["?", "?", "?", "M", "?"]


def test_what_both_players_know_of_the_own_hand_is_exposed() -> None:
    game = opened(*START, "decree H4")
    assert game.view(0).exposed == (False, False, False, True, False)
