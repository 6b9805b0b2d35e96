"""Value network inputs, computed from observations.

Most are one-hot: which card is where, how many of something there are. The points of both sides by type are inputs
too, from tables, and so is what both could gain next (see `bots.engine.prospects`), since a small network is bad
at adding that up from the cards (TD-Gammon also gained most from such features: Tesauro, "Temporal difference learning
and TD-Gammon", CACM 38(3), 1995).

The positions that are evaluated together differ little: one action changes a card or two. So the inputs are split
into parts by what they depend on, and each part is computed once for all positions that agree on it.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o, points as p, prospects
from naishi.games.naishi.bots.engine.expansion_sides import own_totals, their_totals
from naishi.games.naishi.bots.engine.gains import Cells, cells_of
from naishi.games.naishi.bots.engine.legal_moves import MIX, Agreement, Indices, agreements, bits, packed
from naishi.games.naishi.bots.engine.ninjas import best_copies
from naishi.games.naishi.bots.engine.observation import Observations, is_wide
from naishi.games.naishi.rules.cards import Card

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
    ends = accumulate(groups.values())
    return {name: slice(end - size, end) for (name, size), end in zip(groups.items(), ends, strict=True)}


COLUMNS = slices(GROUPS)


class Layout:
    """The groups of inputs that one part consists of."""

    def __init__(self, *names: str, groups: dict[str, int] = GROUPS) -> None:
        self.at = slices({name: groups[name] for name in names})
        columns = slices(groups)
        self.columns = np.concatenate([np.arange(columns[name].start, columns[name].stop) for name in names])

    def empty(self, rows: int) -> Block:
        return np.zeros((rows, len(self.columns)), dtype=np.float32)


OWN = Layout("own cards", "own points", "own total", "lead", "own counts")
THEIRS = Layout("their line", "their hand", "their points", "their total", "lead", "their counts", "unseen")
RIVER = Layout("tops", "heights", "river")
TURN = Layout("exposed", "flow", "emissaries")
SHARED = Layout("squashed lead", "own develops", "their develops", "own swaps")
"""The inputs that depend on more than one part."""
LAYOUTS = OWN, THEIRS, RIVER, TURN, SHARED


class InputPart(NamedTuple):
    """One part of the inputs, without repetition; `row` is the row of each position."""

    inputs: Block
    row: Indices


class Inputs(NamedTuple):
    """The inputs of many positions."""

    parts: Sequence[InputPart]
    """In the order of `layouts`, of which the last is that of `shared`."""
    shared: Block
    layouts: tuple[Layout, ...] = LAYOUTS

    def dense(self) -> Block:
        width = max(int(layout.columns.max()) for layout in self.layouts) + 1
        dense = np.zeros((len(self.shared), width), dtype=np.float32)
        *layouts, shared = self.layouts
        for part, layout in zip(self.parts, layouts, strict=True):
            dense[:, layout.columns] += part.inputs[part.row]
        dense[:, shared.columns] = self.shared
        return dense


class Side(NamedTuple):
    """What the cards of one side of many positions are worth."""

    points: p.Points
    total: Block
    counts: npt.NDArray[np.intp]
    """How many torii, mountains, types and rice there are: points jump at some numbers."""


def inputs(rows: Observations) -> Inputs:
    own, theirs, river, turn, own_next, their_next = _distinct(rows)
    mine, others, cells = _sides(rows[own.first], rows[theirs.first])
    lead = mine.total[own.row] - others.total[theirs.row]
    shared = SHARED.empty(len(rows))
    shared[:, 0] = np.tanh(lead * np.float32(0.1))
    tops = rows[own_next.first][:, o.TOPS], rows[their_next.first][:, o.TOPS]
    develops = prospects.develops(cells, len(mine.total), own.row[own_next.first], theirs.row[their_next.first], *tops)
    shared[:, SHARED.at["own develops"]] = develops[0][own_next.row]
    shared[:, SHARED.at["their develops"]] = develops[1][their_next.row]
    shared[:, SHARED.at["own swaps"]] = prospects.swaps(rows, cells, own.row)
    parts = (
        InputPart(own_inputs(rows[own.first], mine), own.row),
        InputPart(their_inputs(rows[theirs.first], others), theirs.row),
        InputPart(river_inputs(rows[river.first]), river.row),
        InputPart(turn_inputs(rows[turn.first]), turn.row),
    )
    return Inputs(parts, shared)


def margin(rows: Observations) -> Block:
    """Return the points by which the seat leads now; unknown cards count nothing."""
    if is_wide(rows):
        return own_totals(rows) - their_totals(rows)
    mine, theirs, _cells = _sides(rows, rows)
    return mine.total - theirs.total


def _sides(mine: Observations, theirs: Observations) -> tuple[Side, Side, Cells]:
    """Work out the points of the seat's own cards in some positions, and of the other side's known cards in others.

    Ninjas make their best copies. Both sides are worked out in one go, since the arrays are so short that each call
    costs more than the numbers in it.
    """
    cards = np.concatenate([mine[:, o.OWN], o.laid(theirs)])
    masks = best_copies(p.masks_of(cards))
    earned = p.points(masks)
    cells = cells_of(cards, masks)
    counts = p.COUNT.take(masks.take(_HELD, axis=1))
    counts[:, _TYPES] = cells.types
    total = p.totals(earned)
    first, second = (Side(earned[of], total[of], counts[of]) for of in (slice(len(mine)), slice(len(mine), None)))
    return first, second, cells


_HELD = np.array([Card.TORII, Card.MOUNTAIN, Card.MOUNTAIN, Card.RICE])
_TYPES = 2
"""Whose numbers stand in the columns of `COUNTS`; and the column that counts types instead."""
_ALL = range(o.WIDTH)
_KEYS = np.stack(
    [
        bits(_ALL[o.OWN], 4, o.WIDTH),
        bits([*_ALL[o.THEIR_LINE], *_ALL[o.THEIR_HAND], o.SURE_MOUNTAINS, o.SURE_GIFT, o.KEPT], 4, o.WIDTH),
        bits(_ALL[o.TOPS], 4, o.WIDTH) + bits(_ALL[o.HEIGHTS], 3, o.WIDTH) * 2.0**20,
        bits([*_ALL[o.EXPOSED], *_ALL[o.FLOW], o.SEAT], 2, o.WIDTH),
        bits(_ALL[o.UNSEEN], 4, o.WIDTH),
    ],
    axis=1,
)
"""Factors that pack the columns of each part into a number; the second part needs two."""


def _distinct(rows: Observations) -> list[Agreement]:
    own, theirs, river, turn, unseen = packed(rows, _KEYS)
    theirs ^= unseen * MIX
    return agreements(np.stack([own, theirs, river, turn, own * MIX ^ river, theirs * MIX ^ river]))


def own_inputs(rows: Observations, mine: Side) -> Block:
    out, at = OWN.empty(len(rows)), OWN.at
    one_hot(out, at["own cards"].start + np.arange(10) * p.TYPES + rows[:, o.OWN])
    out[:, at["own points"]] = mine.points * np.float32(0.1)
    out[:, at["own total"].start] = mine.total * np.float32(0.02)
    out[:, at["lead"].start] = mine.total * np.float32(0.05)
    one_hot(out, at["own counts"].start + _COUNT_STARTS + np.minimum(mine.counts, _COUNT_ENDS))
    return out


def their_inputs(rows: Observations, theirs: Side) -> Block:
    out, at = THEIRS.empty(len(rows)), THEIRS.at
    one_hot(out, at["their line"].start + np.arange(5) * p.TYPES + rows[:, o.THEIR_LINE])
    _their_hand(out[:, at["their hand"]].reshape(-1, 5, KINDS), rows)
    unseen = out[:, at["unseen"]]
    unseen[:, : p.TYPES] = rows[:, o.UNSEEN] * np.float32(0.25)
    unseen[:, -3] = rows[:, o.KEPT]
    unseen[:, -2] = rows[:, o.SURE_MOUNTAINS] * np.float32(0.33)
    unseen[:, -1] = rows[:, o.SURE_GIFT] != o.UNKNOWN
    out[:, at["their points"]] = theirs.points * np.float32(0.1)
    out[:, at["their total"].start] = theirs.total * np.float32(0.02)
    out[:, at["lead"].start] = theirs.total * np.float32(-0.05)
    one_hot(out, at["their counts"].start + _COUNT_STARTS + np.minimum(theirs.counts, _COUNT_ENDS))
    return out


_COUNT_ENDS = np.array([*COUNTS.values()]) - 1
_COUNT_STARTS = (_COUNT_ENDS + 1).cumsum() - (_COUNT_ENDS + 1)
"""The inputs of counts are one-hot, the last of each for as many or more."""


def _their_hand(out: Block, rows: Observations) -> None:
    """Set the inputs of the other Hand; an unknown card is spread over what it may be.

    It is a mountain, the seat's own gift, or the card that was kept, which is an input of its own.
    """
    hand = rows[:, o.THEIR_HAND]
    unknown = hand == o.UNKNOWN
    chance = np.zeros((len(rows), KINDS + 1), dtype=np.float32)
    gift = rows[:, o.SURE_GIFT]
    chance[:, Card.MOUNTAIN] = rows[:, o.SURE_MOUNTAINS]
    chance[np.arange(len(rows)), np.where(gift == o.UNKNOWN, KINDS, gift)] += 1
    chance[:, o.UNKNOWN] = rows[:, o.KEPT]
    chance = chance[:, :KINDS] / np.maximum(unknown.sum(axis=1, dtype=np.float32), 1)[:, None]
    np.multiply(unknown[:, :, None], chance[:, None, :], out=out)
    row, position = np.nonzero(~unknown)
    out[row, position, hand[row, position]] = 1


def river_inputs(rows: Observations) -> Block:
    out, at = RIVER.empty(len(rows)), RIVER.at
    tops, heights = rows[:, o.TOPS], rows[:, o.HEIGHTS]
    kinds = np.where(tops == o.DOWN, p.TYPES, tops)
    row, pile = np.nonzero(tops != o.EMPTY)
    out[row, at["tops"].start + pile * KINDS + kinds[row, pile]] = 1
    one_hot(out, at["heights"].start + np.arange(5) * PILE_HEIGHTS + np.minimum(heights, PILE_HEIGHTS - 1))
    one_hot(out, at["river"].start + (heights == 0).sum(axis=1)[:, None])
    out[:, at["river"].stop - 1] = heights.sum(axis=1) * np.float32(1 / 30)
    return out


def turn_inputs(rows: Observations) -> Block:
    out, at = TURN.empty(len(rows)), TURN.at
    out[:, at["exposed"]] = rows[:, o.EXPOSED]
    flow = out[:, at["flow"]]
    flow[:, :5] = rows.take(_TURN, axis=1)
    flow[:, 5], flow[:, 6] = rows[:, o.LAST] == 1, rows[:, o.LAST] == 2
    sent = rows[:, o.SWAPS : o.THEIR_DECREE + 1].reshape(-1, 2, 3)
    counts = np.empty((len(rows), 4), dtype=np.intp)
    sent.sum(axis=2, out=counts[:, :2])
    sent[:, :, :2].sum(axis=1, out=counts[:, 2:])
    one_hot(out, counts + (at["emissaries"].start + _EMISSARIES))
    out[:, at["emissaries"].stop - 4 : at["emissaries"].stop] = rows.take(_SENT, axis=1)
    return out


_TURN = np.array([o.TO_ACT, o.DEVELOPED, o.BONUS, o.OVER, o.SEAT])
_EMISSARIES = np.array([0, 3, 6, 10])
"""Where the inputs begin that count those of the seat, of the other, all for swaps, and all for discards."""
_SENT = np.array([o.SWAPS, o.DISCARDS, o.DECREE, o.THEIR_DECREE])


def one_hot(out: Block, columns: npt.NDArray[np.integer]) -> None:
    out[np.arange(len(out))[:, None], columns] = 1
