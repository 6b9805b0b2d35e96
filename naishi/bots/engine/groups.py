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
    best: npt.NDArray[np.intp] = order[np.flatnonzero(np.diff(group[order], prepend=-1))]
    return best
