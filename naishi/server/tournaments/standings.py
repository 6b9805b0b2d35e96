"""Tournament games and standings: points and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """How opponents are found."""

    SWISS = "swiss"
    """Everybody meets someone with about as many points, nobody twice."""
    ROUND_ROBIN = "round robin"
    """Everybody meets everybody once."""


class Pairing(NamedTuple):
    """Two players who are to play, or one who has a bye."""

    first: int
    """Who goes first."""
    second: int | None
    """None for a bye."""


class Played(NamedTuple):
    """What has become of a pairing."""

    pairing: Pairing
    scores: tuple[float, float] | None
    """What both have for it, 1, 0.5 or 0; None while they play. A bye scores as a win."""

    @property
    def is_bye(self) -> bool:
        """Whether there is no opponent."""
        return self.pairing.second is None


class Row(NamedTuple):
    """How one player stands."""

    place: int
    """Shared by players whom nothing parts."""
    number: int
    points: float
    buchholz: float
    """The points of all opponents; for a bye, one's own points."""
    sonneborn_berger: float
    """The points of those who were beaten, and half of those with whom it was a draw."""
    wins: int

    @property
    def rank(self) -> tuple[float, float, float, int]:
        """What places are given by: the points, then each tie-break, the higher the better."""
        return self.points, self.buchholz, self.sonneborn_berger, self.wins


def points_of(numbers: Sequence[int], games: Iterable[Played]) -> dict[int, float]:
    """Return the points of each player."""
    points = dict.fromkeys(numbers, 0.0)
    for (first, second), scores in games:
        if scores is not None:
            points[first] += scores[0]
            if second is not None:
                points[second] += scores[1]
    return points


def standings(numbers: Sequence[int], games: Sequence[Played]) -> list[Row]:
    """Return how all players stand, the leader first; of those whom nothing parts, the lower number.

    Args:
        numbers: The players.
        games: All games so far; those that go on count for nothing yet.
    """
    points = points_of(numbers, games)
    buchholz, sonneborn_berger = dict.fromkeys(numbers, 0.0), dict.fromkeys(numbers, 0.0)
    wins = dict.fromkeys(numbers, 0)
    for (first, second), scores in games:
        if scores is None:
            continue
        seats = ((first, first if second is None else second, scores[0]), (second, first, scores[1]))
        for player, opponent, score in seats:
            if player is not None:
                buchholz[player] += points[opponent]
                sonneborn_berger[player] += score * points[opponent]
                wins[player] += score == 1
    rows = [Row(0, each, points[each], buchholz[each], sonneborn_berger[each], wins[each]) for each in numbers]
    rows.sort(key=lambda row: (*(-value for value in row.rank), row.number))
    ranks = [row.rank for row in rows]
    return [row._replace(place=ranks.index(row.rank) + 1) for row in rows]
