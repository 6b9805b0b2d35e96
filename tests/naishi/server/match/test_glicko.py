"""Glicko formulas: the paper's example, and invariants."""

from __future__ import annotations

import pytest

from naishi.server.match.glicko import NEW_FIRST_SEAT, Rating, after_game, expected, updated


def test_the_example_of_the_paper() -> None:
    opponents = Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)
    chances = [expected(Rating(1500, 200), each) for each in opponents]
    assert chances == [pytest.approx(each, abs=0.0005) for each in (0.639, 0.432, 0.303)]
    after = updated(Rating(1500, 200), list(zip(opponents, (1, 0, 0), strict=True)))
    assert after.points == pytest.approx(1464, abs=0.5)
    assert after.deviation == pytest.approx(151.4, abs=0.05)


def test_without_games_nothing_changes() -> None:
    same = updated(Rating(1640, 60), [])
    assert same.points == 1640
    assert same.deviation == pytest.approx(60)


def test_a_year_away_makes_a_sure_rating_provisional_and_never_less_sure_than_a_newcomer() -> None:
    assert Rating(1640, 60).after(365).deviation == pytest.approx(110)
    assert not Rating(1640, 60).after(300).provisional
    assert Rating(1640, 60).after(100_000).deviation == Rating().deviation
    assert Rating(1640, 60).after(-3) == Rating(1640, 60), "a clock that was set back"


def test_what_one_wins_the_other_loses_if_both_are_as_sure() -> None:
    first, second, _seat = after_game(Rating(1500, 80), Rating(1500, 80), Rating(0, 30), 1)
    assert first.points - 1500 == pytest.approx(1500 - second.points)
    assert first.points > 1500


def test_the_first_seat_is_worth_what_the_results_say() -> None:
    even, seat = Rating(1500, 40), NEW_FIRST_SEAT
    for game in range(400):
        _first, _second, seat = after_game(even, even, seat, float(game % 8 < 5))  # 5 of 8: 89 points
        assert seat.deviation < NEW_FIRST_SEAT.deviation
    assert seat.points == pytest.approx(89, abs=20)


def test_to_win_from_the_better_seat_brings_less() -> None:
    players = Rating(1500, 80), Rating(1500, 80)
    by_seat = [after_game(*players, Rating(worth, 10), 1)[0].points for worth in (-60, 0, 60)]
    assert by_seat == sorted(by_seat, reverse=True)
