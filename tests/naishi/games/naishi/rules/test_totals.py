"""Points without reasons, against the sheets."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from naishi import Card, InvalidPositionError, Phase, Position, Territory, score
from naishi.games.naishi.rules.cards import BASE_CARDS, BY_LETTER, DECK
from naishi.games.naishi.rules.scoring import choices
from naishi.games.naishi.rules.totals import best_copies, points_by_card, total
from tests.fuzzing import examples
from tests.naishi.playing import SEEDS, chance, positions_of_a_random_game


def assert_total_is_that_of_the_sheets(territory: Territory) -> None:
    ninjas, may = territory.where(Card.NINJA), choices(territory)
    ways = [dict(zip(ninjas, way, strict=True)) for way in product(may, repeat=len(ninjas))] or [{}]
    for copies in ways[:: 1 + len(ways) // 6]:
        sheet = score(territory, copies)
        assert total(territory.cards, copies) == (sheet.total, sheet.colours)
        assert points_by_card(territory.cards, copies) == sheet.points


@settings(max_examples=examples(150, 400))
@given(SEEDS, st.integers(0, 8))
def test_a_total_is_that_of_the_sheet(seed: int, mountains: int) -> None:
    draw = chance(seed)
    cards = [Card.MOUNTAIN] * mountains + draw.sample(DECK, 10 - mountains)
    draw.shuffle(cards)
    assert_total_is_that_of_the_sheets(Territory(tuple(cards)))


@settings(max_examples=examples(80, 200))
@given(st.text("NASKHOFTRBX", min_size=10, max_size=10).filter(lambda letters: letters.count("X") <= 2))
def test_a_total_is_that_of_the_sheet_whatever_is_the_number_of_copies(letters: str) -> None:
    assert_total_is_that_of_the_sheets(Territory(tuple(BY_LETTER[letter] for letter in letters)))


@pytest.mark.parametrize("card", BASE_CARDS)
def test_every_arrangement_of_one_card_has_the_total_of_its_sheet(card: Card) -> None:
    other = Card.MOUNTAIN if card is not Card.MOUNTAIN else Card.RICE
    for mask in range(0, 1024, 3):
        territory = Territory(tuple(card if mask >> cell & 1 else other for cell in range(10)))
        sheet = score(territory)
        assert total(territory.cards) == (sheet.total, sheet.colours)
        assert points_by_card(territory.cards) == sheet.points


@given(SEEDS)
def test_a_finished_position_has_the_totals_of_its_sheets(seed: int) -> None:
    *_played, end = positions_of_a_random_game(seed)
    assert end.totals() == tuple((sheet.total, sheet.colours) for sheet in end.sheets())


def test_a_position_has_no_totals_before_the_game_is_over() -> None:
    position = Position.from_text("-/-/-/-/- XASMM/MMMMM MMMMM/MMMMM 001:000 0 c: 1 -")
    assert position.phase is Phase.COPY
    with pytest.raises(InvalidPositionError, match="isn't over yet"):
        position.totals()


@given(st.text("NASXMF", min_size=10, max_size=10).filter(lambda letters: letters.count("X") <= 2))
def test_best_copies_finds_the_most_points(letters: str) -> None:
    territory = Territory.from_text(f"{letters[:5]}/{letters[5:]}")
    ninjas, may = territory.where(Card.NINJA), choices(territory)
    ways = [dict(zip(ninjas, way, strict=True)) for way in product(may, repeat=len(ninjas))] or [{}]
    assert score(territory, best_copies(territory)).total == max(score(territory, way).total for way in ways)
