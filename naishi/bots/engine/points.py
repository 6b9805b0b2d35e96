"""Points of many territories at once, from tables that are built from the rules in `naishi.rules.scoring`.

A territory is twelve masks, one for each type of card: bit *i* says that cell *i* holds that type. The points of a
type are then looked up: by its own mask alone, and by its mask and that of a neighbour it likes (`PARTNERS`).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.rules.cards import COPYABLE, Card, Colour
from naishi.rules.scoring import EACH, TOGETHER
from naishi.rules.territory import NEIGHBOURS, TERRITORY, Cell, Territory

Masks = npt.NDArray[np.intp]
"""One row a territory, one column a type: where it lies."""
Points = npt.NDArray[np.float32]
"""One row a territory, one column a type: what it earns."""

CELLS = len(TERRITORY)
TYPES = len(Card)
EVERY_MASK = np.arange(1 << CELLS)
COUNT = np.array([mask.bit_count() for mask in range(1 << CELLS)], dtype=np.intp)
"""How many cells a mask has."""

PARTNERS: dict[Card, tuple[Card, ...]] = {
    Card.ADVISOR: (Card.NAISHI,),
    Card.SENTINEL: (Card.SENTINEL, Card.FORT),
    Card.MONK: (Card.TORII,),
    Card.HORSEMAN: (Card.BANNER,),
}
"""The cards that change what another one earns, each independently of the rest."""

_FILLER = Card.NINJA
"""A ninja that copies nothing: no points, no type."""


class Tables(NamedTuple):
    """What the rules say, looked up."""

    alone: npt.NDArray[np.float32]
    """[type, mask]: points of a type by where it lies."""
    beside: dict[tuple[Card, Card], npt.NDArray[np.int8]]
    """[mask of the card, mask of its partner]: the points the partner adds."""
    ronin: npt.NDArray[np.float32]
    """[number of different types]: points of each ronin."""
    mountains: npt.NDArray[np.float32]
    """[number of mountains]: points of them all."""
    torii: npt.NDArray[np.float32]
    """[number of torii]: points of them all."""


@cache
def tables() -> Tables:
    """Build the tables, once."""
    alone = np.zeros((TYPES, 1 << CELLS), dtype=np.float32)
    beside: dict[tuple[Card, Card], npt.NDArray[np.int8]] = {}
    for card in TOGETHER:
        alone[card] = [_together(card, mask) for mask in range(1 << CELLS)]
    for card in EACH:
        if card is not Card.RONIN:
            base = np.array([_each(card, cell, _FILLER, ()) for cell in TERRITORY], dtype=np.float32)
            alone[card] = _cells_of(EVERY_MASK) @ base
            for partner in PARTNERS.get(card, ()):
                beside[card, partner] = _beside(card, partner, base)
    ronin = np.array([_ronin(types) for types in range(11)], dtype=np.float32)
    by_count = [(1 << n) - 1 for n in range(CELLS + 1)]
    return Tables(alone, beside, ronin, alone[Card.MOUNTAIN][by_count], alone[Card.TORII][by_count])


def points(masks: Masks) -> Points:
    """Score territories by type. Ninjas score nothing: put them where the card they copy is (`best_copies`)."""
    t = tables()
    earned: Points = t.alone[np.arange(TYPES), masks]
    for (card, partner), table in t.beside.items():
        earned[:, card] += table[masks[:, card], masks[:, partner]]
    earned[:, Card.RONIN] = COUNT[masks[:, Card.RONIN]] * t.ronin[types(masks)]
    return earned


def types(masks: Masks) -> npt.NDArray[np.intp]:
    """Count the different characters and provinces; mountain and ninja never count."""
    characters: npt.NDArray[np.intp] = np.count_nonzero(masks[:, Card.NAISHI : Card.NINJA], axis=1)
    provinces: npt.NDArray[np.intp] = np.count_nonzero(masks[:, Card.FORT :], axis=1)
    return np.add(characters, provinces)


def colours(masks: Masks) -> npt.NDArray[np.intp]:
    """Count the different colours; a ninja that copies nothing has none."""
    present = masks[:, _COLOURED] != 0
    count: npt.NDArray[np.intp] = np.count_nonzero(present @ _COLOUR_OF, axis=1)
    return count


_COLOURED = [card for card in Card if card is not Card.NINJA]
_COLOUR_OF = np.array([[card.colour is colour for colour in Colour] for card in _COLOURED])
"""[card, colour]: whether the card has the colour."""


def best_copies(masks: Masks) -> Masks:
    """Put each ninja where the character is whose copy earns most in all; ninjas with nothing to copy stay."""
    ninjas = masks[:, Card.NINJA]
    if not ninjas.any():
        return masks
    faces = masks.copy()
    first = ninjas & -ninjas
    for some, ways in ((ninjas == first, _ALONE), (ninjas != first, _TOGETHER)):
        rows = np.flatnonzero(some & (ninjas != 0))
        if rows.size:
            _copy_best(faces, masks, rows, np.array(ways))
    return faces


_ALONE = [(card, card) for card in COPYABLE]
_TOGETHER = [*product(COPYABLE, repeat=2)]
"""What one ninja, or two, may copy."""


def _copy_best(faces: Masks, masks: Masks, rows: npt.NDArray[np.intp], ways: npt.NDArray[np.intp]) -> None:
    """Try each way that a territory has the characters for, and write the best one into `faces`."""
    present = masks[rows] != 0
    which, way = np.nonzero(present[:, ways[:, 0]] & present[:, ways[:, 1]])
    if not which.size:
        return
    tried = masks[rows[which]]
    ninjas = tried[:, Card.NINJA].copy()
    first = ninjas & -ninjas
    every = np.arange(which.size)
    tried[:, Card.NINJA] = 0
    tried[every, ways[way, 0]] |= first
    tried[every, ways[way, 1]] |= ninjas ^ first
    total = points(tried).sum(axis=1)
    starts = np.flatnonzero(np.diff(which, prepend=-1))
    best = np.maximum.reduceat(total, starts)
    hits = np.flatnonzero(total == np.repeat(best, np.diff(starts, append=which.size)))
    hits = hits[np.diff(which[hits], prepend=-1) != 0]
    faces[rows[which[hits]]] = tried[hits]


def masks_of(cards: npt.NDArray[np.integer]) -> Masks:
    """Turn rows of ten cards (the number after the types is an unknown card) into masks."""
    rows = np.zeros((len(cards), TYPES + 1), dtype=np.intp)
    flat = rows.reshape(-1)
    at = np.arange(len(cards)) * (TYPES + 1)
    for cell in range(CELLS):
        flat[at + cards[:, cell]] += 1 << cell
    return rows[:, :TYPES]


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
    return sum(part.points for part in EACH[card](Territory(tuple(cards)), cell))


def _beside(card: Card, partner: Card, base: npt.NDArray[np.float32]) -> npt.NDArray[np.int8]:
    """Tabulate what a partner adds: for each cell by which of its neighbours hold it, then summed over cells."""
    adds = np.zeros((CELLS, 1 << CELLS), dtype=np.float32)
    for cell in TERRITORY:
        for which in range(1 << len(NEIGHBOURS[cell])):
            at = tuple(near for i, near in enumerate(NEIGHBOURS[cell]) if which >> i & 1)
            among = sum(1 << near for near in NEIGHBOURS[cell])
            matching = (among & EVERY_MASK) == sum(1 << near for near in at)
            adds[cell, matching] = _each(card, cell, partner, at) - base[cell]
    return (_cells_of(EVERY_MASK) @ adds).astype(np.int8)


def _ronin(number: int) -> int:
    """Ask the rule for the points of a ronin among so many types, itself included."""
    others = [card for card in Card if card not in {Card.RONIN, Card.MOUNTAIN, Card.NINJA}]
    cards = [Card.RONIN, *others[: max(number - 1, 0)]]
    cards += [Card.RONIN] * (CELLS - len(cards))
    return sum(part.points for part in EACH[Card.RONIN](Territory(tuple(cards)), Cell.L1))
