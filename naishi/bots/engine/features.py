"""The inputs of the value network, from observations.

Most are one-hot: which card is where, how many of something there are. The points of both sides by type are inputs
too, from tables, and so is what both could gain next (see `naishi.bots.engine.prospects`), since a small network is bad
at adding that up from the cards (TD-Gammon also gained most from such features: Tesauro, "Temporal difference learning
and TD-Gammon", CACM 38(3), 1995).

The positions that are evaluated together differ little: one action changes a card or two. So the inputs are split
into parts by what they depend on, and each part is computed once for all positions that agree on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import observation as o
from naishi.bots.engine import points as p
from naishi.bots.engine import prospects
from naishi.bots.engine.gains import Cells, cells_of
from naishi.bots.engine.legal_moves import Indices
from naishi.bots.engine.ninjas import best_copies
from naishi.bots.engine.observation import Observations
from naishi.rules.cards import Card

_HEIGHTS = 7
_KINDS = 13
_COUNTS = {"torii": 5, "mountains": 6, "types": 11, "rice": 6}

_GROUPS = {
    "own cards": 10 * p.TYPES,
    "tops": 5 * _KINDS,
    "exposed": 5,
    "heights": 5 * _HEIGHTS,
    "flow": 5 + 2,
    "emissaries": 3 + 3 + 4 + 3 + 4,
    "river": 6 + 1,
    "own points": p.TYPES,
    "own total": 1,
    "their total": 1,
    "lead": 1,
    "squashed lead": 1,
    "own counts": sum(_COUNTS.values()),
    "their line": 5 * p.TYPES,
    "their hand": 5 * _KINDS,
    "their points": p.TYPES,
    "their counts": sum(_COUNTS.values()),
    "unseen": p.TYPES + 3,
    "own develops": prospects.OWN,
    "their develops": prospects.THEIRS,
    "own swaps": prospects.SWAPS,
}
"""The number of inputs of each group, in the order of the network's weights."""

WIDTH = sum(_GROUPS.values())

Block = npt.NDArray[np.float32]


def _slices(groups: dict[str, int]) -> dict[str, slice]:
    ends = accumulate(groups.values())
    return {name: slice(end - size, end) for (name, size), end in zip(groups.items(), ends, strict=True)}


COLUMNS = _slices(_GROUPS)
"""The columns of each group."""


class _Layout:
    """The groups of inputs that one part consists of."""

    def __init__(self, *names: str) -> None:
        self.at = _slices({name: _GROUPS[name] for name in names})
        self.columns = np.concatenate([np.arange(WIDTH)[COLUMNS[name]] for name in names])

    def empty(self, rows: int) -> Block:
        return np.zeros((rows, len(self.columns)), dtype=np.float32)


OWN = _Layout("own cards", "own points", "own total", "lead", "own counts")
THEIRS = _Layout("their line", "their hand", "their points", "their total", "lead", "their counts", "unseen")
RIVER = _Layout("tops", "heights", "river")
TURN = _Layout("exposed", "flow", "emissaries")
SHARED = _Layout("squashed lead", "own develops", "their develops", "own swaps")
"""The inputs that depend on more than one part."""


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

    def dense(self) -> Block:
        """Return all inputs of every position as one array."""
        dense = np.zeros((len(self.shared), WIDTH), dtype=np.float32)
        for part, layout in zip(self[:4], (OWN, THEIRS, RIVER, TURN), strict=True):
            dense[:, layout.columns] += part.inputs[part.row]
        dense[:, SHARED.columns] = self.shared
        return dense


class _Side(NamedTuple):
    """What the cards of one side of many positions are worth."""

    points: p.Points
    """The points of each type of card."""
    total: Block
    counts: npt.NDArray[np.intp]
    """How many torii, mountains, types and rice there are: points jump at some numbers."""


def inputs(rows: Observations) -> Inputs:
    """Compute the inputs of the network for observations."""
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
    return Inputs(
        InputPart(_own_inputs(rows[own.first], mine), own.row),
        InputPart(_their_inputs(rows[theirs.first], others), theirs.row),
        InputPart(_river_inputs(rows[river.first]), river.row),
        InputPart(_turn_inputs(rows[turn.first]), turn.row),
        shared,
    )


def margin(rows: Observations) -> Block:
    """Return the points by which the seat leads now; unknown cards count nothing."""
    mine, theirs, _cells = _sides(rows, rows)
    return mine.total - theirs.total


