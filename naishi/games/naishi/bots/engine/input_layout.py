"""Layout of the value network's inputs.

The positions that are evaluated together differ little: one action changes a card or two. So the inputs are split
into parts by what they depend on, and each part is computed once for all positions that agree on it.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine import prospects
from naishi.games.naishi.bots.engine.legal_moves import Indices

KINDS = p.TYPES + 1
"""What may lie on a pile or in the other Hand: each type of card, or one that isn't known."""
PILE_HEIGHTS = 7
"""Heights of a pile that are told apart; the last one stands for all above."""
COUNTS = {"torii": 5, "mountains": 6, "types": 11, "rice": 6}
"""How many numbers of each are told apart; the last one stands for all above."""

GROUPS = {
    "own cards": 10 * p.TYPES,
    "tops": 5 * KINDS,
    "exposed": 5,
    "heights": 5 * PILE_HEIGHTS,
    "flow": 5 + 2,
    "emissaries": 3 + 3 + 4 + 3 + 4,
    "river": 6 + 1,
    "own points": p.TYPES,
    "own total": 1,
    "their total": 1,
    "lead": 1,
    "squashed lead": 1,
    "own counts": sum(COUNTS.values()),
    "their line": 5 * p.TYPES,
    "their hand": 5 * KINDS,
    "their points": p.TYPES,
    "their counts": sum(COUNTS.values()),
    "unseen": p.TYPES + 3,
    "own develops": prospects.OWN,
    "their develops": prospects.THEIRS,
    "own swaps": prospects.SWAPS,
}
"""The number of inputs of each group, in the order of the network's weights."""

WIDTH = sum(GROUPS.values())

Block = npt.NDArray[np.float32]


def slices(groups: dict[str, int]) -> dict[str, slice]:
    """Return the columns of each group, one after the other."""
    ends = accumulate(groups.values())
    return {name: slice(end - size, end) for (name, size), end in zip(groups.items(), ends, strict=True)}


COLUMNS = slices(GROUPS)
"""The columns of each group."""


class Layout:
    """The groups of inputs that one part consists of."""

    def __init__(self, *names: str, groups: dict[str, int] = GROUPS) -> None:
        """Choose the groups, among all by name and size."""
        self.at = slices({name: groups[name] for name in names})
        columns = slices(groups)
        self.columns = np.concatenate([np.arange(columns[name].start, columns[name].stop) for name in names])

    def empty(self, rows: int) -> Block:
        """Return the inputs of some positions, all 0."""
        return np.zeros((rows, len(self.columns)), dtype=np.float32)


OWN = Layout("own cards", "own points", "own total", "lead", "own counts")
THEIRS = Layout("their line", "their hand", "their points", "their total", "lead", "their counts", "unseen")
RIVER = Layout("tops", "heights", "river")
TURN = Layout("exposed", "flow", "emissaries")
SHARED = Layout("squashed lead", "own develops", "their develops", "own swaps")
"""The inputs that depend on more than one part."""
LAYOUTS = OWN, THEIRS, RIVER, TURN, SHARED


class InputPart(NamedTuple):
    """One part of the inputs, without repetition."""

    inputs: Block
    row: Indices
    """For each position, its row of `inputs`."""


class Inputs(NamedTuple):
    """The inputs of many positions."""

    own: InputPart
    theirs: InputPart
    river: InputPart
    turn: InputPart
    shared: Block
    layouts: tuple[Layout, ...] = LAYOUTS

    @property
    def parts(self) -> tuple[InputPart, ...]:
        """The parts but the inputs that are shared."""
        return self.own, self.theirs, self.river, self.turn

    def dense(self) -> Block:
        """Return all inputs of every position as one array."""
        width = max(int(layout.columns.max()) for layout in self.layouts) + 1
        dense = np.zeros((len(self.shared), width), dtype=np.float32)
        *layouts, shared = self.layouts
        for part, layout in zip(self.parts, layouts, strict=True):
            dense[:, layout.columns] += part.inputs[part.row]
        dense[:, shared.columns] = self.shared
        return dense
