"""Text plot of the perceived and true chance curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naishi.games.naishi.analysis.report import Analysis

KNOWN, TRUE, BOTH, HALF, EMPTY = "*", "o", "@", "-", " "
"""What stands for the curves, for a place on both, and for an even chance; all in ASCII."""


class CurvePoint(NamedTuple):
    """Both chances of a player to win at one moment, from 0 to 1."""

    ply: int
    """How many actions had been done."""
    known: float
    """What the player could know, when it decided last."""
    true: float
    """With all cards open."""


def curve_points(analysis: Analysis, seat: int) -> tuple[CurvePoint, ...]:
    """Return both chances of a player before each action, and at the end."""
    known = dict(analysis.known(seat))
    now = next(iter(known.values())) if len(known) > 1 else 0.5
    found = []
    for ply, true in enumerate(analysis.true(seat)):
        now = known.get(ply, now)
        found.append(CurvePoint(ply, now, true))
    return tuple(found)


def plot(curve: Sequence[CurvePoint], width: int, height: int, *, open_cards: bool = True) -> list[str]:
    """Plot both curves, an even chance in the middle row.

    Args:
        curve: At least one moment.
        width: In characters.
        height: In rows; an odd number has a middle row.
        open_cards: Whether to plot the chance with all cards open, too.
    """
    rows = [[EMPTY] * width for _row in range(height)]
    rows[height // 2] = [HALF] * width
    for x in range(width):
        moment = curve[round(x * (len(curve) - 1) / max(width - 1, 1))]
        known, true = (round((1 - chance) * (height - 1)) for chance in (moment.known, moment.true))
        if open_cards:
            rows[true][x] = TRUE
        rows[known][x] = BOTH if open_cards and known == true else KNOWN
    return ["".join(row) for row in rows]


def axis(analysis: Analysis, rounds: Sequence[int], width: int) -> str:
    """Return a line with the numbers of the rounds below where they begin, as far as there is room.

    Args:
        analysis: The analysis.
        rounds: The round of each action.
        width: In characters.
    """
    line, free = "", 0
    for ply, number in enumerate(rounds):
        if ply and rounds[ply - 1] == number:
            continue
        x = round(ply * (width - 1) / max(len(analysis.actions), 1))
        if x >= free and x + len(str(number)) <= width:
            line = f"{line:{x}}{number}"
            free = x + len(str(number)) + 1
    return line
