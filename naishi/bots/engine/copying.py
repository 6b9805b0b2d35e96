"""The best characters for ninjas to copy at the end, when all cards are known."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from naishi.game.view import PlayerView, Side
from naishi.rules.actions import Copy
from naishi.rules.cards import Card
from naishi.rules.ninjas import choices
from naishi.rules.scoring import score
from naishi.rules.sheet import ScoreSheet


class ScoredCopy(NamedTuple):
    """A copy and what it leads to."""

    action: Copy
    sheet: ScoreSheet
    share: float
    """The share of the win: 1, 0, or a half for a draw."""


def copies(view: PlayerView) -> list[ScoredCopy]:
    """List the legal copies with the best score that each leads to, the best one first."""
    theirs = _worth(best_sheet(view.theirs))
    legal = [action for action in view.legal_actions if isinstance(action, Copy)]
    sheets = [best_sheet(view.mine, action) for action in legal]
    found = [
        ScoredCopy(action, sheet, 0.5 if _worth(sheet) == theirs else float(_worth(sheet) > theirs))
        for action, sheet in zip(legal, sheets, strict=True)
    ]
    return sorted(found, key=lambda each: _worth(each.sheet), reverse=True)


def best_copy(view: PlayerView) -> Copy:
    """Choose the copy with which the territory scores most points, then most colours."""
    return copies(view)[0].action


def best_sheet(side: Side, action: Copy | None = None) -> ScoreSheet:
    """Score a fully known side whose ninjas make the best copies.

    Args:
        side: Line, Hand and the copies made so far.
        action: The next copy, if it is given too.
    """
    territory = side.territory()
    settled = {**side.copies, action.cell: action.card} if action else side.copies
    waiting = [cell for cell in territory.where(Card.NINJA) if cell not in settled]
    may = choices(territory)
    ways = product(may, repeat=len(waiting)) if may else [()]
    sheets = [score(territory, {**settled, **dict(zip(waiting, way, strict=False))}) for way in ways]
    return max(sheets, key=_worth)


def _worth(sheet: ScoreSheet) -> tuple[int, int]:
    return sheet.total, sheet.colours
