"""Exact values of finished games, from one seat's knowledge."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine import observation as x
from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.belief import REASON, possible_territories
from naishi.games.naishi.bots.engine.expansion_gains import CHOICES
from naishi.games.naishi.bots.engine.expansion_sides import THEIR_CARDS, copyable, own_scores, their_scores
from naishi.games.naishi.bots.engine.legal_moves import FinalScores, Indices, final_scores
from naishi.games.naishi.bots.engine.network import Evaluate, Floats
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.cards import Card


class ExactAtEnd:
    """Evaluates games that are over by their result, and all others by another evaluation."""

    def __init__(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate

    def __call__(self, rows: Observations) -> Floats:
        over = rows[:, o.OVER] == 1
        if not over.any():
            return self._evaluate(rows)
        values = np.empty((len(rows), 2), dtype=np.float32)
        values[over] = final_values(rows[over])
        if not over.all():
            values[~over] = self._evaluate(rows[~over])
        return values


def exact_at_end(evaluate: Evaluate) -> ExactAtEnd:
    """Evaluate games that are over by their result, and all others by `evaluate`."""
    return ExactAtEnd(evaluate)


class _Beliefs(NamedTuple):
    """The territories that the other side may have in some positions, and how likely each is."""

    cards: Indices
    chances: npt.NDArray[np.float64]
    """Those of a position add up to 1."""
    scores: FinalScores
    starts: Indices
    """Where the territories of each different other side begin."""
    again: Indices
    """Which of these sides each position has."""
    counts: Indices
    """How many territories there are for each position."""
    begins: Indices
    """Where its pairs begin."""
    which: Indices
    """Each position paired with every territory that its other side may have: the territory of each pair."""


def _beliefs(rows: Observations) -> _Beliefs:
    """List what the other sides may have. A Hand is the likelier, the more it scores: see `bots.engine.belief`."""
    first, again = _distinct_sides(rows)
    possible = [possible_territories(rows[row]) for row in first]
    sizes = np.array([len(each.dealt) for each in possible])
    cards = np.concatenate([each.cards for each in possible])
    theirs = final_scores(p.masks_of(cards)) if not x.is_wide(rows) else their_scores(rows[first.repeat(sizes)], cards)
    starts = sizes.cumsum() - sizes
    highest = np.maximum.reduceat(theirs.totals, starts).repeat(sizes)
    chances = np.concatenate([each.dealt for each in possible]) * np.exp(REASON * (theirs.totals - highest))
    chances /= np.add.reduceat(chances, starts).repeat(sizes)
    counts = sizes[again]
    begins = counts.cumsum() - counts
    which = np.arange(counts.sum()) + (starts[again] - begins).repeat(counts)
    return _Beliefs(cards, chances, theirs, starts, again, counts, begins, which)


def final_values(rows: Observations) -> Floats:
    """Return the chance to have won and the expected margin, one row for each observation of a game that is over.

    Colours break ties.
    """
    those = _beliefs(rows)
    chances, theirs, which = those.chances, those.scores, those.which
    mine = _mine(rows, those.counts, those.cards, which)
    better = np.sign(mine.ranks - theirs.ranks[which])
    values = np.empty((len(rows), 2), dtype=np.float32)
    values[:, 0] = np.add.reduceat((better + 1) / 2 * chances[which], those.begins)
    copies = _copies(rows, o.OWN).any()
    lead = np.add.reduceat(mine.totals * chances[which], those.begins) if copies else mine.totals[those.begins]
    values[:, 1] = lead - np.add.reduceat(theirs.totals * chances, those.starts)[those.again]
    return values


def decreed_values(before: Observations, cells: Indices) -> Floats:
    """Return the same for decrees that end the game.

    How likely a Hand is follows from what the other seat had chosen to hold, not from what the decree leaves it with.
    """
    those = _beliefs(before)
    row = np.arange(len(before)).repeat(those.counts)
    after, theirs, pair, cell = before[row], those.cards[those.which].copy(), np.arange(len(row)), cells[row]
    taken, given = theirs[pair, cell], after[pair, o.OWN.start + cell]
    theirs[pair, cell], after[pair, o.OWN.start + cell] = given, taken
    if x.is_wide(before):
        own, other = own_scores(after, theirs), their_scores(after, theirs)
    else:
        own, other = final_scores(p.masks_of(after[:, o.OWN])), final_scores(p.masks_of(theirs))
    found = np.stack([(np.sign(own.ranks - other.ranks) + 1) / 2, own.totals - other.totals], axis=1)
    means = np.add.reduceat(found * those.chances[those.which, None], those.begins, axis=0)
    return means.astype(np.float32)


def _copies(rows: Observations, cards: slice) -> npt.NDArray[np.bool_]:
    has: npt.NDArray[np.bool_] = (rows[:, cards] == Card.LEGENDARY_NINJA).any(axis=1)
    return has


def _mine(rows: Observations, counts: Indices, cards: Indices, which: Indices) -> FinalScores:
    """Return what the seats' territories score beside each of the territories that the other side may have."""
    copies = _copies(rows, o.OWN)
    if not copies.any():
        wide = x.is_wide(rows)
        mine = own_scores(rows, rows[:, THEIR_CARDS]) if wide else final_scores(p.masks_of(rows[:, o.OWN]))
        return FinalScores(mine.totals.repeat(counts), mine.ranks.repeat(counts))
    row = np.arange(len(rows)).repeat(counts)
    characters = (copyable(cards) @ (1 << np.arange(len(CHOICES))))[which] * copies[row]
    _each, first, again = np.unique((row << len(CHOICES)) + characters, return_index=True, return_inverse=True)
    mine = own_scores(rows[row[first]], cards[which[first]])
    return FinalScores(mine.totals[again], mine.ranks[again])


def _distinct_sides(rows: Observations) -> tuple[Indices, Indices]:
    """Return a position for each different other side, and which of them each position has."""
    columns = rows[:, [*_THEIRS, *_RYOKAN] if x.is_wide(rows) else _THEIRS]
    copies = _copies(rows, THEIR_CARDS)
    if copies.any():
        columns = np.concatenate([columns, copyable(rows[:, o.OWN]) & copies[:, None]], axis=1)
    sides = [side.tobytes() for side in columns]
    first = {side: row for row, side in enumerate(sides)}
    number = {side: i for i, side in enumerate(first)}
    return np.array([*first.values()]), np.array([number[side] for side in sides])


_THEIRS = [*range(o.THEIR_LINE.start, o.THEIR_HAND.stop), *range(o.SURE_MOUNTAINS, o.WIDTH)]
_RYOKAN = x.RYOKAN, x.SIDE
