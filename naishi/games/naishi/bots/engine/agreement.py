"""Grouping of equal positions, so that each is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine.legal_moves import Indices

Keys = npt.NDArray[np.int64]

MIX = np.int64(0x1E3779B97F4A7C15)
"""Mixes two keys into one: `one * MIX ^ other`."""
_SLOTS = 1 << 13


class Agreement(NamedTuple):
    """Positions that agree on a part."""

    first: Indices
    """The index of one position of each kind."""
    row: Indices
    """For each position, the number of its kind."""


def bits(columns: Sequence[int], each: int, width: int) -> npt.NDArray[np.float64]:
    """Return factors that pack columns into one number, `each` bits a column.

    Args:
        columns: The columns.
        each: The bits.
        width: The number of all columns.
    """
    factors = np.zeros(width)
    factors[list(columns)] = 2.0 ** (each * np.arange(len(columns)))
    return factors


def packed(rows: npt.NDArray[np.uint8], factors: npt.NDArray[np.float64]) -> Keys:
    """Pack columns into numbers below 2^53, which are exact: one row for each column of factors."""
    return np.ascontiguousarray((rows.astype(np.float64) @ factors).T).astype(np.int64)


def agreements(keys: Keys) -> list[Agreement]:
    """For each row of keys, return which positions agree on it.

    Positions with the same key share a slot of a hash table, in which the last one represents them. Where different
    keys meet in a slot, some positions represent themselves: that costs a little time, and sorting costs more.
    """
    count = keys.shape[1]
    every = np.arange(count)
    slot = (keys * MIX >> 40) & (_SLOTS - 1)
    slot += np.arange(len(keys))[:, None] * _SLOTS
    slots = np.empty(len(keys) * _SLOTS, dtype=np.intp)
    slots[slot] = every
    same = slots.take(slot)
    agree = keys.ravel().take(same + np.arange(0, keys.size, count)[:, None]) == keys
    same = np.where(agree, same, every)
    first = same == every
    number = first.cumsum(axis=1) - 1
    return [Agreement(one.nonzero()[0], its.take(which)) for one, its, which in zip(first, number, same, strict=True)]
