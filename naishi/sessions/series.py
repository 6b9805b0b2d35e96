"""Series of rematches between the same players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naishi.tabletop.game import Game
    from naishi.tabletop.result import Result

GamesWon = Mapping[str, int]
"""How many games of a series each player has won, by name; nobody who has won none."""


def with_winner(won: GamesWon, result: Result | None, names: Sequence[str]) -> GamesWon:
    """Return the games won with one more, if one player has won it alone.

    Args:
        won: The games won before.
        result: How the game ended; None if it was not played to the end.
        names: The players of the game, by seat.
    """
    if result is None or result.winner is None:
        return won
    winner = names[result.winner]
    return {**won, winner: won.get(winner, 0) + 1}


class AllSeries:
    """How every series stood before its newest game, since the program began: who leaves one goes on with that.

    A game is known by how it began and when, which it keeps whatever its file is called.
    """

    def __init__(self) -> None:
        self._before: dict[tuple[datetime, str], GamesWon] = {}

    def before(self, game: Game, created: datetime) -> GamesWon:
        """Return the games won before a game; none before one that no series is known of."""
        return self._before.get((created, game.at(0).position_text()), {})

    def begin(self, game: Game, created: datetime, won: GamesWon) -> None:
        """Take note of the games won before a game."""
        self._before[created, game.at(0).position_text()] = won
