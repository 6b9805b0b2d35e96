"""Tournament games for pairing, players by initial rank."""

from __future__ import annotations

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
