"""The inputs of the value network, from rows of facts.

Most are one-hot: which card lies where, how many of something there are. Beside them stand the points of both sides
by type, worked out by tables, since adding them up from the cards is what a small network is worst at (TD-Gammon
too gained most from such features: Tesauro, "Temporal difference learning and TD-Gammon", CACM 38(3), 1995).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from naishi.bots import facts as f
from naishi.bots import points as p
from naishi.bots.facts import Facts
from naishi.cards import Card

Inputs = npt.NDArray[np.float32]

_HEIGHTS = 7
_KINDS = 13

_BLOCKS: dict[str, int] = {
    "own": 10 * p.TYPES,
    "line": 5 * p.TYPES,
    "hand": 5 * _KINDS,
    "tops": 5 * _KINDS,
    "exposed": 5,
    "heights": 5 * _HEIGHTS,
    "flow": 5 + 2,
    "emissaries": 3 + 3 + 4 + 3 + 4,
    "river": 6 + 1,
    "points": 2 * p.TYPES,
    "difference": 4,
    "counts": 2 * (5 + 6 + 11 + 6),
    "unseen": p.TYPES + 3,
}
"""How many inputs each group has."""

WIDTH = sum(_BLOCKS.values())

_ENDS = np.cumsum(list(_BLOCKS.values()))
_AT: dict[str, slice] = {
    name: slice(int(end) - size, int(end)) for (name, size), end in zip(_BLOCKS.items(), _ENDS, strict=True)
}


def inputs(rows: Facts) -> Inputs:
    """Work out the inputs of the network, one row for each row of facts."""
    out = np.zeros((len(rows), WIDTH), dtype=np.float32)
    _cards(out, rows)
    _table(out, rows)
    own, theirs = own_points(rows), their_points(rows)
    out[:, _AT["points"]][:, : p.TYPES] = own[1] * np.float32(0.1)
    out[:, _AT["points"]][:, p.TYPES :] = theirs[1] * np.float32(0.1)
    mine, other = own[1].sum(axis=1), theirs[1].sum(axis=1)
    difference = (mine - other) * np.float32(0.05)
    out[:, _AT["difference"]] = np.stack(
        [mine * np.float32(0.02), other * np.float32(0.02), difference, np.tanh(difference * 2)], axis=1
    )
    start = _AT["counts"].start
    for masks, sure in ((own[0], None), (theirs[0], rows)):
        start = _counts(out, start, masks, sure)
    return out


def margin(rows: Facts) -> npt.NDArray[np.float32]:
    """The points by which the seat leads, if all ended now, unknown cards counting nothing."""
    mine: npt.NDArray[np.float32] = own_points(rows)[1].sum(axis=1)
    return mine - their_points(rows)[1].sum(axis=1)


def own_points(rows: Facts) -> tuple[p.Masks, p.Points]:
    """Where the seat's cards lie, ninjas as what they had best copy, and what each type earns."""
    cards, again = _runs(rows[:, f.OWN])
    masks = p.best_copies(p.masks_of(cards))
    return masks[again], p.points(masks)[again]


def their_points(rows: Facts) -> tuple[p.Masks, p.Points]:
    """Like `own_points` for the other side, as far as known; what surely lies in the Hand is counted."""
    shown, again = _runs(rows[:, _THEIRS])
    masks = p.best_copies(p.masks_of(shown[:, :10]))
    mountains, gift = shown[:, 10], shown[:, 11]
    earned, t = p.points(masks), p.tables()
    earned[:, Card.MOUNTAIN] = t.mountains[np.minimum(p.COUNT[masks[:, Card.MOUNTAIN]] + mountains, p.CELLS)]
    earned[:, Card.TORII] = t.torii[p.COUNT[masks[:, Card.TORII]] + (gift == Card.TORII)]
    return masks[again], earned[again]


_THEIRS = [*range(f.THEIR_LINE.start, f.THEIR_HAND.stop), f.SURE_MOUNTAINS, f.SURE_GIFT]


