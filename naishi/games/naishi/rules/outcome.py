"""Outcome of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from naishi.common.documents import Document
from naishi.games.naishi.rules.sheet import ScoreSheet


class Termination(StrEnum):
    """What ended a game."""

    DECLARED = "declared"
    PILES = "piles"


@dataclass(frozen=True, slots=True)
class Outcome(Document):
    """The result of a finished game."""

    winner: int | None
    """The seat that won; None for a draw."""
    termination: Termination
    sheets: tuple[ScoreSheet, ScoreSheet]

    @property
    def by_colours(self) -> bool:
        """Whether the number of colours decided, the points being equal."""
        return self.winner is not None and self.sheets[0].total == self.sheets[1].total


def outcome(sheets: tuple[ScoreSheet, ScoreSheet], termination: Termination) -> Outcome:
    """Compare points, then colours. (Rulebook: final scoring.)"""
    first, second = ((sheet.total, sheet.colours) for sheet in sheets)
    winner = None if first == second else int(second > first)
    return Outcome(winner=winner, termination=termination, sheets=sheets)
