"""How a game ended."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from naishi.rules.sheet import ScoreSheet


class Termination(StrEnum):
    """What ended a game."""

    DECLARED = "declared"
    PILES = "piles"


class Outcome(BaseModel):
    """The result of a finished game."""

    model_config = ConfigDict(frozen=True)

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