def _runs(rows: Facts) -> tuple[Facts, npt.NDArray[np.intp]]:
    """Keep one of each run of equal rows (few actions change either side), and tell where each row's is."""
    first = np.ones(len(rows), dtype=np.bool_)
    (rows[1:] != rows[:-1]).any(axis=1, out=first[1:])
    return rows[first], first.cumsum() - 1


def _cards(out: Inputs, rows: Facts) -> None:
    """Set the one-hot inputs of where cards lie; unknown cards of the other Hand are spread by chance."""
    flat = out.reshape(-1)
    line = np.arange(len(rows))[:, None] * WIDTH
    own, theirs = rows[:, f.OWN], rows[:, f.THEIR_LINE]
    flat[line + _AT["own"].start + np.arange(10) * p.TYPES + own] = 1
    flat[line + _AT["line"].start + np.arange(5) * p.TYPES + theirs] = 1
    hand, tops = rows[:, f.THEIR_HAND], rows[:, f.TOPS]
    flat[line + _AT["hand"].start + np.arange(5) * _KINDS + hand] = 1
    _spread(out, rows, hand == f.UNKNOWN)
    down = np.where(tops == f.DOWN, p.TYPES, tops)
    flat[line + _AT["tops"].start + np.arange(5) * _KINDS + down] = tops != f.EMPTY


def _spread(out: Inputs, rows: Facts, unknown: npt.NDArray[np.bool_]) -> None:
    """Say with what chance an unknown card is a mountain, the seat's gift, or the card that was kept."""
    some = np.flatnonzero(unknown.any(axis=1))
    chance = np.zeros((some.size, _KINDS + 1), dtype=np.float32)
    every = np.arange(some.size)
    chance[:, Card.MOUNTAIN] = rows[some, f.SURE_MOUNTAINS]
    gift = rows[some, f.SURE_GIFT]
    chance[every, np.where(gift == f.UNKNOWN, _KINDS, gift)] += 1
    chance[:, f.UNKNOWN] = rows[some, f.KEPT]
    chance = chance[:, :_KINDS] / unknown[some].sum(axis=1, dtype=np.float32)[:, None]
    hand = out[:, _AT["hand"]].reshape(-1, 5, _KINDS)[some]
    hand[unknown[some]] = 0
    hand += unknown[some][:, :, None] * chance[:, None, :]
    out[some, _AT["hand"]] = hand.reshape(-1, 5 * _KINDS)


def _table(out: Inputs, rows: Facts) -> None:
    """Set the inputs of the River's heights, the court, whose turn it is and how near the end is."""
    flat = out.reshape(-1)
    line = np.arange(len(rows)) * WIDTH
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
    unseen = _AT["unseen"].start
    out[:, unseen : unseen + p.TYPES] = rows[:, f.UNSEEN] * np.float32(0.25)
    out[:, unseen + p.TYPES] = rows[:, f.KEPT]
    out[:, unseen + p.TYPES + 1] = rows[:, f.SURE_MOUNTAINS] * np.float32(0.33)
    out[:, unseen + p.TYPES + 2] = rows[:, f.SURE_GIFT] != f.UNKNOWN


def _counts(out: Inputs, start: int, masks: p.Masks, sure: Facts | None) -> int:
    """Set one-hot how many torii, mountains, types and rice a side has, since points jump at some numbers.

    Args:
        out: The inputs.
        start: The first column to set.
        masks: The side's cards.
        sure: For the other side: the facts, which tell what surely lies in its Hand.

    Returns:
        The column after the last one set.
    """
    flat = out.reshape(-1)
    line = np.arange(len(masks)) * WIDTH
    torii, mountains, rice = (p.COUNT[masks[:, card]] for card in (Card.TORII, Card.MOUNTAIN, Card.RICE))
    kinds = p.types(masks)
    if sure is not None:
        torii = torii + (sure[:, f.SURE_GIFT] == Card.TORII)
        mountains = mountains + sure[:, f.SURE_MOUNTAINS]
    numbers: Sequence[tuple[npt.NDArray[np.intp], int]] = ((torii, 5), (mountains, 6), (kinds, 11), (rice, 6))
    for number, size in numbers:
        flat[line + start + np.minimum(number, size - 1)] = 1
        start += size
    return start