def _sides(mine: Observations, theirs: Observations) -> tuple[_Side, _Side, Cells]:
    """Work out the points of the seat's own cards in some positions, and of the other side's known cards in others.

    Ninjas make their best copies. Both sides are worked out in one go, since the arrays are so short that each call
    costs more than the numbers in it.
    """
    cards = np.concatenate([mine[:, o.OWN], _laid(theirs)])
    masks = best_copies(p.masks_of(cards))
    earned = p.points(masks)
    held = p.COUNT[masks[:, [Card.TORII, Card.MOUNTAIN, Card.RICE]]]
    cells = cells_of(cards, masks)
    counts = np.stack([held[:, 0], held[:, 1], cells.types, held[:, 2]], axis=1)
    total = p.totals(earned)
    size = len(mine)
    return (
        _Side(earned[:size], total[:size], counts[:size]),
        _Side(earned[size:], total[size:], counts[size:]),
        cells,
    )


def _laid(rows: Observations) -> Observations:
    """Return the cards of the other side, with those that are certain to be in its Hand in the first unknown cells."""
    cards = rows[:, o.THEIR_LINE.start : o.THEIR_HAND.stop].copy()
    unknown = cards == o.UNKNOWN
    place = unknown.cumsum(axis=1)
    mountains = rows[:, o.SURE_MOUNTAINS, None]
    cards[unknown & (place <= mountains)] = Card.MOUNTAIN
    gift = unknown & (place == mountains + 1)
    cards[gift] = np.broadcast_to(rows[:, o.SURE_GIFT, None], cards.shape)[gift]
    return cards


def _bits(columns: Sequence[int], each: int) -> npt.NDArray[np.float64]:
    """Return factors that pack columns into one number, `each` bits a column."""
    factors = np.zeros(o.WIDTH)
    factors[list(columns)] = 2.0 ** (each * np.arange(len(columns)))
    return factors


_ALL = range(o.WIDTH)
_KEYS = np.stack(
    [
        _bits(_ALL[o.OWN], 4),
        _bits([*_ALL[o.THEIR_LINE], *_ALL[o.THEIR_HAND], o.SURE_MOUNTAINS, o.SURE_GIFT, o.KEPT], 4),
        _bits(_ALL[o.TOPS], 4) + _bits(_ALL[o.HEIGHTS], 3) * 2.0**20,
        _bits([*_ALL[o.EXPOSED], *_ALL[o.FLOW], o.SEAT], 2),
        _bits(_ALL[o.UNSEEN], 4),
    ],
    axis=1,
)
"""Factors that pack the columns of each part into a number below 2^53, which is exact; the second part needs two."""
_MIX = np.int64(0x1E3779B97F4A7C15)
_SLOTS = 1 << 13
_PARTS = np.arange(6)[:, None] * _SLOTS


class _Kinds(NamedTuple):
    """Positions that agree on a part."""

    first: Indices
    """The index of one position of each kind."""
    row: Indices
    """For each position, the number of its kind."""


def _distinct(rows: Observations) -> list[_Kinds]:
    """For each part, and for each side together with the River, return which positions agree on it.

    Positions with the same key share a slot of a hash table, in which the last one represents them. Where different
    keys meet in a slot, some positions represent themselves: that costs a little time, and sorting costs more.
    """
    own, theirs, river, turn, unseen = np.ascontiguousarray((rows.astype(np.float64) @ _KEYS).T).astype(np.int64)
    theirs ^= unseen * _MIX
    keys = np.stack([own, theirs, river, turn, own * _MIX ^ river, theirs * _MIX ^ river])
    every = np.arange(len(rows))
    slot = (keys * _MIX >> 40) & (_SLOTS - 1)
    slot += _PARTS
    slots = np.empty(len(keys) * _SLOTS, dtype=np.intp)
    slots[slot] = every
    same = slots.take(slot)
    agree = keys.ravel().take(same + np.arange(0, keys.size, len(rows))[:, None]) == keys
    same = np.where(agree, same, every)
    first = same == every
    number = first.cumsum(axis=1) - 1
    return [_Kinds(one.nonzero()[0], its.take(which)) for one, its, which in zip(first, number, same, strict=True)]


def _own_inputs(rows: Observations, mine: _Side) -> Block:
    """Return the inputs that depend on the seat's own cards."""
    out, at = OWN.empty(len(rows)), OWN.at
    _one_hot(out, at["own cards"].start + np.arange(10) * p.TYPES + rows[:, o.OWN])
    out[:, at["own points"]] = mine.points * np.float32(0.1)
    out[:, at["own total"].start] = mine.total * np.float32(0.02)
    out[:, at["lead"].start] = mine.total * np.float32(0.05)
    _one_hot(out, at["own counts"].start + _COUNT_STARTS + np.minimum(mine.counts, _COUNT_ENDS))
    return out


