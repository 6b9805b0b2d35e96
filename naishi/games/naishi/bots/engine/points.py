"""Batched territory points, from tables built from the rules.

A territory is twelve masks, one for each type of card: bit *i* is set if cell *i* holds that type. The points of a
type are looked up by its own mask, and by its mask together with that of a card it scores with (`PARTNERS`).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.rules.cards import BASE_CARDS, NEIGHBOURS, TERRITORY, Card, Cell, Colour, Territory
from naishi.games.naishi.rules.scoring import EACH_BASE, PARTNERS, TOGETHER, TOUCHING

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

_FILLER = Card.NINJA
"""A ninja that copies nothing: no points, no type."""


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
        alone[card] = [_together(card, mask) for mask in range(1 << CELLS)]
    for card in EACH_BASE:
        if card is not Card.RONIN:
            base = np.array([_each(card, cell, _FILLER, ()) for cell in TERRITORY], dtype=np.float32)
            alone[card] = _cells_of(EVERY_MASK) @ base
            if card in TOUCHING:
                alone[card] += _beside(card, card, base).diagonal()
            if card in PARTNERS:
                beside[with_partner.index(card)] = _beside(card, PARTNERS[card], base)
    ronin = np.array([_ronin(types) for types in range(len(BASE_CARDS))], dtype=np.float32)
    return Tables(alone, beside, ronin)


def points(masks: Masks) -> Points:
    """Return the points of each type. Ninjas score nothing: add them to the card they copy first (`best_copies`)."""
    t = tables()
    earned: Points = t.alone.ravel().take(masks + _TABLE_OF_TYPE)
    both = (masks.take(_WITH_PARTNER, axis=1) << CELLS) + masks.take(_PARTNERS, axis=1)
    earned[:, _WITH_PARTNER] += t.beside.ravel().take(both + _TABLE_OF_CARD)
    ronin = masks[:, Card.RONIN]
    if ronin.any():
        earned[:, Card.RONIN] = COUNT.take(ronin) * t.ronin.take(types(masks))
    return earned


def types(masks: npt.NDArray[np.integer]) -> npt.NDArray[np.intp]:
    """Count the different characters and provinces; mountain and ninja never count."""
    count: npt.NDArray[np.intp] = ((masks != 0).astype(np.float32) @ COUNTED).astype(np.intp)
    return count


def totals(earned: Points) -> npt.NDArray[np.float32]:
    """Add up the points of all types, by a product because that is the fastest way to sum short rows."""
    total: npt.NDArray[np.float32] = earned @ _ONES
    return total


_TABLE_OF_TYPE = np.arange(TYPES) << CELLS
_WITH_PARTNER, _PARTNERS = np.array([*PARTNERS]), np.array([*PARTNERS.values()])
_TABLE_OF_CARD = np.arange(len(PARTNERS)) << 2 * CELLS
_ONES = np.ones(TYPES, dtype=np.float32)
COUNTED = np.array([card not in {Card.MOUNTAIN, Card.NINJA} for card in BASE_CARDS], dtype=np.float32)
"""[type]: 1 where ronin count it."""


def colours(masks: Masks) -> npt.NDArray[np.intp]:
    """Count the different colours; a ninja that copies nothing has none."""
    present = masks[:, _COLOURED] != 0
    count: npt.NDArray[np.intp] = np.count_nonzero(present @ _COLOUR_OF, axis=1)
    return count


_COLOURED = [card for card in BASE_CARDS if card is not Card.NINJA]
_COLOUR_OF = np.array([[card.colour is colour for colour in Colour] for card in _COLOURED])
"""[card, colour]: whether the card has the colour."""


def masks_of(cards: npt.NDArray[np.integer]) -> Masks:
    """Return the masks of territories, given as rows of ten cards; the number after the types is an unknown card."""
    count = len(cards)
    at = cards + np.arange(0, count * (TYPES + 1), TYPES + 1)[:, None]
    bits = np.broadcast_to(CELL_BITS, at.shape)
    rows = np.bincount(at.ravel(), bits.ravel(), count * (TYPES + 1)).astype(np.intp)
    return rows.reshape(count, TYPES + 1)[:, :TYPES]


def _cells_of(masks: npt.NDArray[np.intp]) -> npt.NDArray[np.float32]:
    return ((masks[:, None] >> np.arange(CELLS)) & 1).astype(np.float32)


def _together(card: Card, mask: int) -> int:
    cards = tuple(card if mask >> cell & 1 else _FILLER for cell in TERRITORY)
    return sum(line.points for line in TOGETHER[card](Territory(cards)))


def _each(card: Card, cell: Cell, partner: Card, at: tuple[Cell, ...]) -> int:
    cards = [_FILLER] * CELLS
    for where in at:
        cards[where] = partner
    cards[cell] = card
    return sum(part.points for part in EACH_BASE[card](Territory(tuple(cards)), cell))


def _beside(card: Card, partner: Card, base: npt.NDArray[np.float32]) -> npt.NDArray[np.int8]:
    """Tabulate what a partner adds to a card: for each cell by which of its neighbours hold it, summed over cells."""
    adds = np.zeros((CELLS, 1 << CELLS), dtype=np.float32)
    for cell in TERRITORY:
        for which in range(1 << len(NEIGHBOURS[cell])):
            at = tuple(near for i, near in enumerate(NEIGHBOURS[cell]) if which >> i & 1)
            among = sum(1 << near for near in NEIGHBOURS[cell])
            matching = (among & EVERY_MASK) == sum(1 << near for near in at)
            adds[cell, matching] = _each(card, cell, partner, at) - base[cell]
    return (_cells_of(EVERY_MASK) @ adds).astype(np.int8)


def _ronin(number: int) -> int:
    others = [card for card in BASE_CARDS if card not in {Card.RONIN, Card.MOUNTAIN, Card.NINJA}]
    cards = [Card.RONIN, *others[: max(number - 1, 0)]]
    cards += [Card.RONIN] * (CELLS - len(cards))
    return sum(part.points for part in EACH_BASE[Card.RONIN](Territory(tuple(cards)), Cell.L1))
