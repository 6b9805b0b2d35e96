"""Heuristic values of Shogun: chances, and what a winter costs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from naishi.games.shogun.judging import SIMPLE, hold_chance, more_likely, taken, winter_cost
from naishi.games.shogun.position import Position
from naishi.games.shogun.rules import from_case
from tests.naishi.games.shogun.playing import cases


@pytest.fixture
def position() -> Position:
    """The second season of a recorded game."""
    return from_case(cases()[1]).at(20).position


def test_half_a_cube_ahead_is_an_even_chance() -> None:
    assert more_likely(0.5, 3) == 0.5
    assert more_likely(0, 3) < 0.5 < more_likely(1, 3)


def test_a_province_falls_likelier_to_more_armies() -> None:
    assert taken(1, 5) < 0.1
    assert taken(5, 1) > 0.9


def test_more_armies_put_a_revolt_down_likelier(position: Position) -> None:
    chances = [hold_chance(position, 0, armies, 2) for armies in (1, 2, 4, 8)]
    assert all(fewer < more for fewer, more in pairwise(chances))
    assert chances[-1] > 0.95


def test_a_winter_costs_nothing_where_rice_will_do(position: Position) -> None:
    assert winter_cost(position, 8, 8, SIMPLE[0]) == 0
    assert winter_cost(position, 8, 0, SIMPLE[0]) > winter_cost(position, 8, 2, SIMPLE[0]) > 0
