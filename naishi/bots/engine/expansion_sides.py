"""Both sides of many positions of the expansion: their cards, what their ninjas copy best, and their points."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import expansion_columns as x
from naishi.bots.engine import expansion_points as xp
from naishi.bots.engine import observation as o
from naishi.bots.engine import points as p
from naishi.bots.engine.expansion_points import Floats, Kinds
from naishi.bots.engine.gains import changes, prepared
from naishi.bots.engine.groups import best_of_each
from naishi.bots.engine.ninjas import FinalScores
from naishi.bots.engine.observation import Observations
from naishi.rules.cards import COPYABLE, Card

Copyable = npt.NDArray[np.bool_]
"""One row for each territory, one column for each character that a ninja may copy: whether it is there."""

_COPYABLE = np.array(COPYABLE)
_NINJA, _LEGENDARY = xp.KIND[Card.NINJA], xp.KIND[Card.LEGENDARY_NINJA]
_CHOICES = np.array([*COPYABLE, xp.NOTHING])


class ExpansionSide(NamedTuple):
    """One side of many positions."""

    kinds: Kinds
    """What lies in its cells; instead of each ninja what it copies."""
    by_type: Floats
    totals: Floats
    """Its points, those of the Ryokan included."""


def own_side(rows: Observations) -> ExpansionSide:
    """Return the seats' own sides."""
    return side_of(rows[:, o.OWN], ryokan_of(rows, 1), copyable(rows[:, o.THEIR_LINE.start : o.THEIR_HAND.stop]))


def their_side(rows: Observations) -> ExpansionSide:
    """Return the other sides, as far as their cards are known."""
    return side_of(o.laid(rows), ryokan_of(rows, 2), copyable(rows[:, o.OWN]))


def ryokan_of(rows: Observations, whose: int) -> Floats:
    """Return the points of the Ryokan for the seat (1) or the other (2)."""
    return np.where(rows[:, x.RYOKAN] == whose, rows[:, x.SIDE], 0).astype(np.float32)


def copyable(cards: npt.NDArray[np.integer]) -> Copyable:
    """Return which basic characters are among the cards of territories."""
    there: Copyable = (cards[:, :, None] == _COPYABLE).any(axis=1)
    return there


def side_of(cards: npt.NDArray[np.integer], ryokan: Floats, others: Copyable) -> ExpansionSide:
    """Work out what territories score if their ninjas make the best copies.

    Args:
        cards: Their ten cards.
        ryokan: For each, the points of the Ryokan beside it.
        others: What a Legendary Ninja may copy: the characters of the other side.
    """
    kinds = with_best_copies(xp.KIND[cards], ryokan, others)
    return ExpansionSide(kinds, *xp.earned(xp.masks_of(kinds), ryokan))


def with_best_copies(kinds: Kinds, ryokan: Floats, others: Copyable) -> Kinds:
    """Put in the place of each ninja what is best to copy: first by points, then by colours."""
    ninjas = (kinds == _NINJA) | (kinds == _LEGENDARY)
    have = np.flatnonzero(ninjas.any(axis=1))
    if not have.size:
        return kinds
    some, ninjas = kinds[have], ninjas[have]
    one, two = ninjas.argmax(axis=1), p.CELLS - 1 - ninjas[:, ::-1].argmax(axis=1)
    every = np.arange(len(have))
    own = (some[:, :, None] == _COPYABLE).any(axis=1)
    may = [_or_nothing(np.where((some[every, cell] == _LEGENDARY)[:, None], others[have], own)) for cell in (one, two)]
    may[1][one == two] = _NOTHING_ELSE
    row, first, second = np.nonzero(may[0][:, :, None] & may[1][:, None, :])
    tried = some[row]
    tried[np.arange(row.size), two[row]] = _CHOICES[second]
    tried[np.arange(row.size), one[row]] = _CHOICES[first]
    best = best_of_each(row, _ranks(tried, ryokan[have[row]]))
    kinds = kinds.copy()
    kinds[have] = tried[best]
    return kinds


_NOTHING_ELSE = np.array([False] * len(COPYABLE) + [True])


