"""The best of each group, for many groups at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def best_of_each(group: npt.NDArray[np.integer[Any]], worth: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.intp]:
    """Return where the best of each group stands, by group; the first among equals.

    Args:
        group: To which group each belongs.
        worth: What each is worth.
    """
    order = np.lexsort((-worth, group))
    ordered = group[order]
    first = np.ones(len(order), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    best: npt.NDArray[np.intp] = order[first]
    return best


def among_best(
    group: npt.NDArray[np.integer[Any]], worth: npt.NDArray[np.floating[Any]], most: int
) -> npt.NDArray[np.bool_]:
    """Return which are among the best of their groups, at most so many of each; the first ones among equals."""
    order = np.lexsort((-worth, group))
    place = np.arange(order.size) - np.searchsorted(group[order], group[order])
    among = np.empty(order.size, dtype=np.bool_)
    among[order] = place < most
    return among
