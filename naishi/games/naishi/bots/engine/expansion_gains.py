"""Batched marginal points of a card, with the expansion.

As in `bots.engine.gains` this takes a few lookups for each card. What Legends score is looked up in three ways:
by the cells of at most two groups of cards, when a Legend comes; by their own cell, when another card comes; and from
counts of all cards, for the few that count them.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import expansion_points as xp, gains as base, observation as o, points as p
from naishi.games.naishi.bots.engine.expansion_points import Floats, Kinds
from naishi.games.naishi.bots.engine.gains import Gains
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.rules.cards import COPYABLE, Card

NINJA, LEGENDARY_NINJA = xp.KIND[Card.NINJA], xp.KIND[Card.LEGENDARY_NINJA]
CHOICES = np.array([*COPYABLE, xp.NOTHING])
"""What a ninja may copy, or nothing."""

Cards = npt.NDArray[np.integer]
"""One row of ten cards for each territory."""

_KINDS = xp.NOTHING + 1
_NAISHI, _ADVISOR, _SENTINEL, _MONK, _HORSEMAN, _RONIN = xp.KIND[[
    Card.LEGENDARY_NAISHI, Card.LEGENDARY_ADVISOR, Card.LEGENDARY_SENTINEL, Card.LEGENDARY_MONK,
    Card.LEGENDARY_HORSEMAN, Card.LEGENDARY_RONIN,
]].tolist()  # fmt: skip
_NONE, _NAISHIS, _CHARACTERS, _FIELDS, _PROVINCES = range(xp.NOTHING, xp.NOTHING + 5)
"""The columns of groups of cards: none; what counts as a naishi; as a character; fort and rice; and torii too."""
_CELLS = np.arange(p.CELLS)


class Held(NamedTuple):
    """Many territories, prepared to tell what other cards would add to them."""

    kinds: Kinds
    """What lies in their cells; instead of each ninja what it copies."""
    masks: p.Masks
    """The cells of each kind and of each group; those of torii with the Legendary Monk's."""
    counted: npt.NDArray[np.int16]
    """The cells that count as each type of the base game."""
    types_without: Indices
    """[territory, cell]: how many types ronin count, without the card of the cell and without the Ryokan."""
    ryokan: npt.NDArray[np.bool_]
    """Whether the Ryokan lies beside it."""
    beside: npt.NDArray[np.int8] | None
    """[territory, kind * 10 + cell]: what a card there adds to the Legends of the territory."""


def prepared(kinds: Kinds, masks: p.Masks, ryokan: Floats) -> Held:
    counted = xp.counted_as(masks)
    groups = np.zeros((len(masks), _PROVINCES + 1), dtype=np.intp)
    groups[:, : xp.NOTHING] = masks[:, : xp.NOTHING]
    groups[:, Card.TORII] = counted[:, Card.TORII]
    groups[:, _NAISHIS] = counted[:, Card.NAISHI]
    groups[:, _CHARACTERS] = np.bitwise_or.reduce(counted[:, xp.CHARACTERS], axis=1)
    groups[:, _FIELDS] = masks[:, Card.FORT] | masks[:, Card.RICE]
    groups[:, _PROVINCES] = groups[:, _FIELDS] | counted[:, Card.TORII]
    short = counted.astype(np.int16)
    return Held(kinds, groups, short, _types_without(kinds, short), ryokan > 0, _beside_legends(masks))


def _types_without(kinds: Kinds, counted: npt.NDArray[np.int16]) -> Indices:
    own = counted.take((np.arange(len(kinds)) * p.TYPES)[:, None] + _TYPE.take(kinds))
    types: Indices = p.types(counted)[:, None] - (_IS_TYPE.take(kinds) & (own == _BITS))
    types -= (kinds == _MONK) & (counted[:, Card.TORII, None] == _BITS)
    return types


def _beside_legends(masks: p.Masks) -> npt.NDArray[np.int8] | None:
    t, found = _tables(), None
    for legend, table in t.beside_legend.items():
        rows = masks[:, legend].nonzero()[0]
        if rows.size:
            if found is None:
                found = np.zeros((len(masks), _KINDS * p.CELLS), dtype=np.int8)
            found[rows] += table[xp.CELL[masks[rows, legend]]]
            if legend == _SENTINEL:
                found[rows, _SENTINEL_COLUMNS] += _touching(masks[rows])
    return found


_SENTINEL_COLUMNS = slice(Card.SENTINEL * p.CELLS, (Card.SENTINEL + 1) * p.CELLS)


