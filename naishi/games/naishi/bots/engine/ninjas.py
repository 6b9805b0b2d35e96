"""Territories whose ninjas make the best copies, many at once."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.gains import adds
from naishi.games.naishi.bots.engine.groups import best_of_each
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.rules.cards import COPYABLE, Card


class FinalScores(NamedTuple):
    """The scores of territories once the game is over."""

    totals: npt.NDArray[np.float32]
    ranks: npt.NDArray[np.float32]
    """Higher for more points, or for equal points and more colours."""


def final_scores(masks: p.Masks) -> FinalScores:
    """Score territories whose ninjas make the best copies. Copies never change the colours that are there."""
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
