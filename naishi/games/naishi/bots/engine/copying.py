"""Best copies of ninjas with all cards known."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Copy
from naishi.games.naishi.rules.base_cards import ninjas
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.scoring import score
from naishi.games.naishi.rules.sheet import ScoreSheet
from naishi.games.naishi.rules.territory import Cell, Territory


class ScoredCopy(NamedTuple):
    """A copy and what it leads to."""

    action: Copy
    sheet: ScoreSheet
    share: float
    """The share of the win: 1, 0, or a half for a draw."""


def copies(view: PlayerView) -> list[ScoredCopy]:
    """List the legal copies with the best score that each leads to, the best one first."""
    own, other = _side(view, view.seat), _side(view, 1 - view.seat)
    theirs = _worth(best_sheet(other, own.territory))
    legal = [action for action in view.legal_actions if isinstance(action, Copy)]
    sheets = [best_sheet(own, other.territory, action) for action in legal]
    found = [
        ScoredCopy(action, sheet, 0.5 if _worth(sheet) == theirs else float(_worth(sheet) > theirs))
        for action, sheet in zip(legal, sheets, strict=True)
    ]
    return sorted(found, key=lambda each: _worth(each.sheet), reverse=True)


def best_copy(view: PlayerView) -> Copy:
    """Choose the copy with which the territory scores most points, then most colours."""
    return copies(view)[0].action


class OpenSide(NamedTuple):
    """A fully known side."""

    territory: Territory
    copies: Mapping[Cell, Card]
    """What its ninjas copy, as far as settled."""


def best_sheet(side: OpenSide, opponent: Territory, action: Copy | None = None) -> ScoreSheet:
    """Score a side whose ninjas make the best copies.

    Args:
        side: The side.
        opponent: The other territory, of which a Legendary Ninja copies a character.
        action: The next copy, if it is given too.
    """
    settled = {**side.copies, action.cell: action.card} if action else side.copies
    waiting = {
        cell: may for cell, may in ninjas(side.territory, opponent).items() if may and cell not in settled
    }  # fmt: skip
    ways = [dict(zip(waiting, way, strict=True)) for way in product(*waiting.values())]
    sheets = [score(side.territory, {**settled, **way}, opponent=opponent) for way in ways]
    return max(sheets, key=_worth)


def _side(view: PlayerView, seat: int) -> OpenSide:
    side, ryokan = view.sides[seat], view.ryokan
    points = ryokan.side if ryokan is not None and ryokan.owner == seat else 0
    return OpenSide(Territory(side.territory().cards, points), side.copies)


def _worth(sheet: ScoreSheet) -> tuple[int, int]:
    return sheet.total, sheet.colours
