"""Batched territory points, from tables built from the rules.

A territory is twelve masks, one for each type of card: bit *i* is set if cell *i* holds that type. The points of a
type are looked up by its own mask, and by its mask together with that of a card it scores with (`PARTNERS`).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.rules.cards import BASE_CARDS, TERRITORY, Card, Colour
from naishi.games.naishi.rules.scoring import EACH_BASE, PARTNERS, TOGETHER, TOUCHING
from naishi.games.naishi.rules.totals import AROUND, RONIN_POINTS, points as points_of

Masks = npt.NDArray[np.intp]
"""One row for each territory, one column for each type: the cells that hold it."""
Points = npt.NDArray[np.float32]
"""One row for each territory, one column for each type: its points."""

CELLS = len(TERRITORY)
TYPES = len(BASE_CARDS)
EVERY_MASK = np.arange(1 << CELLS)
COUNT = np.array([mask.bit_count() for mask in range(1 << CELLS)], dtype=np.intp)
"""The number of cells in a mask."""
CELL_BITS = 1 << np.arange(CELLS)
HELD = (EVERY_MASK[:, None] & CELL_BITS != 0).astype(np.float32)
"""[mask, cell]: 1 for each cell of a mask."""


class Tables(NamedTuple):
    """The points that the rules give."""

    alone: npt.NDArray[np.float32]
    """[type, mask]: the points of a type by its cells."""
    beside: npt.NDArray[np.int8]
    """[card with a partner, its mask, mask of the partner]: the points that the partner adds."""
    ronin: npt.NDArray[np.float32]
    """[number of different types]: the points of each ronin."""


@cache
def tables() -> Tables:
    alone = np.zeros((TYPES, 1 << CELLS), dtype=np.float32)
    beside = np.zeros((len(PARTNERS), 1 << CELLS, 1 << CELLS), dtype=np.int8)
    with_partner = [*PARTNERS]
    for card in TOGETHER:
        alone[card] = [points_of(card, mask) for mask in range(1 << CELLS)]
    for card in EACH_BASE:
        if card is not Card.RONIN:
            base = np.array([points_of(card, 1 << cell) for cell in TERRITORY], dtype=np.float32)
            alone[card] = HELD @ base
            if card in TOUCHING:
                alone[card] += _beside(card, card, base).diagonal()
            if card in PARTNERS:
                beside[with_partner.index(card)] = _beside(card, PARTNERS[card], base)
    ronin = np.array([RONIN_POINTS[max(types, 1)] for types in range(TYPES)], dtype=np.float32)
    return Tables(alone, beside, ronin)


def points(masks: Masks) -> Points:
    """Return the points of each type. Ninjas score nothing: add them to the card they copy first (`best_copies`)."""
    earned, ronin = by_place(masks, masks), masks[:, Card.RONIN]
    if ronin.any():
        earned[:, Card.RONIN] = COUNT.take(ronin) * tables().ronin.take(types(masks))
    return earned


def by_place(masks: Masks, counted: Masks) -> Points:
    """Return the points of each type but ronin, by its cells and by those that count as the card it scores with."""
    t = tables()
    earned: Points = t.alone.ravel().take(masks + _TABLE_OF_TYPE)
    both = (masks.take(_WITH_PARTNER, axis=1) << CELLS) + counted.take(_PARTNERS, axis=1)
    earned[:, _WITH_PARTNER] += t.beside.ravel().take(both + _TABLE_OF_CARD)
    return earned


def types(masks: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Count the different characters and provinces; mountain and ninja never count."""
    result: npt.NDArray[np.intp] = ((masks != 0).astype(np.float32) @ COUNTED).astype(np.intp)
    return result


def totals(earned: Points) -> npt.NDArray[np.float32]:
    """Add up the points of all types, by a product because that is the fastest way to sum short rows."""
    return earned @ _ONES


_TABLE_OF_TYPE = np.arange(TYPES) << CELLS
_WITH_PARTNER, _PARTNERS = np.array([*PARTNERS]), np.array([*PARTNERS.values()])
_TABLE_OF_CARD = np.arange(len(PARTNERS)) << 2 * CELLS
_ONES = np.ones(TYPES, dtype=np.float32)
COUNTED = np.array([card not in {Card.MOUNTAIN, Card.NINJA} for card in BASE_CARDS], dtype=np.float32)
"""[type]: 1 where ronin count it."""


def colours(masks: Masks) -> npt.NDArray[np.intp]:
    """Count the different colours; a ninja that copies nothing has none."""
    present = (masks[:, _COLOURED] != 0).astype(np.float32)  # numpy multiplies no other matrices as fast
    result: npt.NDArray[np.intp] = np.count_nonzero(present @ _COLOUR_OF, axis=1)
    return result


_COLOURED = [card for card in BASE_CARDS if card is not Card.NINJA]
_COLOUR_OF = np.array([[card.colour is colour for colour in Colour] for card in _COLOURED], dtype=np.float32)
"""[card, colour]: 1 if the card has the colour."""


def masks_of(cards: npt.NDArray[np.integer]) -> Masks:
    """Return the masks of territories, given as rows of ten cards; the number after the types is an unknown card."""
    count = len(cards)
    at = cards + np.arange(0, count * (TYPES + 1), TYPES + 1)[:, None]
    bits = np.broadcast_to(CELL_BITS, at.shape)
    rows = np.bincount(at.ravel(), bits.ravel(), count * (TYPES + 1)).astype(np.intp)
    return rows.reshape(count, TYPES + 1)[:, :TYPES]


def _beside(card: Card, partner: Card, base: npt.NDArray[np.float32]) -> npt.NDArray[np.int8]:
    """Tabulate what a partner adds to a card: for each cell by which of its neighbours hold it, summed over cells."""
    adds = np.zeros((CELLS, 1 << CELLS), dtype=np.float32)
    for cell in TERRITORY:
        near = EVERY_MASK & AROUND[1 << cell]
        for at in np.unique(near).tolist():
            adds[cell, near == at] = points_of(card, 1 << cell, [(partner, at)]) - base[cell]
    result: npt.NDArray[np.int8] = (HELD @ adds).astype(np.int8)
    return result
