"""Batched territory points with the expansion, from tables.

A territory is ten kinds: the twelve types of the base game, the seven Legends, and one more for everything that scores
and counts as nothing. As in `naishi.games.naishi.bots.engine.points` it becomes a row of masks, one for each kind.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, REPLACED, Card, Colour, counts_as
from naishi.games.naishi.rules.scoring import BANNER, FORT, NAISHI, RICE, RONIN, SENTINEL, TORII
from naishi.games.naishi.rules.totals import AROUND, points as points_of

Kinds = npt.NDArray[np.intp]
"""One row for each territory, one column for each cell."""
Floats = npt.NDArray[np.float32]

NOTHING = p.TYPES + len(LEGENDS)
"""The kind of what is unknown, of a Traveller, and of a ninja with nothing to copy."""
KIND = np.full(27, NOTHING)
"""[card]: its kind."""
KIND[[*BASE_CARDS, *LEGENDS]] = np.arange(NOTHING)

_LEGENDS = slice(p.TYPES, NOTHING - 1)
"""The kinds of all Legends but the ninja, which scores as what it copies."""
_REPLACED = slice(REPLACED[LEGENDS[0]], REPLACED[LEGENDS[-1]])
"""The types that they count as, in the same order."""
_TORII_TOO = KIND[Card.LEGENDARY_MONK]
CHARACTERS = [card for card in REPLACED.values() if card is not Card.NINJA]
"""The types that the Legendary Monk scores with."""
COUNTS_AS: tuple[tuple[Card, ...], ...] = (*map(counts_as, (*BASE_CARDS, *LEGENDS)), ())
"""[kind]: the types of the base game that it counts as."""


class Earned(NamedTuple):
    """What territories score."""

    by_type: Floats
    """The points of each type of the base game; a Legend's stand with the card that it replaces."""
    totals: Floats
    """All points, those of the Ryokan included."""


class Tables(NamedTuple):
    """The points that the rules give to Legends; [cell, mask] by the cells of something else, added up over them."""

    naishi: npt.NDArray[np.float32]
    """[cell]"""
    advisor: npt.NDArray[np.float32]
    """[number of advisors], with no naishi there"""
    sentinel: npt.NDArray[np.float32]
    """[cell, mask of basic sentinels]: with none beside it, less what it costs those beside it"""
    fields: npt.NDArray[np.float32]
    """Of a sentinel, for forts and rice"""
    monk: npt.NDArray[np.float32]
    """For characters"""
    provinces: npt.NDArray[np.float32]
    """Of a horseman"""
    banners: npt.NDArray[np.float32]
    """The same"""
    series: npt.NDArray[np.float32]
    """[most cards that count as the same]: of a ronin"""


@cache
def tables() -> Tables:
    cells = range(p.CELLS)
    return Tables(
        naishi=_array([points_of(Card.LEGENDARY_NAISHI, 1 << cell) for cell in cells]),
        advisor=_array([0] + [_with(Card.LEGENDARY_ADVISOR, 0, Card.ADVISOR, (1 << n) - 1) for n in range(1, 11)]),
        sentinel=np.stack([_touching(cell) for cell in cells]),
        fields=_added(Card.LEGENDARY_SENTINEL, Card.FORT),
        monk=_added(Card.LEGENDARY_MONK, Card.ADVISOR),
        provinces=_added(Card.LEGENDARY_HORSEMAN, Card.FORT),
        banners=_added(Card.LEGENDARY_HORSEMAN, Card.BANNER),
        series=_array([0] + [_with(Card.LEGENDARY_RONIN, 0, RONIN, (1 << n) - 1) for n in range(1, 11)]),
    )


def _array(values: list[int]) -> npt.NDArray[np.float32]:
    return np.array(values, dtype=np.float32)


def _with(card: Card, cell: int, other: Card, where: int) -> int:
    return points_of(card, 1 << cell, [(other, where & ~(1 << cell))])


def _added(card: Card, other: Card) -> npt.NDArray[np.float32]:
    """Tabulate what others add to a card at each cell, by where they lie. Each adds as much, whatever else is there."""
    alone = [points_of(card, 1 << at) for at in range(p.CELLS)]
    adds = [[_with(card, at, other, 1 << cell) - alone[at] for cell in range(p.CELLS)] for at in range(p.CELLS)]
    result: npt.NDArray[np.float32] = (np.array(adds) @ p.HELD.T).astype(np.float32)
    return result


