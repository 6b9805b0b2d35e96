"""Batched marginal points of a card in a territory.

A card scores with few others (see `rules.scoring.PARTNERS`), so this takes a few lookups, where scoring
the territory with the card and without it takes many.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o, points as p
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.cards import BASE_CARDS, COPYABLE, Card
from naishi.games.naishi.rules.scoring import PARTNERS

Gains = npt.NDArray[np.float32]
"""One row for each position, one column for each cell of a territory."""

_KINDS = o.DOWN + 1
"""Types of cards, and two more for no card and for a card that isn't turned up."""
_CELLS = np.arange(p.CELLS)


class Cells(NamedTuple):
    """What lies in the cells of many territories."""

    cards: Indices
    """The type of each cell; for a ninja, the type that it copies."""
    masks: p.Masks
    """The cells of each type, and none for the kinds that are no type."""
    added: Gains
    """What the card of each cell adds."""
    types: Indices
    """How many types there are."""

    def some(self, which: Indices) -> "Cells":
        return Cells._make([each.take(which, axis=0) for each in self])


class Adds(NamedTuple):
    """What one card adds to the points of a territory in place of none, apart from what ronin count.

    The arrays are [kind * (number of masks) + mask, cell].
    """

    alone: npt.NDArray[np.int8]
    """By the cells of its own type."""
    beside: npt.NDArray[np.int8]
    """By the cells of the type that it scores with."""
    partner: Indices
    """[kind]: that type."""


def cells_of(cards: Observations, faces: p.Masks) -> Cells:
    copies, ninjas = cards.astype(np.intp), cards == Card.NINJA
    copying = ninjas.any(axis=1).nonzero()[0]
    if copying.size:
        held = (faces[copying, :, None] >> _CELLS) & 1
        copies[copying] = np.where(ninjas[copying], held.argmax(axis=1), copies[copying])
    return prepared(copies, faces, p.types(faces))


def prepared(cards: Indices, faces: p.Masks, types: Indices) -> Cells:
    """Prepare territories of which it is known what their ninjas copy."""
    masks = np.zeros((len(faces), _KINDS), dtype=np.intp)
    masks[:, : p.TYPES] = faces
    return Cells(cards, masks, adds(masks, cards, _CELLS), types)


def gains(cells: Cells, card: Indices) -> Gains:
    """Return what putting a card into each cell, instead of the one there, would add.

    Ninjas keep what they copy; a new one copies what scores most. No card adds nothing.
    """
    more = changes(cells, card)
    more[(card >= p.TYPES) | (card == cells.cards)] = 0
    return more


def changes(cells: Cells, card: Indices) -> Gains:
    """Return the same for cards of which some may be nothing, which scores nothing in place of the one there."""
    more = adds(cells.masks, card, _CELLS)
    more -= cells.added
    ronin = ((cells.masks[:, Card.RONIN] != 0) | (card == Card.RONIN).any(axis=1)).nonzero()[0]
    if ronin.size:
        more[ronin] += _ronin(cells.some(ronin), card.take(ronin, axis=0))
    row, cell = (card == Card.NINJA).nonzero()
    if row.size:
        more[row, cell] += _best_copy(cells.some(row), cell[:, None])
    return more


def gains_of_swaps(cells: Cells) -> Gains:
    """Return what the best swap would add in the Line, in the Hand, and between both. Ninjas keep what they copy."""
    masks = p.masks_of(cells.cards[:, SWAPPED].reshape(-1, p.CELLS))
    total = p.totals(p.points(masks)).reshape(len(cells.cards), -1)
    return best_swaps(total[:, 1:] - total[:, :1])


def best_swaps(more: Gains) -> Gains:
    """Return the best of what each swap of `SWAPPED` would add: in the Line, in the Hand, and between both."""
    return np.stack([more[:, :10].max(axis=1), more[:, 10:20].max(axis=1), more[:, 20:].max(axis=1)], axis=1)


def orders(pairs: Sequence[tuple[int, int]]) -> Indices:
    """Return the cells in their order, then with each pair exchanged."""
    orders = np.tile(_CELLS, (1 + len(pairs), 1))
    for order, (one, other) in zip(orders[1:], pairs, strict=True):
        order[[one, other]] = other, one
    return orders


SWAPPED = orders([*combinations(range(5), 2), *combinations(range(5, 10), 2), *((cell, cell + 5) for cell in range(5))])


def adds(masks: p.Masks, card: Indices, cell: Indices) -> Gains:
    """Return what cards add in cells that hold nothing else, apart from what ronin count."""
    t = tables()
    rows = np.arange(0, masks.size, masks.shape[1])[:, None]
    at = card * (p.CELLS << p.CELLS) + cell
    own, others = masks.take(rows + card) * p.CELLS, masks.take(rows + t.partner.take(card)) * p.CELLS
    own += at
    others += at
    return np.add(t.alone.take(own), t.beside.take(others), dtype=np.float32)


def _ronin(cells: Cells, card: Indices) -> Gains:
    points = p.tables().ronin
    rows = np.arange(len(card))[:, None] * _KINDS
    held, types = p.COUNT.take(cells.masks[:, Card.RONIN])[:, None], cells.types[:, None]
    gone = _only_of_its_type(cells)
    come = _COUNTED.take(card) & (cells.masks.take(rows + card) == 0)
    ronin = held - (cells.cards == Card.RONIN) + (card == Card.RONIN)
    result: Gains = ronin * points.take(types - gone + come) - held * points.take(types)
    return result


def _only_of_its_type(cells: Cells) -> npt.NDArray[np.bool_]:
    rows = np.arange(len(cells.cards))[:, None] * _KINDS
    result: npt.NDArray[np.bool_] = _COUNTED.take(cells.cards) & (cells.masks.take(rows + cells.cards) == p.CELL_BITS)
    return result


def _best_copy(cells: Cells, cell: Indices) -> Gains:
    """Return what a new ninja in one cell of each territory adds by its best copy. It must copy if it can."""
    added = adds(cells.masks, _COPYABLE, cell)
    gone = np.take_along_axis(_only_of_its_type(cells), cell, axis=1)
    added += (Card.RONIN == _COPYABLE) * p.tables().ronin[cells.types[:, None] - gone]
    present = cells.masks[:, _COPYABLE] & ~p.CELL_BITS[cell] != 0
    best: Gains = np.where(present, added, -np.inf).max(axis=1)
    return np.where(present.any(axis=1), best, 0)


_COPYABLE = np.array(COPYABLE)
_COUNTED = np.array([kind < p.TYPES and kind not in {Card.MOUNTAIN, Card.NINJA} for kind in range(_KINDS)])
"""[kind]: whether ronin count it."""


@cache
def tables() -> Adds:
    t, every = p.tables(), p.EVERY_MASK[:, None]
    alone = np.zeros((_KINDS, 1 << p.CELLS, p.CELLS), dtype=np.int8)
    beside = np.zeros_like(alone)
    partner = np.arange(_KINDS)
    for card in BASE_CARDS:
        alone[card] = t.alone[card, every | p.CELL_BITS] - t.alone[card, every & ~p.CELL_BITS]
    for (card, other), table in zip(PARTNERS.items(), t.beside, strict=True):
        beside[card], beside[other] = table[p.CELL_BITS].T, table[:, p.CELL_BITS]
        partner[card], partner[other] = other, card
    return Adds(alone.reshape(-1, p.CELLS), beside.reshape(-1, p.CELLS), partner)
