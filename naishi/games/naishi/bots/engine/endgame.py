"""The exact value of observations of games that are over, as far as the seat knows the other side's cards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import expansion_columns as x
from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.belief import REASON, possible_territories
from naishi.games.naishi.bots.engine.evaluation import Evaluate
from naishi.games.naishi.bots.engine.expansion_gains import CHOICES
from naishi.games.naishi.bots.engine.expansion_sides import THEIR_CARDS, copyable, own_scores, their_scores
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.network import Floats
from naishi.games.naishi.bots.engine.ninjas import FinalScores, final_scores
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.rules.cards import Card


def exact_at_end(evaluate: Evaluate) -> Evaluate:
    """Evaluate games that are over by their result, and all others by `evaluate`."""

    def exact(rows: Observations) -> Floats:
        over = rows[:, o.OVER] == 1
        if not over.any():
            return evaluate(rows)
        values = np.empty((len(rows), 2), dtype=np.float32)
        values[over] = final_values(rows[over])
        if not over.all():
            values[~over] = evaluate(rows[~over])
        return values

    return exact


def final_values(rows: Observations) -> Floats:
    """Return the chance to have won and the expected margin, one row for each observation of a game that is over.

    A possible Hand is the likelier, the more it scores: see `bots.engine.belief`. Colours break ties.
    """
    first, again = _distinct_sides(rows)
    possible = [possible_territories(rows[row]) for row in first]
    sizes = np.array([len(each.dealt) for each in possible])
    cards = np.concatenate([each.cards for each in possible])
    theirs = final_scores(p.masks_of(cards)) if not x.is_wide(rows) else their_scores(rows[first.repeat(sizes)], cards)
    starts = sizes.cumsum() - sizes
    highest = np.maximum.reduceat(theirs.totals, starts).repeat(sizes)
    chances = np.concatenate([each.dealt for each in possible]) * np.exp(REASON * (theirs.totals - highest))
    chances /= np.add.reduceat(chances, starts).repeat(sizes)
    # each row meets every territory that its other side may have: pairs one after the other, instead of row by row
    counts = sizes[again]
    begins = counts.cumsum() - counts
    which = np.arange(counts.sum()) + (starts[again] - begins).repeat(counts)
    mine = _mine(rows, counts, cards, which)
    better = np.sign(mine.ranks - theirs.ranks[which])
    values = np.empty((len(rows), 2), dtype=np.float32)
    values[:, 0] = np.add.reduceat((better + 1) / 2 * chances[which], begins)
    copies = _copies(rows, o.OWN).any()
    lead = np.add.reduceat(mine.totals * chances[which], begins) if copies else mine.totals[begins]
    values[:, 1] = lead - np.add.reduceat(theirs.totals * chances, starts)[again]
    return values


def _copies(rows: Observations, cards: slice) -> npt.NDArray[np.bool_]:
    """Return which sides have a Legendary Ninja, so that what they score depends on the characters of the other."""
    has: npt.NDArray[np.bool_] = (rows[:, cards] == Card.LEGENDARY_NINJA).any(axis=1)
    return has


def _mine(rows: Observations, counts: Indices, cards: Indices, which: Indices) -> FinalScores:
    """Return what the seats' territories score beside each of the territories that the other side may have.

    Args:
        rows: The positions.
        counts: How many territories the other side may have in each.
        cards: Such territories.
        which: Which of them, position by position.
    """
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