def _touching(masks: p.Masks) -> npt.NDArray[np.int8]:
    """Return what a sentinel in each cell costs a Legendary Sentinel and itself by touching it."""
    scored, own, others = xp.tables().sentinel, masks[:, _SENTINEL, None], masks[:, Card.SENTINEL, None]
    cell = xp.CELL[own]
    less = scored[cell, others | p.CELL_BITS] - scored[cell, others & ~p.CELL_BITS]
    less[own == p.CELL_BITS] = 0
    result: npt.NDArray[np.int8] = less.astype(np.int8)
    return result


def gains(held: Held, row: Indices, cards: Cards, others: Cards) -> Gains:
    """Return what putting a card into each cell, instead of the one there, would add to territories.

    Ninjas keep what they copy; a new one copies what scores most. No card adds nothing.
    """
    coming = xp.KIND.take(cards)
    some = np.zeros(len(held.kinds), dtype=np.bool_)
    some[row] = True
    which = some.nonzero()[0]
    both = adds(held, np.concatenate([row, which]), np.concatenate([coming, held.kinds.take(which, axis=0)]), _CELLS)
    more, lost = both[: len(row)], both[len(row) :]
    at, cell = ((coming == NINJA) | (coming == LEGENDARY_NINJA)).nonzero()
    if at.size:
        more[at, cell] = copies(held, row[at], cell, coming[at, cell] == LEGENDARY_NINJA, others[at]).max(axis=1)
    more -= lost.take((some.cumsum() - 1).take(row), axis=0)
    more[(cards == o.EMPTY) | (cards == o.FACE_DOWN)] = 0
    return more


def copies(held: Held, row: Indices, cell: Indices, legendary: npt.NDArray[np.bool_], others: Cards) -> Gains:
    """Return what each of `CHOICES` would add as the copy of a ninja in one cell; less than anything if it may not."""
    may = held.masks.take(row[:, None] * held.masks.shape[1] + CHOICES) & ~p.CELL_BITS[cell, None] != 0
    if legendary.any():
        may[legendary] = (others[legendary, :, None] == CHOICES).any(axis=1)
    may[:, -1] = ~may[:, :-1].any(axis=1)
    added = adds(held, row, np.where(may, CHOICES, xp.NOTHING), cell[:, None])
    added[~may] = -np.inf
    return added


def adds(held: Held, row: Indices, card: Kinds, cell: Indices) -> Gains:
    """Return what cards add in cells that hold nothing else.

    What some cards score by counts is included whole, also where it is another card that scores it, so that only the
    differences between cards in the same cell of the same territory mean something.
    """
    t = _tables()
    start = row[:, None] * held.masks.shape[1]
    at = card * (p.CELLS << p.CELLS) + cell
    own, others = held.masks.take(start + t.own.take(card)), held.masks.take(start + t.partner.take(card))
    added: Gains = np.add(t.alone.take(at + own * p.CELLS), t.beside.take(at + others * p.CELLS), dtype=np.float32)
    coming = np.bincount(card.ravel(), minlength=_KINDS)
    if coming[_MONK] or coming[_HORSEMAN]:
        two = ((card == _MONK) | (card == _HORSEMAN)).nonzero()
        seconds = held.masks[row[two[0]], t.second_partner[card[two]]]
        added[two] += t.second.take(at[two] + seconds * p.CELLS)
    if held.beside is not None:
        added += held.beside.take(row[:, None] * (_KINDS * p.CELLS) + card * p.CELLS + cell)
    for kind, scored in _COUNTING.items():
        there = held.masks[:, kind] != 0
        if not coming[kind] and not there.any():
            continue
        some = (there.take(row) | (card == kind).any(axis=1)).nonzero()[0]
        if some.size:
            of_some = row.take(some), card.take(some, axis=0), cell if cell.ndim == 1 else cell.take(some, axis=0)
            added[some] += scored(held, *of_some)
    return added


def _of_ronin(held: Held, row: Indices, card: Kinds, cell: Indices) -> Gains:
    bit, start = _BITS[cell], row[:, None] * p.TYPES
    without = held.types_without.take(row[:, None] * p.CELLS + cell) + held.ryokan.take(row)[:, None]
    types = without + (_IS_TYPE.take(card) & (held.counted.take(start + _TYPE.take(card)) & ~bit == 0))
    types += (card == _MONK) & (held.counted[row, Card.TORII, None] & ~bit == 0)
    ronin = p.COUNT[held.masks[row, Card.RONIN, None] & ~p.CELL_BITS[cell]] + (card == Card.RONIN)
    result: Gains = ronin * p.tables().ronin.take(types)
    return result


def _of_legendary_advisor(held: Held, row: Indices, card: Kinds, cell: Indices) -> Gains:
    bit, type_ = _BITS[cell], _TYPE[card]
    there = (held.masks[row, _ADVISOR, None] & ~p.CELL_BITS[cell] != 0) | (card == _ADVISOR)
    advisors = p.COUNT[held.counted[row, Card.ADVISOR, None] & ~bit] + (type_ == Card.ADVISOR)
    naishi = (held.counted[row, Card.NAISHI, None] & ~bit != 0) | (type_ == Card.NAISHI)
    result: Gains = xp.tables().advisor[advisors] * (there & ~naishi)
    return result


