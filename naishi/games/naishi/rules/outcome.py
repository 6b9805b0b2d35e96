"""Outcome of a game, and score sheets line by line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from naishi.common.documents import Document
from naishi.games.naishi.rules.cards import REPLACED, Card
from naishi.games.naishi.rules.territory import Cell


class Part(NamedTuple):
    """Points, and what they are for."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one card, or one group of cards that score together, earned."""

    card: Card
    cells: tuple[Cell, ...]
    parts: tuple[Part, ...]
    copy_of: Card | None = None
    """For a ninja: the character it copies."""

    @property
    def row(self) -> Card:
        """The type of card in whose row the line stands: a Legend's stands with the card it replaces."""
        return REPLACED.get(self.card, self.card)

    @property
    def pad_row(self) -> Card:
        """The row in which the score pad shows it: a ninja's points stand with the card it copies."""
        return self.row if self.copy_of is None else self.copy_of

    @property
    def points(self) -> int:
        """The sum of the parts."""
        return sum([part.points for part in self.parts])


@dataclass(frozen=True, slots=True)
class ScoreSheet(Document):
    """A scored territory."""

    lines: tuple[ScoreLine, ...]
    """In the order of their rows; a ninja stands at its own place, whatever it copies. A Traveller has none."""
    points: dict[Card, int]
    """The points of each type of card in the territory, in card order; a Legend's belong to the card it replaces."""
    colours: int
    """The number of different colours, which breaks a tie. (Rulebook: final scoring.)"""
    total: int
    ryokan: int = 0
    """The points of the Ryokan, which are part of the total: 4 or 7; 0 without it."""

    def pad(self) -> dict[Card, int]:
        """Return the points of each row of the score pad (`ScoreLine.pad_row`)."""
        rows: dict[Card, int] = {}
        for line in self.lines:
            row = line.pad_row
            rows[row] = rows.get(row, 0) + line.points
        return rows


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
