"""The inputs of the value network, from rows of facts.

Most are one-hot: which card lies where, how many of something there are. Beside them stand the points of both sides
by type, worked out by tables, since adding them up from the cards is what a small network is worst at (TD-Gammon
too gained most from such features: Tesauro, "Temporal difference learning and TD-Gammon", CACM 38(3), 1995).
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import observation as f
from naishi.bots.engine import points as p
from naishi.bots.engine.observation import Observations
from naishi.rules.cards import Card

_HEIGHTS = 7
_KINDS = 13

_OWN: dict[str, int] = {
    "own": 10 * p.TYPES,
    "tops": 5 * _KINDS,
    "exposed": 5,
    "heights": 5 * _HEIGHTS,
    "flow": 5 + 2,
    "emissaries": 3 + 3 + 4 + 3 + 4,
    "river": 6 + 1,
    "points": p.TYPES,
    "difference": 4,
    "counts": 5 + 6 + 11 + 6,
}
"""How many inputs each group has that hangs on the seat's own action."""

_OTHER: dict[str, int] = {
    "line": 5 * p.TYPES,
    "hand": 5 * _KINDS,
    "points": p.TYPES,
    "counts": 5 + 6 + 11 + 6,
    "unseen": p.TYPES + 3,
}
"""And each group about the other side and the unseen cards, which few actions change."""

OWN_WIDTH, OTHER_WIDTH = sum(_OWN.values()), sum(_OTHER.values())
WIDTH = OWN_WIDTH + OTHER_WIDTH


def _laid_out(blocks: dict[str, int]) -> dict[str, slice]:
    ends = accumulate(blocks.values())
    return {name: slice(end - size, end) for (name, size), end in zip(blocks.items(), ends, strict=True)}


_AT, _THEIR_AT = _laid_out(_OWN), _laid_out(_OTHER)

Block = npt.NDArray[np.float32]


class Inputs(NamedTuple):
    """The inputs of many positions; what many of them share is kept once."""

    own: Block
    """One row a position."""
    other: Block
    """One row for each run of positions in which the other side looks the same."""
    again: npt.NDArray[np.intp]
    """For each position, which row of `other` is its."""

    def dense(self) -> Block:
        """Write every input of every position."""
        return np.concatenate([self.own, self.other[self.again]], axis=1)


def inputs(rows: Observations) -> Inputs:
    """Work out the inputs of the network for rows of facts."""
    some, again = _runs(rows, _THEIRS)
    other = np.zeros((len(some), OTHER_WIDTH), dtype=np.float32)
    masks, theirs = their_points(some)
    _their_cards(other, some)
    other[:, _THEIR_AT["points"]] = theirs * np.float32(0.1)
    _counts(other, _THEIR_AT["counts"].start, masks, some)
    _unseen(other, some)
    own = np.zeros((len(rows), OWN_WIDTH), dtype=np.float32)
    masks, mine = own_points(rows)
    _own_cards(own, rows)
    _table(own, rows)
    own[:, _AT["points"]] = mine * np.float32(0.1)
    _difference(own[:, _AT["difference"]], mine.sum(axis=1), theirs.sum(axis=1)[again])
    _counts(own, _AT["counts"].start, masks)
    return Inputs(own, other, again)


def _difference(out: Block, mine: Block, theirs: Block) -> None:
    """Set the inputs of both totals and of their difference, plain and squashed."""
    ahead = (mine - theirs) * np.float32(0.05)
    out[:, 0] = mine * np.float32(0.02)
    out[:, 1] = theirs * np.float32(0.02)
    out[:, 2] = ahead
    out[:, 3] = np.tanh(ahead * 2)


def margin(rows: Observations) -> npt.NDArray[np.float32]:
    """The points by which the seat leads, if all ended now, unknown cards counting nothing."""
    mine: Block = own_points(rows)[1].sum(axis=1)
    theirs: Block = their_points(rows)[1].sum(axis=1)
    return np.subtract(mine, theirs)


def own_points(rows: Observations) -> tuple[p.Masks, p.Points]:
    """Where the seat's cards lie, ninjas as what they had best copy, and what each type earns."""
    some, again = _runs(rows, list(range(f.OWN.start, f.OWN.stop)))
    masks = p.best_copies(p.masks_of(some[:, f.OWN]))
    return masks[again], p.points(masks)[again]


def their_points(rows: Observations) -> tuple[p.Masks, p.Points]:
    """Like `own_points` for the other side, as far as known; what surely lies in the Hand is counted."""
    masks = p.best_copies(p.masks_of(rows[:, f.THEIR_LINE.start : f.THEIR_HAND.stop]))
    mountains, gift = rows[:, f.SURE_MOUNTAINS], rows[:, f.SURE_GIFT]
    earned, t = p.points(masks), p.tables()
    earned[:, Card.MOUNTAIN] = t.mountains[np.minimum(p.COUNT[masks[:, Card.MOUNTAIN]] + mountains, p.CELLS)]
    earned[:, Card.TORII] = t.torii[p.COUNT[masks[:, Card.TORII]] + (gift == Card.TORII)]
    return masks, earned


_THEIRS = [*range(f.THEIR_LINE.start, f.THEIR_HAND.stop), *range(f.SURE_MOUNTAINS, f.WIDTH)]


def _runs(rows: Observations, columns: list[int]) -> tuple[Observations, npt.NDArray[np.intp]]:
    """Keep the first of each run of rows that are equal in some columns, and tell where each row's is."""
    looked = rows[:, columns]
    first = np.ones(len(rows), dtype=np.bool_)
    (looked[1:] != looked[:-1]).any(axis=1, out=first[1:])
    return rows[first], first.cumsum() - 1


