"""What is known of a player after their last rated game, and what the next one changes."""

from __future__ import annotations

from typing import NamedTuple

from naishi.server.rating.glicko import Rating, after_game

DAY = 24 * 3600.0


class Standing(NamedTuple):
    """A player's rating after so many rated games."""

    rating: Rating
    games: int
    played: float
    """When the last of them ended."""

    def at(self, now: float) -> Rating:
        """Return the rating as of a moment: days away make it less sure."""
        return self.rating.after((now - self.played) / DAY)


class Step(NamedTuple):
    """What one game has changed."""

    before: tuple[Rating, Rating]
    after: tuple[Standing, Standing]
    first_seat: Rating


def newcomer(now: float) -> Standing:
    """Return the standing of somebody without a rated game."""
    return Standing(Rating(), 0, now)


def step(first: Standing, second: Standing, first_seat: Rating, score: float, ended_at: float) -> Step:
    """Return what a game changes.

    Args:
        first: Who had the first seat, before it.
        second: The other player, likewise.
        first_seat: What the first seat was worth, as far as was known.
        score: What the first seat reached: 1, 0.5 or 0.
        ended_at: When it ended.
    """
    before = first.at(ended_at), second.at(ended_at)
    *players, seat = after_game(*before, first_seat, score)
    one, other = (
        Standing(rating, standing.games + 1, ended_at)
        for rating, standing in zip(players, (first, second), strict=True)
    )
    return Step(before, (one, other), seat)
