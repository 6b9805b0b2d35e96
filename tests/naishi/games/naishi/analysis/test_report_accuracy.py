"""Lichess's accuracy, by its published formula."""

from __future__ import annotations

import pytest

from naishi.games.naishi.analysis import report


@pytest.mark.parametrize(
    ("loss", "percent"),
    [(0, 100), (0.05, 80.815), (0.10, 64.58), (0.20, 41.017), (0.40, 15.909), (0.80, 1.0), (1, 0)],
)
def test_a_decision_has_the_accuracy_of_the_published_curve(loss: float, percent: float) -> None:
    """Worked out apart from the program, from the constants that lila has in AccuracyPercent.scala."""
    assert report.of_decision(loss) == pytest.approx(percent, abs=0.001)


def test_who_always_plays_the_best_is_perfect() -> None:
    assert report.of_game([0.5, 0.6, 0.4], [0, 0, 0], 0) == pytest.approx(100)


def test_who_has_nothing_to_decide_has_no_accuracy() -> None:
    assert report.of_game([], [], 1) is None


def test_a_game_is_the_mean_of_the_weighted_and_the_harmonic_mean() -> None:
    """Two decisions of 100 and 64.58, in windows of two: (50, 50) weighs 0.5 at least, (50, 0) 12 at most."""
    weighted = (100 * 0.5 + 64.58 * 12) / 12.5
    harmonic = 2 / (1 / 100 + 1 / 64.58)
    assert report.of_game([0.5, 0.5], [0, 0.10], 0) == pytest.approx((weighted + harmonic) / 2, abs=0.001)


def test_there_is_a_weight_for_each_decision_of_a_long_game() -> None:
    chances = [0.5 + 0.3 * (n % 2) for n in range(95)]
    assert report.of_game(chances, [0.01] * 95, 1) == pytest.approx(report.of_decision(0.01))