def _own_cards(out: Block, rows: Observations) -> None:
    """Set the one-hot inputs of the seat's own cards and of the River's."""
    flat = out.reshape(-1)
    line = np.arange(len(rows))[:, None] * OWN_WIDTH
    flat[line + _OWN_COLUMNS + rows[:, f.OWN]] = 1
    tops = rows[:, f.TOPS]
    down = np.where(tops == f.DOWN, p.TYPES, tops)
    flat[line + _TOP_COLUMNS + down] = tops != f.EMPTY


_OWN_COLUMNS = _AT["own"].start + np.arange(10) * p.TYPES
_TOP_COLUMNS = _AT["tops"].start + np.arange(5) * _KINDS


def _their_cards(out: Block, rows: Observations) -> None:
    """Set the one-hot inputs of the other side's cards; unknown ones are spread by chance.

    An unknown card is a mountain, the seat's own gift, or the card that was kept, which is an input of its own.
    """
    flat = out.reshape(-1)
    line = np.arange(len(rows))[:, None] * OTHER_WIDTH
    flat[line + _THEIR_AT["line"].start + np.arange(5) * p.TYPES + rows[:, f.THEIR_LINE]] = 1
    shown = rows[:, f.THEIR_HAND]
    flat[line + _THEIR_AT["hand"].start + np.arange(5) * _KINDS + shown] = 1
    some = np.flatnonzero((shown == f.UNKNOWN).any(axis=1))
    unknown = shown[some] == f.UNKNOWN
    chance = np.zeros((some.size, _KINDS + 1), dtype=np.float32)
    gift = rows[some, f.SURE_GIFT]
    chance[:, Card.MOUNTAIN] = rows[some, f.SURE_MOUNTAINS]
    chance[np.arange(some.size), np.where(gift == f.UNKNOWN, _KINDS, gift)] += 1
    chance[:, f.UNKNOWN] = rows[some, f.KEPT]
    chance = chance[:, :_KINDS] / unknown.sum(axis=1, dtype=np.float32)[:, None]
    hand = out[some, _THEIR_AT["hand"]].reshape(-1, 5, _KINDS)
    hand[unknown] = 0
    hand += unknown[:, :, None] * chance[:, None, :]
    out[some, _THEIR_AT["hand"]] = hand.reshape(-1, 5 * _KINDS)


def _unseen(out: Block, rows: Observations) -> None:
    """Set the inputs of the cards that the seat hasn't seen."""
    at = _THEIR_AT["unseen"]
    out[:, at.start : at.start + p.TYPES] = rows[:, f.UNSEEN] * np.float32(0.25)
    out[:, at.stop - 3] = rows[:, f.KEPT]
    out[:, at.stop - 2] = rows[:, f.SURE_MOUNTAINS] * np.float32(0.33)
    out[:, at.stop - 1] = rows[:, f.SURE_GIFT] != f.UNKNOWN


def _table(out: Block, rows: Observations) -> None:
    """Set the inputs of the River's heights, the court, what follows, and how near the end is."""
    flat = out.reshape(-1)
    line = np.arange(len(rows)) * OWN_WIDTH
    heights = rows[:, f.HEIGHTS]
    flat[line[:, None] + _AT["heights"].start + np.arange(5) * _HEIGHTS + heights] = 1
    out[:, _AT["exposed"]] = rows[:, f.EXPOSED]
    turn = (rows[:, f.TO_ACT], rows[:, f.DEVELOPED], rows[:, f.BONUS], rows[:, f.OVER], rows[:, f.SEAT],
            rows[:, f.LAST] == 1, rows[:, f.LAST] == 2)  # fmt: skip
    out[:, _AT["flow"]] = np.stack(turn, axis=1)
    mine = rows[:, f.SWAPS : f.DECREE + 1].sum(axis=1, dtype=np.intp)
    theirs = rows[:, f.THEIR_SWAPS : f.THEIR_DECREE + 1].sum(axis=1, dtype=np.intp)
    start = _AT["emissaries"].start
    swaps, discards = rows[:, f.SWAPS] + rows[:, f.THEIR_SWAPS], rows[:, f.DISCARDS] + rows[:, f.THEIR_DISCARDS]
    for value, size in ((mine, 3), (theirs, 3), (swaps, 4), (discards, 3)):
        flat[line + start + value] = 1
        start += size
    out[:, start] = rows[:, f.SWAPS]
    out[:, start + 1] = rows[:, f.DISCARDS]
    out[:, start + 2] = rows[:, f.DECREE]
    out[:, start + 3] = rows[:, f.THEIR_DECREE]
    flat[line + _AT["river"].start + (heights == 0).sum(axis=1)] = 1
    out[:, _AT["river"].stop - 1] = heights.sum(axis=1) * np.float32(1 / 30)


def _counts(out: Block, start: int, masks: p.Masks, sure: Observations | None = None) -> None:
    """Set one-hot how many torii, mountains, types and rice a side has, since points jump at some numbers.

    Args:
        out: The inputs.
        start: The first column to set.
        masks: The side's cards.
        sure: For the other side: the facts, which tell what surely lies in its Hand.
    """
    flat = out.reshape(-1)
    line = np.arange(len(masks)) * out.shape[1]
    torii, mountains, rice = (p.COUNT[masks[:, card]] for card in (Card.TORII, Card.MOUNTAIN, Card.RICE))
    kinds = p.types(masks)
    if sure is not None:
        torii = torii + (sure[:, f.SURE_GIFT] == Card.TORII)
        mountains = mountains + sure[:, f.SURE_MOUNTAINS]
    for number, size in ((torii, 5), (mountains, 6), (kinds, 11), (rice, 6)):
        flat[line + start + np.minimum(number, size - 1)] = 1
        start += size