def _their_inputs(rows: Observations, theirs: _Side) -> Block:
    """Return the inputs that depend on the other side and on the unseen cards."""
    out, at = THEIRS.empty(len(rows)), THEIRS.at
    _one_hot(out, at["their line"].start + np.arange(5) * p.TYPES + rows[:, o.THEIR_LINE])
    _their_hand(out[:, at["their hand"]].reshape(-1, 5, _KINDS), rows)
    out[:, at["their points"]] = theirs.points * np.float32(0.1)
    out[:, at["their total"].start] = theirs.total * np.float32(0.02)
    out[:, at["lead"].start] = theirs.total * np.float32(-0.05)
    _one_hot(out, at["their counts"].start + _COUNT_STARTS + np.minimum(theirs.counts, _COUNT_ENDS))
    _unseen(out[:, at["unseen"]], rows)
    return out


_COUNT_ENDS = np.array([*_COUNTS.values()]) - 1
_COUNT_STARTS = (_COUNT_ENDS + 1).cumsum() - (_COUNT_ENDS + 1)
"""The inputs of counts are one-hot, the last of each for as many or more."""


def _their_hand(out: Block, rows: Observations) -> None:
    """Set the inputs of the other Hand; an unknown card is spread over what it may be.

    It is a mountain, the seat's own gift, or the card that was kept, which is an input of its own.
    """
    hand = rows[:, o.THEIR_HAND]
    unknown = hand == o.UNKNOWN
    chance = np.zeros((len(rows), _KINDS + 1), dtype=np.float32)
    gift = rows[:, o.SURE_GIFT]
    chance[:, Card.MOUNTAIN] = rows[:, o.SURE_MOUNTAINS]
    chance[np.arange(len(rows)), np.where(gift == o.UNKNOWN, _KINDS, gift)] += 1
    chance[:, o.UNKNOWN] = rows[:, o.KEPT]
    chance = chance[:, :_KINDS] / np.maximum(unknown.sum(axis=1, dtype=np.float32), 1)[:, None]
    np.multiply(unknown[:, :, None], chance[:, None, :], out=out)
    row, position = np.nonzero(~unknown)
    out[row, position, hand[row, position]] = 1


def _unseen(out: Block, rows: Observations) -> None:
    """Set the inputs of the cards that the seat hasn't seen."""
    out[:, : p.TYPES] = rows[:, o.UNSEEN] * np.float32(0.25)
    out[:, -3] = rows[:, o.KEPT]
    out[:, -2] = rows[:, o.SURE_MOUNTAINS] * np.float32(0.33)
    out[:, -1] = rows[:, o.SURE_GIFT] != o.UNKNOWN


def _river_inputs(rows: Observations) -> Block:
    """Return the inputs of the River: its face-up cards and the heights of its piles."""
    out, at = RIVER.empty(len(rows)), RIVER.at
    tops, heights = rows[:, o.TOPS], rows[:, o.HEIGHTS]
    kinds = np.where(tops == o.DOWN, p.TYPES, tops)
    row, pile = np.nonzero(tops != o.EMPTY)
    out[row, at["tops"].start + pile * _KINDS + kinds[row, pile]] = 1
    _one_hot(out, at["heights"].start + np.arange(5) * _HEIGHTS + heights)
    _one_hot(out, at["river"].start + (heights == 0).sum(axis=1)[:, None])
    out[:, at["river"].stop - 1] = heights.sum(axis=1) * np.float32(1 / 30)
    return out


def _turn_inputs(rows: Observations) -> Block:
    """Return the inputs of what the other seat knows, of the state of the turn, and of the court."""
    out, at = TURN.empty(len(rows)), TURN.at
    out[:, at["exposed"]] = rows[:, o.EXPOSED]
    flow = (rows[:, o.TO_ACT], rows[:, o.DEVELOPED], rows[:, o.BONUS], rows[:, o.OVER], rows[:, o.SEAT],
            rows[:, o.LAST] == 1, rows[:, o.LAST] == 2)  # fmt: skip
    out[:, at["flow"]] = np.stack(flow, axis=1)
    mine = rows[:, o.SWAPS : o.DECREE + 1].sum(axis=1, dtype=np.intp)
    theirs = rows[:, o.THEIR_SWAPS : o.THEIR_DECREE + 1].sum(axis=1, dtype=np.intp)
    swaps, discards = rows[:, o.SWAPS] + rows[:, o.THEIR_SWAPS], rows[:, o.DISCARDS] + rows[:, o.THEIR_DISCARDS]
    start = at["emissaries"].start
    _one_hot(out, np.stack([start + mine, start + 3 + theirs, start + 6 + swaps, start + 10 + discards], axis=1))
    out[:, at["emissaries"].stop - 4 : at["emissaries"].stop] = rows[:, [o.SWAPS, o.DISCARDS, o.DECREE, o.THEIR_DECREE]]
    return out


def _one_hot(out: Block, columns: npt.NDArray[np.integer]) -> None:
    """Set some columns of each row to 1."""
    out[np.arange(len(out))[:, None], columns] = 1
