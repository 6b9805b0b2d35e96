"""Rounds and the result."""

from __future__ import annotations

from typing import NamedTuple

from naishi.games.shogun.position import Position


class Result(NamedTuple):
    """Ranks and points by seat; equal ranks are shared."""

    ranks: tuple[int, ...]
    points: tuple[int, ...]


def result_of(position: Position) -> Result | None:
    """Return the result of a finished game: most points, then most chests, then shared."""
    if position.ask != "end":
        return None
    keys = list(zip(position.points, position.chests, strict=True))
    return Result(tuple(1 + sum(other > key for other in keys) for key in keys), tuple(position.points))


def round_of(position: Position) -> int:
    """Return the season, counted from 1, winters with it; 0 in the draft."""
    year, time = position.year, position.time_of_year
    return (year - 1) * 4 + min(time, 4) if time else 0
