"""The exact value of observations of games that are over, as far as the seat knows the other side's cards."""

from __future__ import annotations

import numpy as np

from naishi.bots.engine import observation as o
from naishi.bots.engine import points as p
from naishi.bots.engine.belief import REASON, possible_territories
from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.network import Floats
from naishi.bots.engine.ninjas import final_scores
from naishi.bots.engine.observation import Observations


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

    A possible Hand is the likelier, the more it scores: see `naishi.bots.engine.belief`. Colours break ties.
    """
    mine = final_scores(p.masks_of(rows[:, o.OWN]))
    sides = [side.tobytes() for side in rows[:, _THEIRS]]
    first = {side: row for row, side in enumerate(sides)}
    number = {side: i for i, side in enumerate(first)}
    again = np.array([number[side] for side in sides])
    possible = [possible_territories(rows[row]) for row in first.values()]
    sizes = np.array([len(each.dealt) for each in possible])
    theirs = final_scores(p.masks_of(np.concatenate([each.cards for each in possible])))
    starts = sizes.cumsum() - sizes
    highest = np.maximum.reduceat(theirs.totals, starts).repeat(sizes)
    chances = np.concatenate([each.dealt for each in possible]) * np.exp(REASON * (theirs.totals - highest))
    chances /= np.add.reduceat(chances, starts).repeat(sizes)
    # each row meets every territory that its other side may have: pairs one after the other, instead of row by row
    counts = sizes[again]
    begins = counts.cumsum() - counts
    which = np.arange(counts.sum()) + (starts[again] - begins).repeat(counts)
    better = np.sign(mine.ranks.repeat(counts) - theirs.ranks[which])
    values = np.empty((len(rows), 2), dtype=np.float32)
    values[:, 0] = np.add.reduceat((better + 1) / 2 * chances[which], begins)
    values[:, 1] = mine.totals - np.add.reduceat(theirs.totals * chances, starts)[again]
    return values


_THEIRS = [*range(o.THEIR_LINE.start, o.THEIR_HAND.stop), *range(o.SURE_MOUNTAINS, o.WIDTH)]
