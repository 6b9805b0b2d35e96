"""Glicko-1: how strong a player seems, and how sure that is.

After Mark E. Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied Statistics 48
(1999), and his "The Glicko system".

* **Every game is a rating period of its own.** The paper collects the games of a month or two, since it was written for
  lists that are printed. Here both players see what a game has changed on its score pad, and whoever is asked for a
  rating is told what all games so far say. Two players are rated by what was known of both before their game.
* **Days away make a rating less sure**, by so much that ± 60 is provisional again, ± 110, after a year.
* **The first seat has a rating of its own**, which is added to that of whoever sits there. It begins at 0 ± 50 and is
  updated by the same formula with every rated game, as if it had played that game against the difference of the two
  players. So it is fitted from the results, is unsure for as long as there are few, and needs no constant of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, pi, sqrt

_Q = log(10) / 400

NEW_DEVIATION = 350.0
"""Of somebody who hasn't played; nobody is less sure than that."""
LEAST_DEVIATION = 30.0
"""Nobody is surer: else the rating of somebody who plays a lot could hardly follow when they learn."""
PROVISIONAL = 110.0
"""A rating with at least this deviation is provisional."""
GROWTH = (PROVISIONAL**2 - 60.0**2) / 365
"""What a day without a rated game adds to the square of the deviation."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody seems to be: with two chances in three they are within the deviation of it."""

    points: float = 1500.0
    deviation: float = NEW_DEVIATION

    @property
    def provisional(self) -> bool:
        """Whether it says little yet, or little any more."""
        return self.deviation >= PROVISIONAL

    def after(self, days: float) -> Rating:
        """Return the rating after some days without a rated game."""
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
        rating: Before them, its deviation as it has become since the period before.
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
    """Return both players and the first seat after a game.

    Args:
        first: Who had the first seat, as of that day.
        second: The other player, likewise.
        first_seat: What the first seat was worth, as far as was known.
        score: What the first seat reached.
    """
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
