"""Ratings of bots, and their intervals."""

from __future__ import annotations

import random

import pytest

from naishi.bots.arena.games import Result, schedule
from naishi.bots.arena.ratings import elo, intervals, ratings, wilson

pytestmark = pytest.mark.ci


def test_wilsons_interval() -> None:
    """The textbook's 50 of 100, and the ends."""
    assert wilson(50, 100) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    assert wilson(0, 0) == (0.5, 0, 1)


def test_elo_explains_the_shares_it_was_given() -> None:
    rated = elo(("a", "b"), {("a", "b"): 7599.5, ("b", "a"): 2399.5})
    assert rated["a"] - rated["b"] == pytest.approx(200, abs=1)
    assert rated["a"] + rated["b"] == pytest.approx(3000)


def test_a_bot_that_never_lost_is_rated_all_the_same() -> None:
    rated = elo(("a", "b", "c"), {("a", "b"): 10, ("b", "a"): 0, ("b", "c"): 10, ("c", "b"): 0})
    assert rated["a"] > rated["b"] > rated["c"]


def test_intervals_hold_the_true_ratings() -> None:
    """Of 40 made-up tournaments of equal bots, nearly all: 95 % are 38."""
    held = 0
    for seed in range(40):
        draw = random.Random(seed)
        results = [Result(each, draw.randrange(2), None, ([], [])) for each in schedule(("a", "b"), 60, seed)]
        low, high = intervals(("a", "b"), results)["a"]
        held += low <= 1500 <= high
    assert 33 <= held <= 40


def test_a_bot_that_never_lost_has_an_interval() -> None:
    results = [Result(each, int(each.bots[1] == "a"), None, ([], [])) for each in schedule(("a", "b"), 40, 1)]
    low, high = intervals(("a", "b"), results)["a"]
    assert 1500 < low < ratings(("a", "b"), results)["a"] < high
