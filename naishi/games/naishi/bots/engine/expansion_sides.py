"""Both sides' cards, copies and points, with the expansion."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import expansion_gains, expansion_points as xp, observation as o, points as p
from naishi.games.naishi.bots.engine.expansion_gains import Cards
from naishi.games.naishi.bots.engine.expansion_points import Floats, Kinds
from naishi.games.naishi.bots.engine.legal_moves import MIX, Indices, agreements, bits, packed
from naishi.games.naishi.bots.engine.ninjas import FinalScores, best_of_each
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.cards import COPYABLE, Card

THEIR_CARDS = slice(o.THEIR_LINE.start, o.THEIR_HAND.stop)
"""The columns of the other side's cards, as far as they are known."""


class Sides(NamedTuple):
    """One side of many positions."""

    held: expansion_gains.Held
    """Its cards; instead of each ninja what it copies."""
    by_type: Floats
    totals: Floats
    """Its points, those of the Ryokan included."""
    counts: npt.NDArray[np.intp]
    """How many torii, mountains, types and rice there are: points jump at some numbers."""


def sides_of(cards: Cards, ryokan: Floats, others: Cards) -> Sides:
    """Work out what territories score if their ninjas make the best copies; see `with_best_copies`."""
    kinds, masks = with_best_copies(cards, ryokan, others)
    held, earned = expansion_gains.prepared(kinds, masks, ryokan), xp.earned(masks, ryokan)
    few = p.COUNT[held.counted[:, [Card.TORII, Card.MOUNTAIN, Card.RICE]]]
    counts = np.stack([few[:, 0], few[:, 1], p.types(held.counted) + held.ryokan, few[:, 2]], axis=1)
    return Sides(held, *earned, counts)


def own_totals(rows: Observations) -> Floats:
    """Return the points of the seats' own sides. Most turns of a seat lead to the same as others do."""
    own, theirs = packed(rows[:, : THEIR_CARDS.stop], _KEYS)
    ryokan = rows[:, o.RYOKAN] * np.int64(8) + rows[:, o.SIDE]
    keys = own * MIX ^ ryokan
    if rows[:, o.NINJA_IN_PLAY].any():
        keys = np.where((rows[:, o.OWN] == Card.LEGENDARY_NINJA).any(axis=1), keys * MIX ^ theirs, keys)
    (each,) = agreements(keys[None])
    some = rows.take(each.first, axis=0)
    return _totals(some[:, o.OWN], ryokan_of(some, 1), some[:, THEIR_CARDS]).take(each.row)


_KEYS = np.stack([bits(range(*cards.indices(o.WIDE)), 5, THEIR_CARDS.stop) for cards in (o.OWN, THEIR_CARDS)], axis=1)


def their_totals(rows: Observations) -> Floats:
    return _totals(o.laid(rows), ryokan_of(rows, 2), rows[:, o.OWN])


def _totals(cards: Cards, ryokan: Floats, others: Cards) -> Floats:
    return xp.earned(with_best_copies(cards, ryokan, others)[1], ryokan).totals


def ryokan_of(rows: Observations, whose: int) -> Floats:
    """Return the points of the Ryokan for the seat (1) or the other (2)."""
    return np.where(rows[:, o.RYOKAN] == whose, rows[:, o.SIDE], 0).astype(np.float32)


def with_best_copies(cards: Cards, ryokan: Floats, others: Cards) -> tuple[Kinds, p.Masks]:
    """Return territories as kinds and as masks, with what is best to copy in the place of each ninja.

    The best copy is the one with most points, then with most colours.
    """
    kinds = xp.KIND.take(cards)
    masks = xp.masks_of(kinds)
    ninjas = masks[:, expansion_gains.NINJA] | masks[:, expansion_gains.LEGENDARY_NINJA]
    have = ninjas.nonzero()[0]
    if have.size:
        alone = ninjas[have] & (ninjas[have] - 1) == 0
        for copy, rows in ((_copy_alone, have[alone]), (_copy_together, have[~alone])):
            if rows.size:
                copy(kinds, masks, rows, ryokan[rows], others[rows])
    return kinds, masks


def _copy_alone(kinds: Kinds, masks: p.Masks, rows: Indices, ryokan: Floats, others: Cards) -> None:
    """Let the only ninja of some territories copy what is best, in place."""
    legendary, every = masks[rows, expansion_gains.LEGENDARY_NINJA], np.arange(len(rows))
    ninja = masks[rows, expansion_gains.NINJA] | legendary
    cell = xp.CELL[ninja]
    masks[rows[:, None], _NINJAS] = 0
    held = expansion_gains.prepared(kinds[rows], masks[rows], ryokan)
    ranks = expansion_gains.copies(held, every, cell, legendary != 0, others) * 16
    ranks[:, :-1] += held.counted[:, COPYABLE] == 0
    best = expansion_gains.CHOICES[ranks.argmax(axis=1)]
    kinds[rows, cell] = best
    masks[rows, best] |= ninja


_NINJAS = [expansion_gains.NINJA, expansion_gains.LEGENDARY_NINJA]


def _copy_together(kinds: Kinds, masks: p.Masks, rows: Indices, ryokan: Floats, others: Cards) -> None:
    some = kinds[rows]
    ninjas, every = np.isin(some, _NINJAS), np.arange(len(rows))
    one, two = ninjas.argmax(axis=1), p.CELLS - 1 - ninjas[:, ::-1].argmax(axis=1)
    own, theirs = copyable(some), copyable(others)
    may = [
        np.where((some[every, cell] == expansion_gains.LEGENDARY_NINJA)[:, None], theirs, own) for cell in (one, two)
    ]
    row, first, second = np.nonzero(may[0][:, :, None] & may[1][:, None, :])
    tried = some[row]
    tried[np.arange(row.size), two[row]] = expansion_gains.CHOICES[second]
    tried[np.arange(row.size), one[row]] = expansion_gains.CHOICES[first]
    best = tried[best_of_each(row, _scores(xp.masks_of(tried), ryokan[row]).ranks)]
    kinds[rows], masks[rows] = best, xp.masks_of(best)


def copyable(cards: Cards) -> npt.NDArray[np.bool_]:
    """Return which of `CHOICES` a ninja may copy from territories: what is there, or nothing if none is."""
    may: npt.NDArray[np.bool_] = (cards[:, :, None] == expansion_gains.CHOICES).any(axis=1)
    may[:, -1] = ~may[:, :-1].any(axis=1)
    return may


def _scores(masks: p.Masks, ryokan: Floats) -> FinalScores:
    totals = xp.earned(masks, ryokan).totals
    return FinalScores(totals, totals * 16 + xp.colours(masks, ryokan).astype(np.float32))


def final_scores(cards: Cards, ryokan: Floats, others: Cards) -> FinalScores:
    """Score territories once the game is over; see `with_best_copies`."""
    return _scores(with_best_copies(cards, ryokan, others)[1], ryokan)


def own_scores(rows: Observations, theirs: Cards) -> FinalScores:
    return final_scores(rows[:, o.OWN], ryokan_of(rows, 1), theirs)


def their_scores(rows: Observations, theirs: Cards) -> FinalScores:
    return final_scores(theirs, ryokan_of(rows, 2), rows[:, o.OWN])
