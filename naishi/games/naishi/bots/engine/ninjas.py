"""Best copies of ninjas, many territories at once."""

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.gains import adds
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Copy
from naishi.games.naishi.rules.cards import COPYABLE, Card, Cell, Territory
from naishi.games.naishi.rules.scoring import ScoreSheet, ninjas, score


def best_of_each(group: npt.NDArray[np.integer[Any]], worth: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.intp]:
    """Return where the best of each group stands, by group; the first among equals."""
    order = np.lexsort((-worth, group))
    ordered = group[order]
    first = np.ones(len(order), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return order[first]


def among_best(
    group: npt.NDArray[np.integer[Any]], worth: npt.NDArray[np.floating[Any]], most: int
) -> npt.NDArray[np.bool_]:
    """Return which are among the best of their groups, at most so many of each; the first ones among equals."""
    order = np.lexsort((-worth, group))
    place = np.arange(order.size) - np.searchsorted(group[order], group[order])
    among = np.empty(order.size, dtype=np.bool_)
    among[order] = place < most
    return among


class FinalScores(NamedTuple):
    """The scores of territories once the game is over."""

    totals: npt.NDArray[np.float32]
    ranks: npt.NDArray[np.float32]
    """Higher for more points, or for equal points and more colours."""


def final_scores(masks: p.Masks) -> FinalScores:
    faces = best_copies(masks)
    total = p.totals(p.points(faces))
    return FinalScores(total, np.add(total * 8, p.colours(faces), dtype=np.float32))


def best_copies(masks: p.Masks) -> p.Masks:
    """Add each ninja to the character whose copy scores most in total; ninjas with nothing to copy stay."""
    ninjas = masks[:, Card.NINJA]
    have = ninjas.nonzero()[0]
    if not have.size:
        return masks
    faces = masks.copy()
    alone = p.COUNT[ninjas[have]] == 1
    if alone.any():
        _copy_alone(faces, have[alone])
    if not alone.all():
        _copy_together(faces, have[~alone])
    return faces


_COPYABLE = np.array(COPYABLE)
_PAIRS = np.array([*product(COPYABLE, repeat=2)])


def _copy_alone(faces: p.Masks, rows: Indices) -> None:
    """Let the only ninja of some territories copy what adds most."""
    some = faces[rows]
    ninja = some[:, Card.NINJA, None]
    cell = (ninja & p.CELL_BITS != 0).argmax(axis=1)[:, None]
    added = adds(some, _COPYABLE, cell)
    added[:, _RONIN] += p.tables().ronin[p.types(some)]
    added[some[:, _COPYABLE] == 0] = -np.inf
    best = added.argmax(axis=1)
    may = added[np.arange(len(rows)), best] > -np.inf
    rows, ninja = rows[may], ninja[may, 0]
    faces[rows, _COPYABLE[best[may]]] |= ninja
    faces[rows, Card.NINJA] = 0


_RONIN = COPYABLE.index(Card.RONIN)


def _copy_together(faces: p.Masks, rows: Indices) -> None:
    """Let the two ninjas of some territories make the copies that score most: the second one scores with the first."""
    present = faces[rows] != 0
    which, way = np.nonzero(present[:, _PAIRS[:, 0]] & present[:, _PAIRS[:, 1]])
    if not which.size:
        return
    tried = faces[rows[which]]
    ninjas = tried[:, Card.NINJA].copy()
    first = ninjas & -ninjas
    every = np.arange(which.size)
    tried[:, Card.NINJA] = 0
    tried[every, _PAIRS[way, 0]] |= first
    tried[every, _PAIRS[way, 1]] |= ninjas ^ first
    total = p.totals(p.points(tried))
    best = best_of_each(which, total)
    faces[rows[which[best]]] = tried[best]


class ScoredCopy(NamedTuple):
    """A copy and what it leads to."""

    action: Copy
    sheet: ScoreSheet
    share: float
    """The share of the win: 1, 0, or a half for a draw."""


def copies(view: PlayerView) -> list[ScoredCopy]:
    """Return what the next ninja may copy, the best first."""
    own, other = _side(view, view.seat), _side(view, 1 - view.seat)
    theirs = _worth(best_sheet(other, own.territory))
    legal = [action for action in view.legal_actions if isinstance(action, Copy)]
    sheets = [best_sheet(own, other.territory, action) for action in legal]
    found = [
        ScoredCopy(action, sheet, 0.5 if _worth(sheet) == theirs else float(_worth(sheet) > theirs))
        for action, sheet in zip(legal, sheets, strict=True)
    ]
    return sorted(found, key=lambda each: _worth(each.sheet), reverse=True)


class OpenSide(NamedTuple):
    """A fully known side."""

    territory: Territory
    copies: Mapping[Cell, Card]
    """What its ninjas copy, as far as settled."""


def best_sheet(side: OpenSide, opponent: Territory, action: Copy | None = None) -> ScoreSheet:
    """Score a side whose ninjas make the best copies."""
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
