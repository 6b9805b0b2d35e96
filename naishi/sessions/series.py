"""A series: games of the same players, each begun as a rematch of the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from naishi.rules.outcome import Outcome

GamesWon = Mapping[str, int]
"""How many games of a series each player has won, by name; nobody who has won none."""


def with_winner(won: GamesWon, outcome: Outcome | None, names: Sequence[str]) -> GamesWon:
    """Return the games won with one more, if somebody has won it.

    Args:
        won: The games won before.
        outcome: How the game ended; None if it was not played to the end.
        names: The players of the game, by seat.
    """
    if outcome is None or outcome.winner is None:
        return won
    winner = names[outcome.winner]
    return {**won, winner: won.get(winner, 0) + 1}
