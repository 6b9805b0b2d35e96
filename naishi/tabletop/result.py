"""Result of a game: ranks and points by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Result(NamedTuple):
    """How a game ended."""

    ranks: tuple[int, ...]
    """The place of each seat, from 1; seats that share a place have the same number."""
    points: tuple[int, ...] = ()
    """The points of each seat; none where the players ended the game before its end."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def winner(self) -> int | None:
        """The one seat in first place; None where several share it."""
        return self.winners[0] if len(self.winners) == 1 else None


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """Return the place of each seat: the greatest key is first, equal keys share a place."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)
