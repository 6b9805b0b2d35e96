"""Accuracy of ratings: `python benchmarks/ratings.py`.

Players of known strength play rated games against others of about their rating. Three things are asked:

* the order: Spearman's rank correlation between true strengths and ratings;
* calibration: of the true strengths, how many lie within one and two deviations of the rating; of the games, whether
  those that a rating gives a chance of 70 % are won seven times of ten;
* the first seat: what it was found to be worth.
"""

from __future__ import annotations

from itertools import pairwise

import click
import numpy as np
import numpy.typing as npt

from naishi.server.match.glicko import DAY, NEW_FIRST_SEAT, Rating, Standing, expected, step

Floats = npt.NDArray[np.float64]

SPREAD = 300.0
"""The standard deviation of true strengths around 1500."""
FIRST_SEAT = 40.0
"""What the first seat is truly worth."""
DRAWS = 0.03
NEAR = 200.0
"""How far apart the ratings of two opponents are, more or less."""
BINS = np.linspace(0, 1, 11)


class Place:
    """Players who meet, and what is known of them."""

    def __init__(self, count: int, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.true = self.chance.normal(1500.0, SPREAD, count)
        self.standings: list[Standing] = [Standing(Rating(), 0, 0.0)] * count
        self.first_seat = NEW_FIRST_SEAT
        self.forecasts: list[tuple[float, float]] = []
        """For each game, the score that was expected of the first seat, and the score."""

    def meet(self, day: float) -> None:
        """Have two players meet, of about the same rating, and rate their game."""
        first = int(self.chance.integers(len(self.true)))
        points = np.array([standing.rating.points for standing in self.standings])
        weight = np.exp(-(((points - points[first]) / NEAR) ** 2) / 2)
        weight[first] = 0
        second = int(self.chance.choice(len(self.true), p=weight / weight.sum()))
        score = self._played(self.true[first] + FIRST_SEAT - self.true[second])
        one, other, now = self.standings[first], self.standings[second], day * DAY
        done = step(one, other, self.first_seat, score, now)
        mine, theirs = done.before
        both = float(np.hypot(mine.deviation, theirs.deviation))
        seated = Rating(mine.points + self.first_seat.points, 0.0)
        self.forecasts.append((expected(seated, Rating(theirs.points, both)), score))
        (self.standings[first], self.standings[second]), self.first_seat = done.after, done.first_seat

    def _played(self, difference: float) -> float:
        if self.chance.random() < DRAWS:
            return 0.5
        return float(self.chance.random() < 1 / (1 + 10 ** (-difference / 400)))


def rank_correlation(one: Floats, other: Floats) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(one.argsort().argsort(), other.argsort().argsort())[0, 1])


def report(place: Place, games: int) -> None:
    """Print how well ratings tell the strengths after so many games a player."""
    ratings = [standing.rating for standing in place.standings]
    points, deviations = (np.array([getattr(each, name) for each in ratings]) for name in ("points", "deviation"))
    off = np.abs(points - points.mean() - (place.true - place.true.mean())) / deviations
    known = np.array([not each.provisional for each in ratings])
    click.echo(
        f"{games:4} games each: rank correlation {rank_correlation(place.true, points):.3f}, "
        f"off by {np.sqrt(np.mean((points - place.true) ** 2)):.0f} points, deviation {np.median(deviations):.0f}, "
        f"not provisional {known.mean():.0%}, within one deviation {np.mean(off < 1):.0%}, "
        f"two {np.mean(off < 2):.0%}, first seat {place.first_seat.points:.0f} ± {place.first_seat.deviation:.0f}"
    )


def report_forecasts(forecasts: Floats) -> None:
    """Print, for games of about the same forecast, the score that was expected and the one that was reached."""
    click.echo(" forecast  reached  games")
    for low, high in pairwise(BINS):
        within = forecasts[(forecasts[:, 0] >= low) & (forecasts[:, 0] < high)]
        if len(within) >= 100:
            click.echo(f"  {within[:, 0].mean():6.3f}   {within[:, 1].mean():6.3f} {len(within):6}")
    error = np.mean((forecasts[:, 0] - forecasts[:, 1]) ** 2)
    blind = np.mean((forecasts[:, 1] - 0.5) ** 2)
    click.echo(f"Mean squared error {error:.4f}; of a forecast that is always 0.5, {blind:.4f}.")


@click.command()
@click.option("--players", default=1000, show_default=True)
@click.option("--games", default=80, show_default=True, help="Of each player.")
@click.option("--days", default=365.0, show_default=True, help="Over how many days these are spread.")
@click.option("--seed", default=1, show_default=True)
def main(players: int, games: int, days: float, seed: int) -> None:
    """Have players of known strength play, and look at their ratings."""
    place, total = Place(players, seed), players * games // 2
    for number in range(1, total + 1):
        place.meet(days * number / total)
        each = 2 * number / players
        if each in {10, 20, 40, games}:
            report(place, int(each))
    report_forecasts(np.array(place.forecasts[total // 4 :]))


if __name__ == "__main__":
    main()