def _of_legendary_ronin(held: Held, row: Indices, card: Kinds, cell: Indices) -> Gains:
    bit = _BITS[cell][..., None]
    there = (held.masks[row, _RONIN, None] & ~p.CELL_BITS[cell] != 0) | (card == _RONIN)
    most = p.COUNT[(held.counted[row][:, None] & ~bit) | _COUNTS_AS[card] * bit][..., 1:].max(axis=2)
    result: Gains = xp.tables().series[most] * there
    return result


_COUNTING = {Card.RONIN: _of_ronin, _ADVISOR: _of_legendary_advisor, _RONIN: _of_legendary_ronin}
"""The kinds that score by counts of many cards."""
_COUNTS_AS = np.array([[type_ in xp.COUNTS_AS[kind] for type_ in range(p.TYPES)] for kind in range(_KINDS)], np.int16)
_TYPE = np.array([xp.COUNTS_AS[kind][0] if xp.COUNTS_AS[kind] else 0 for kind in range(_KINDS)])
"""[kind]: the type that it counts as; the first of two."""
_IS_TYPE = _COUNTS_AS @ p.COUNTED > 0
"""[kind]: whether ronin count it."""
_BITS = p.CELL_BITS.astype(np.int16)


class _Adds(NamedTuple):
    """What one card adds to the points of a territory in place of none, apart from what scores by counts.

    The arrays are [kind * (number of masks) + mask, cell].
    """

    alone: npt.NDArray[np.int8]
    """By the cells of `own`."""
    beside: npt.NDArray[np.int8]
    """By the cells of `partner`."""
    second: npt.NDArray[np.int8]
    """By the cells of `second_partner`."""
    own: Indices
    """[kind]: the column of its own type."""
    partner: Indices
    second_partner: Indices
    """[kind]: the columns of the groups that it scores with."""
    beside_legend: dict[int, npt.NDArray[np.int8]]
    """[Legend][its cell, kind * 10 + cell]: what a card adds to a Legend."""


@cache
def _tables() -> _Adds:
    t, b = xp.tables(), base.tables()
    alone, beside = (np.zeros((_KINDS, 1 << p.CELLS, p.CELLS), dtype=np.int8) for _table in range(2))
    alone[: p.TYPES], beside[: p.TYPES] = (
        table.reshape(-1, 1 << p.CELLS, p.CELLS)[: p.TYPES] for table in (b.alone, b.beside)
    )
    own, partner, second_partner = np.arange(_KINDS), np.full(_KINDS, _NONE), np.full(_KINDS, _NONE)
    partner[: p.TYPES] = b.partner[: p.TYPES]
    partner[Card.ADVISOR] = _NAISHIS
    second = np.zeros_like(alone)
    alone[_NAISHI], beside[_NAISHI], partner[_NAISHI] = t.naishi, beside[Card.NAISHI], Card.ADVISOR
    alone[_SENTINEL], own[_SENTINEL] = t.sentinel.T, Card.SENTINEL
    beside[_SENTINEL], partner[_SENTINEL] = t.fields.T, _FIELDS
    alone[_MONK], own[_MONK] = alone[Card.TORII], Card.TORII
    beside[_MONK], partner[_MONK] = beside[Card.TORII], Card.MONK
    second[_MONK], second_partner[_MONK] = t.monk.T, _CHARACTERS
    beside[_HORSEMAN], partner[_HORSEMAN] = t.provinces.T, _PROVINCES
    second[_HORSEMAN], second_partner[_HORSEMAN] = t.banners.T, Card.BANNER
    flat = [table.reshape(-1, p.CELLS) for table in (alone, beside, second)]
    beside_legend = {
        _SENTINEL: _beside(((Card.FORT, Card.RICE), t.fields)),
        _MONK: _beside((xp.CHARACTERS, t.monk)),
        _HORSEMAN: _beside(((Card.FORT, Card.TORII, Card.RICE), t.provinces), ((Card.BANNER,), t.banners)),
    }
    return _Adds(flat[0], flat[1], flat[2], own, partner, second_partner, beside_legend)


def _beside(*scored: tuple[Sequence[Card], npt.NDArray[np.float32]]) -> npt.NDArray[np.int8]:
    table = np.zeros((p.CELLS, _KINDS, p.CELLS), dtype=np.int8)
    for types, added in scored:
        kinds = [kind for kind in range(_KINDS) if {*types} & {*xp.COUNTS_AS[kind]}]
        table[:, kinds] += added[:, None, p.CELL_BITS].astype(np.int8)
    return table.reshape(p.CELLS, -1)