def _or_nothing(may: Copyable) -> Copyable:
    return np.concatenate([may, ~may.any(axis=1, keepdims=True)], axis=1)


def _ranks(kinds: Kinds, ryokan: Floats) -> Floats:
    """Return numbers that are higher for more points, or for equal points and more colours."""
    masks = xp.masks_of(kinds)
    ranks: Floats = xp.earned(masks, ryokan).totals * 16 + xp.colours(masks, ryokan).astype(np.float32)
    return ranks


def final_scores(cards: npt.NDArray[np.integer], ryokan: Floats, others: Copyable) -> FinalScores:
    """Score territories once the game is over; see `side_of`."""
    side = side_of(cards, ryokan, others)
    return FinalScores(side.totals, _ranks(side.kinds, ryokan))


def own_scores(rows: Observations, theirs: npt.NDArray[np.integer]) -> FinalScores:
    """Score the seats' own territories, beside some cards of the other side."""
    return final_scores(rows[:, o.OWN], ryokan_of(rows, 1), copyable(theirs))


def their_scores(rows: Observations, theirs: npt.NDArray[np.integer]) -> FinalScores:
    """Score territories that the other sides may have."""
    return final_scores(theirs, ryokan_of(rows, 2), copyable(rows[:, o.OWN]))


def gains(kinds: Kinds, cards: npt.NDArray[np.integer], ryokan: Floats, others: Copyable) -> Floats:
    """Return what putting a card into each cell, instead of the one there, would add to territories.

    Ninjas keep what they copy; a new one copies what scores most. No card adds nothing.

    Args:
        kinds: The territories, with what their ninjas copy.
        cards: One row for each territory: the card for each cell.
        ryokan: For each territory, the points of the Ryokan beside it.
        others: What a Legendary Ninja may copy.
    """
    coming = xp.KIND[cards]
    nothing = (cards == o.EMPTY) | (cards == x.FACE_DOWN)
    masks = xp.masks_of(kinds)
    plain = xp.legends_in(masks) == 0
    slow = (~plain[:, None] | ((coming >= p.TYPES) & (coming < xp.NOTHING))) & ~nothing
    types = p.types(masks[:, : p.TYPES]) + (ryokan > 0)
    held = prepared(np.minimum(kinds, p.TYPES), masks[:, : p.TYPES], types)
    more = changes(held, np.minimum(coming, p.TYPES))
    more[nothing | (coming == kinds)] = 0
    row, cell = slow.nonzero()
    if row.size:
        before = xp.earned(masks, ryokan).totals[row]
        more[row, cell] = _total_with(masks[row], cell, coming[row, cell], ryokan[row], others[row]) - before
    return more


def _total_with(masks: p.Masks, cell: Kinds, coming: Kinds, ryokan: Floats, others: Copyable) -> Floats:
    """Score territories with another card in a cell."""
    masks &= ~p.CELL_BITS[cell][:, None]
    known = coming < xp.NOTHING
    masks[known, coming[known]] |= p.CELL_BITS[cell[known]]
    total = xp.earned(masks, ryokan).totals
    ninjas = np.flatnonzero((coming == _NINJA) | (coming == _LEGENDARY))
    if ninjas.size:
        kinds = with_best_copies(xp.kinds_of(masks[ninjas]), ryokan[ninjas], others[ninjas])
        total[ninjas] = xp.earned(xp.masks_of(kinds), ryokan[ninjas]).totals
    return total


_CELLS = np.arange(p.CELLS)


def gains_of_exchanges(kinds: Kinds, ryokan: Floats, orders: Kinds) -> Floats:
    """Return what each of some orders of the cells would add to territories; ninjas keep what they copy.

    Args:
        kinds: The territories, with what their ninjas copy.
        ryokan: For each, the points of the Ryokan beside it.
        orders: [order, cell]: the cell that its card comes from; the first leaves all as it is.
    """
    tried = kinds[:, orders].reshape(-1, p.CELLS)
    total = xp.earned(xp.masks_of(tried), np.repeat(ryokan, len(orders))).totals.reshape(len(kinds), -1)
    more: Floats = total[:, 1:] - total[:, :1]
    return more
