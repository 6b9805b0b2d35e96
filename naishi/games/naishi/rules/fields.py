"""Fields of a position text, as values."""

from __future__ import annotations

from typing import NamedTuple

from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.court import Court
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import Cell, Territory

Shuffle = tuple[int, ...]

Copies = tuple[dict[Cell, Card], dict[Cell, Card]]
"""What the ninjas of each seat copy, as far as settled. Never changed in place."""


class Fields(NamedTuple):
    """All that a position text says; `Position` explains the fields."""

    river: list[list[Card]]
    territories: list[list[Card]]
    discards: list[Card]
    given: list[int]
    phase: Phase
    court: Court
    copies: Copies
    turn: int = 0
    developed: bool = False
    bonus: bool = False
    last: int | None = None
    shuffles: tuple[Shuffle, Shuffle] | None = None
    expansion: Expansion | None = None
    declared: bool | None = None
    """Whether the end was declared; None where the other fields say so."""

    def territory(self, seat: int) -> Territory:
        """Return the ten cards of a seat, as they are scored."""
        return Territory(tuple(self.territories[seat]))
