"""Points without reasons, fast enough for arenas and searches.

The rules of `naishi.rules.scoring` are called once for each arrangement that turns up, and their points are kept. An
arrangement is where one card lies and where, beside it, the one other card that matters, as masks: bit 0 is L1, bit 9
H5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from naishi.rules.cards import Card
from naishi.rules.scoring import (
    ADVISOR,
    BANNER,
    EACH,
    FORT,
    HORSEMAN,
    MONK,
    MOUNTAIN,
    NAISHI,
    NINJA,
    RONIN,
    SENTINEL,
    TOGETHER,
    TORII,
    choices,
)
from naishi.rules.territory import NEIGHBOURS, TERRITORY, Cell, Territory


class Total(NamedTuple):
    """What a territory is worth. The larger of two totals wins, equal ones are a draw."""

    points: int
    colours: int


def total(cards: Sequence[Card], copies: Mapping[Cell, Card] | None = None) -> Total:
    """Count the points and the colours of a territory, as `score` does with all reasons.

    Args:
        cards: The ten cards.
        copies: What each ninja copies; one without an entry copies nothing.
    """
    if copies:
        cards = [copies.get(cell, card) for cell, card in zip(TERRITORY, cards, strict=True)]
    masks = _NOWHERE.copy()
    for bit, card in zip(_BITS, cards, strict=True):
        masks[card] |= bit
    points = colours = 0
    for card, beside, points_at in _BY_PLACE:
        if mask := masks[card]:
            colours += 1
            near = masks[beside] & _AROUND[mask] if beside and masks[beside] else 0
            points += points_at[mask << 10 | near]
    if ronins := masks[RONIN]:
        colours += 1
        types = colours - (masks[MOUNTAIN] != 0)
        points += ronins.bit_count() * _RONIN_POINTS[types]
    return Total(points, colours)


def points_by_card(cards: Sequence[Card], copies: Mapping[Cell, Card] | None = None) -> dict[Card, int]:
    """Return the points of each type of card, as `score` does with all reasons.

    Args:
        cards: The ten cards.
        copies: What each ninja copies; its points are its own, not those of the copied card.
    """
    faces = [(copies or {}).get(cell, card) for cell, card in zip(TERRITORY, cards, strict=True)]
    masks = _NOWHERE.copy()
    for bit, card in zip(_BITS, faces, strict=True):
        masks[card] |= bit
    points: dict[Card, int] = {}
    for card, beside, points_at in _BY_PLACE:
        if mask := masks[card]:
            near = masks[beside] & _AROUND[mask] if beside and masks[beside] else 0
            points[card] = points_at[mask << 10 | near]
    if ronins := masks[RONIN]:
        types = len(points) + 1 - (MOUNTAIN in points)
        points[RONIN] = ronins.bit_count() * _RONIN_POINTS[types]
    for cell, card in enumerate(cards):
        if card is NINJA:
            earned = _points_of_copy(faces, TERRITORY[cell])
            points[NINJA] = points.get(NINJA, 0) + earned
            if faces[cell] is not NINJA:
                points[faces[cell]] -= earned
    return points


def _points_of_copy(faces: Sequence[Card], at: Cell) -> int:
    if faces[at] is NINJA:
        return 0
    return sum(part.points for part in EACH[faces[at]](Territory(tuple(faces)), at))


def best_copies(territory: Territory) -> dict[Cell, Card]:
    """Return the copies that score most for the ninjas of a territory; the first in card order among equals."""
    ninjas = territory.where(NINJA)
    ways = (dict(zip(ninjas, cards, strict=True)) for cards in product(choices(territory), repeat=len(ninjas)))
    return max(ways, key=lambda copies: total(territory.cards, copies).points, default={})


_BITS = tuple(1 << cell for cell in TERRITORY)

_NOWHERE = [0] * len(Card)

_MATTERS_BESIDE: Mapping[Card, Card] = {ADVISOR: NAISHI, SENTINEL: FORT, MONK: TORII, HORSEMAN: BANNER}
"""The other card, if any, that counts where it is adjacent."""


class _Table(dict[int, int]):
    """The result of a function of one int, kept for each argument."""

    def __init__(self, function: Callable[[int], int]) -> None:
        self._function = function

    def __missing__(self, argument: int) -> int:
        self[argument] = result = self._function(argument)
        return result


def _cells(mask: int) -> list[Cell]:
    return [cell for cell in TERRITORY if mask >> cell & 1]


def _around(mask: int) -> int:
    return sum(1 << cell for cell in {neighbour for cell in _cells(mask) for neighbour in NEIGHBOURS[cell]})


def _points_of(card: Card) -> Callable[[int], int]:
    """Ask the card's rule, on a territory of nothing else but ninjas that copy nothing: no rule looks at those."""
    beside = _MATTERS_BESIDE.get(card, NINJA)

    def points(arrangement: int) -> int:
        cards = [NINJA] * len(TERRITORY)
        mask, near = arrangement >> 10, arrangement & 0x3FF
        for cell in _cells(near):
            cards[cell] = beside
        for cell in _cells(mask):
            cards[cell] = card
        territory = Territory(tuple(cards))
        if card in TOGETHER:
            return sum(line.points for line in TOGETHER[card](territory))
        return sum(part.points for cell in _cells(mask) for part in EACH[card](territory, cell))

    return points


def _ronin_points(types: int) -> int:
    others = [card for card in Card if card not in {MOUNTAIN, NINJA, RONIN}]
    cards = [RONIN, *others[: types - 1]]
    territory = Territory((*cards, *[NINJA] * (len(TERRITORY) - len(cards))))
    return sum(part.points for part in EACH[RONIN](territory, TERRITORY[0]))


_AROUND = _Table(_around)
_BY_PLACE = tuple(
    (card, _MATTERS_BESIDE.get(card), _Table(_points_of(card))) for card in Card if card not in {NINJA, RONIN}
)
"""What scores by its place, what matters beside it, and its points: not the ronin, and a ninja only as a copy."""

_RONIN_POINTS = _Table(_ronin_points)
