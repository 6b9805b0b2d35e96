"""Sequential test: stopping, and error rates."""

from __future__ import annotations

import math
import random

import pytest

from naishi.bots.arena.ratings import SHARES, Sprt, log_likelihood_ratio, share_at

pytestmark = pytest.mark.ci


def test_no_difference_is_half_of_the_games() -> None:
    assert share_at(0) == 0.5
    assert share_at(400) == pytest.approx(10 / 11)
    assert share_at(-30) == pytest.approx(1 - share_at(30))


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(alpha=0.1, beta=0.2).bounds == pytest.approx((math.log(2 / 9), math.log(8)))


def test_pairs_that_are_won_or_lost_as_a_whole_are_tosses_of_a_coin() -> None:
    """Then the ratio is that of the binomial distribution."""
    share0, share1 = share_at(0), share_at(30)
    expected = 60 * math.log(share1 / share0) + 40 * math.log((1 - share1) / (1 - share0))
    assert log_likelihood_ratio([40, 0, 0, 0, 60], share0, share1) == pytest.approx(expected, abs=1e-3)


def test_many_pairs_come_near_the_normal_approximation() -> None:
    """N (s1 - s0) (2 mean - s0 - s1) / (2 variance). (M. Van den Bergh)"""
    counts, share0, share1 = [500, 2000, 4900, 2100, 500], share_at(0), share_at(5)
    total = sum(counts)
    mean = sum(count * share for count, share in zip(counts, SHARES, strict=True)) / total
    variance = sum(count * (share - mean) ** 2 for count, share in zip(counts, SHARES, strict=True)) / total
    expected = total * (share1 - share0) * (2 * mean - share0 - share1) / (2 * variance)
    assert log_likelihood_ratio(counts, share0, share1) == pytest.approx(expected, rel=0.02)


def test_one_pair_is_never_enough() -> None:
    for share in SHARES:
        test = Sprt()
        test.add(share)
        assert test.verdict is None


def test_what_comes_after_the_verdict_is_left_out() -> None:
    test = Sprt(elo1=200)
    while test.verdict is None:
        test.add(1.0)
    before = test.pairs
    test.add(0.0)
    assert (test.verdict, test.pairs) == ("stronger", before)


def run(elo: float, seed: int) -> Sprt:
    """Test made-up pairs of games of a bot that is stronger by so much; the deal favours one side in both games."""
    draw, test = random.Random(seed), Sprt(elo0=0, elo1=60)
    while test.verdict is None:
        luck = draw.uniform(-0.3, 0.3)
        test.add(sum(draw.random() < share_at(elo) + luck * side for side in (1, -1)) / 2)
    return test


@pytest.mark.parametrize(("elo", "wrong"), [(0, "stronger"), (60, "not stronger")])
def test_it_errs_no_more_often_than_it_says(elo: float, wrong: str) -> None:
    errors = sum(run(elo, seed).verdict == wrong for seed in range(50))
    assert 0 < errors <= 8  # 5 % are 2.5; with 8, chance would have to be past 99.8 %


def test_clear_cases_are_over_soon() -> None:
    assert run(300, 1).pairs < run(60, 1).pairs