def _touching(cell: int) -> npt.NDArray[np.float32]:
    alone, own, others = p.tables().alone[SENTINEL], 1 << cell, p.EVERY_MASK & ~(1 << cell)
    free = AROUND[own] & others == 0
    cost = alone[own | others] - alone[others] - alone[own] * free
    result: npt.NDArray[np.float32] = points_of(Card.LEGENDARY_SENTINEL, own) * free + cost
    return result


def masks_of(kinds: Kinds) -> p.Masks:
    at = kinds + (np.arange(len(kinds)) * (NOTHING + 1))[:, None]
    bits = np.zeros((len(kinds), 1)) + p.CELL_BITS
    rows = np.bincount(at.ravel(), bits.ravel(), minlength=len(kinds) * (NOTHING + 1))
    return rows.astype(np.intp).reshape(-1, NOTHING + 1)


def earned(masks: p.Masks, ryokan: Floats) -> Earned:
    """Return what territories score. A ninja scores nothing: put what it copies in its place."""
    place, counted = masks[:, : p.TYPES].copy(), counted_as(masks)
    place[:, TORII] = counted[:, TORII]
    by_type, ronin = p.by_place(place, counted), masks[:, RONIN].nonzero()[0]
    if ronin.size:
        types = p.types(counted[ronin]) + (ryokan[ronin] > 0)
        by_type[ronin, RONIN] = p.COUNT[masks[ronin, RONIN]] * p.tables().ronin[types]
    _add_legends(by_type, masks, counted)
    return Earned(by_type, p.totals(by_type) + ryokan)


def counted_as(masks: p.Masks) -> p.Masks:
    counted = masks[:, : p.TYPES].copy()
    counted[:, _REPLACED] |= masks[:, _LEGENDS]
    counted[:, TORII] |= masks[:, _TORII_TOO]
    return counted


CELL = np.array([mask.bit_length() - 1 for mask in range(1 << p.CELLS)])
"""[mask]: the only cell of it."""


def _add_legends(by_type: Floats, masks: p.Masks, counted: p.Masks) -> None:
    """Add what Legends score to the points of the types that they replace, in place."""
    t = tables()
    for legend in LEGENDS[:-1]:
        rows = masks[:, KIND[legend]].nonzero()[0]
        if not rows.size:
            continue
        cell, there = CELL[masks[rows, KIND[legend]]], counted[rows]
        match legend:
            case Card.LEGENDARY_NAISHI:
                added = t.naishi[cell]
            case Card.LEGENDARY_ADVISOR:
                added = t.advisor[p.COUNT[there[:, Card.ADVISOR]]] * (there[:, NAISHI] == 0)
            case Card.LEGENDARY_SENTINEL:
                added = t.fields[cell, there[:, FORT] | there[:, RICE]] + t.sentinel[cell, masks[rows, SENTINEL]]
            case Card.LEGENDARY_MONK:
                added = t.monk[cell, np.bitwise_or.reduce(there[:, CHARACTERS], axis=1)]
            case Card.LEGENDARY_HORSEMAN:
                provinces = there[:, FORT] | there[:, TORII] | there[:, RICE]
                added = t.provinces[cell, provinces] + t.banners[cell, there[:, BANNER]]
            case _:
                added = t.series[p.COUNT[there[:, 1:]].max(axis=1)]
        by_type[rows, REPLACED[legend]] += added


def colours(masks: p.Masks, ryokan: Floats) -> npt.NDArray[np.intp]:
    """Count the different colours of territories: the Ryokan is black; a ninja that copies nothing has none."""
    present = (masks[:, _COLOURED] != 0).astype(np.float32)
    result: npt.NDArray[np.intp] = np.count_nonzero(present @ _COLOUR_OF, axis=1) + (ryokan > 0)
    return result


_NINJAS = KIND[[Card.NINJA, Card.LEGENDARY_NINJA]]
_COLOURED = [kind for kind in range(NOTHING) if kind not in _NINJAS]
_COLOUR_OF = np.array(
    [[(*BASE_CARDS, *LEGENDS)[kind].colour is colour for colour in Colour] for kind in _COLOURED], dtype=np.float32
)
