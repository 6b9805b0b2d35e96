"""Potential gains of both seats, as network inputs."""

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o, points as p
from naishi.games.naishi.bots.engine.gains import Cells, Gains, gains, gains_of_swaps
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.cards import EMISSARIES, SWAP_SPOTS

OWN, THEIRS, SWAPS = p.CELLS + 2, p.CELLS + 3, 3
"""The number of columns of each group."""

SCALE = np.float32(0.1)
CELLS = np.arange(p.CELLS)
COLUMN = CELLS % 5


def develops(
    cells: Cells, own: int, mine: Indices, theirs: Indices, own_tops: Observations, their_tops: Observations
) -> tuple[Gains, Gains]:
    """Return what both seats could gain by each develop, and by the best two.

    For the other seat, which is about to act in most positions, also by the best develop after a swap of two River
    cards. Its territories differ little in positions that are evaluated together, so what each card adds in each cell
    is worked out once for each of them.

    Args:
        theirs: The other side's, counted from the first one of that side.
        own_tops: The face-up cards of the River in the positions of `mine`.
        their_tops: The same in those of `theirs`.
    """
    others, size = np.arange(own, len(cells.types)), len(mine)
    shown = np.flatnonzero(np.bincount(their_tops.ravel(), minlength=o.DOWN + 1)[: p.TYPES])
    each_card = len(others), shown.size, p.CELLS
    card = np.empty((size + len(others) * shown.size, p.CELLS), dtype=np.intp)
    card[:size] = own_tops.take(COLUMN, axis=1)
    card[size:].reshape(each_card)[:] = shown[:, None]
    found = gains(cells.some(np.concatenate([mine, others.repeat(shown.size)])), card)
    found *= SCALE
    table = np.zeros((len(others), o.DOWN + 1, p.CELLS), dtype=np.float32)
    table[:, shown] = found[size:].reshape(each_card)
    from_piles = table.reshape(-1, p.CELLS).take(theirs[:, None] * (o.DOWN + 1) + their_tops, axis=0)
    own_each = found[:size]
    return np.concatenate([own_each, best_two(own_each)], axis=1), of_other(from_piles, their_tops)


def of_other(more: Gains, tops: Observations) -> Gains:
    """Return what the other seats could gain, by what each develop adds: [position, pile, cell], which is changed."""
    each = more[:, COLUMN, CELLS]
    more *= (tops != o.EMPTY)[:, None, COLUMN]
    best = more.reshape(len(more), -1).max(axis=1, keepdims=True)
    return np.concatenate([each, best_two(each), best], axis=1)


def swaps(rows: Observations, cells: Cells, mine: Indices) -> Gains:
    gained = np.zeros((len(rows), SWAPS), dtype=np.float32)
    may = np.flatnonzero(may_swap(rows))
    if may.size:
        some = np.zeros(len(cells.types), dtype=np.bool_)
        some[mine[may]] = True
        gained[may] = (gains_of_swaps(cells.some(np.flatnonzero(some))) * SCALE)[some.cumsum()[mine[may]] - 1]
    return gained


def may_swap(rows: Observations) -> npt.NDArray[np.bool_]:
    free = rows[:, o.SWAPS] + rows[:, o.DISCARDS] + rows[:, o.DECREE] < EMISSARIES
    room = rows[:, o.SWAPS] + rows[:, o.THEIR_SWAPS] < SWAP_SPOTS
    result: npt.NDArray[np.bool_] = (rows[:, o.DEVELOPED] == 1) & (rows[:, o.BONUS] == 0) & free & room
    return result


def best_two(each: Gains) -> Gains:
    return np.partition(each, -2, axis=1)[:, :-3:-1]
