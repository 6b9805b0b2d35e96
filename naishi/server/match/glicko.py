"""Glicko-1, and the standing of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, pi, sqrt
from typing import NamedTuple

_Q = log(10) / 400

NEW_DEVIATION = 350.0
"""Of someone who hasn't played; nobody is less sure than that."""
LEAST_DEVIATION = 30.0
"""Nobody is surer: else the rating of someone who plays a lot could hardly follow when they learn."""
PROVISIONAL = 110.0
"""A rating with at least this deviation is provisional."""
GROWTH = (PROVISIONAL**2 - 60.0**2) / 365
"""What a day without a rated game adds to the square of the deviation."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong someone seems to be: with two chances in three they are within the deviation of it."""

    points: float = 1500.0
    deviation: float = NEW_DEVIATION

    @property
    def provisional(self) -> bool:
        return self.deviation >= PROVISIONAL

    def after(self, days: float) -> "Rating":
        away = sqrt(self.deviation**2 + GROWTH * max(days, 0.0))
        return Rating(self.points, min(max(away, LEAST_DEVIATION), NEW_DEVIATION))


NEW_FIRST_SEAT = Rating(0.0, 50.0)
"""What the first seat is worth, before anything is known: something between -100 and 100 points."""


def expected(one: Rating, other: Rating) -> float:
    """Return the score that the first of two should reach against the second, whose deviation blurs it."""
    return 1 / (1 + exp(-_Q * _blur(other.deviation) * (one.points - other.points)))


def updated(rating: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after the games of a period.

    Args:
        games: The opponents, as they were before the period, and the scores: 1, 0.5 or 0.
    """
    information = surprise = 0.0
    for opponent, score in games:
        blur, chance = _blur(opponent.deviation), expected(rating, opponent)
        information += (_Q * blur) ** 2 * chance * (1 - chance)
        surprise += blur * (score - chance)
    variance = 1 / (1 / rating.deviation**2 + information)
    return Rating(rating.points + _Q * variance * surprise, sqrt(variance))


def after_game(first: Rating, second: Rating, first_seat: Rating, score: float) -> tuple[Rating, Rating, Rating]:
    against_first = Rating(first.points + first_seat.points, hypot(first.deviation, first_seat.deviation))
    against_second = Rating(second.points - first_seat.points, hypot(second.deviation, first_seat.deviation))
    difference = Rating(second.points - first.points, hypot(first.deviation, second.deviation))
    return (
        updated(first, [(against_second, score)]),
        updated(second, [(against_first, 1 - score)]),
        updated(first_seat, [(difference, score)]),
    )


def _blur(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


DAY = 24 * 3600.0


class Standing(NamedTuple):
    """A player's rating after so many rated games."""

    rating: Rating
    games: int
    played: float
    """When the last of them ended."""

    def at(self, now: float) -> Rating:
        return self.rating.after((now - self.played) / DAY)


class Step(NamedTuple):
    """What one game has changed."""

    before: tuple[Rating, Rating]
    after: tuple[Standing, Standing]
    first_seat: Rating


def step(first: Standing, second: Standing, first_seat: Rating, score: float, ended_at: float) -> Step:
    """Return what a game changes.

    Args:
        score: What the first seat reached: 1, 0.5 or 0.
    """
    before = first.at(ended_at), second.at(ended_at)
    *players, seat = after_game(*before, first_seat, score)
    one, other = (
        Standing(rating, standing.games + 1, ended_at)
        for rating, standing in zip(players, (first, second), strict=True)
    )
    return Step(before, (one, other), seat)
