"""The exact value of observations of games that are over, as far as the seat knows the other side's cards."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import observation as o
from naishi.bots.engine import points as p
from naishi.bots.engine.belief import REASON
from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import Observations
from naishi.rules.cards import Card


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


def ends_now(rows: Observations) -> npt.NDArray[np.bool_]:
    """Return whether the game is over, or will be when the seat ends the turn in which it has developed."""
    empty = np.count_nonzero(rows[:, o.HEIGHTS] == 0, axis=1)
    last = (rows[:, o.LAST] == 1) | ((rows[:, o.SEAT] == 1) & (empty >= 2))
    ends: npt.NDArray[np.bool_] = (rows[:, o.OVER] == 1) | ((rows[:, o.DEVELOPED] == 1) & last)
    return ends


def results_of(rows: Observations, cards: npt.NDArray[np.integer]) -> Floats:
    """Return the seat's share of the win and its margin, if the game ended at each observation.

    Args:
        rows: The observations.
        cards: The other side's ten cards; what an observation knows otherwise (after a decree) goes before.
    """
    theirs = rows[:, o.THEIR_LINE.start : o.THEIR_HAND.stop]
    theirs = np.where(theirs == o.UNKNOWN, cards, theirs)
    scores = p.final_scores(p.masks_of(np.concatenate([rows[:, o.OWN], theirs])))
    half = len(rows)
    shares = (np.sign(scores.ranks[:half] - scores.ranks[half:]) + 1) / 2
    return np.stack([shares, scores.totals[:half] - scores.totals[half:]], axis=1).astype(np.float32)


def final_values(rows: Observations) -> Floats:
    """Return the chance to have won and the expected margin, one row for each observation of a game that is over.

    A possible Hand is the likelier, the more it scores: see `naishi.bots.engine.belief`. Colours break ties.
    """
    values = np.empty((len(rows), 2), dtype=np.float32)
    mine = p.final_scores(p.masks_of(rows[:, o.OWN]))
    _theirs, first, again = np.unique(rows[:, _THEIRS], axis=0, return_index=True, return_inverse=True)
    for number, row in enumerate(rows[first]):
        some = again == number
        cards, chances = _territories(row)
        theirs = p.final_scores(p.masks_of(cards))
        chances = chances * np.exp(REASON * (theirs.totals - theirs.totals.max()))
        chances /= chances.sum()
        better = np.sign(mine.ranks[some, None] - theirs.ranks)
        values[some, 0] = (better + 1) / 2 @ chances
        values[some, 1] = mine.totals[some] - theirs.totals @ chances
    return values


_THEIRS = [*range(o.THEIR_LINE.start, o.THEIR_HAND.stop), *range(o.SURE_MOUNTAINS, o.WIDTH)]


def _territories(row: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """Return the ten cards that the other side may have, and how often each possibility is dealt."""
    known = [int(card) for card in row[o.THEIR_LINE.start : o.THEIR_HAND.stop]]
    places = [i for i, card in enumerate(known) if card == o.UNKNOWN]
    certain = [int(Card.MOUNTAIN)] * int(row[o.SURE_MOUNTAINS])
    certain += [int(row[o.SURE_GIFT])] if row[o.SURE_GIFT] != o.UNKNOWN else []
    unseen = {card: int(count) for card, count in enumerate(row[o.UNSEEN]) if count}
    kept = unseen if len(certain) < len(places) else {None: 1}
    territories, weights = [], []
    for card, count in kept.items():
        hidden = [*certain, card] if card is not None else certain
        orders = set(permutations(hidden, len(places)))
        for order in orders:
            cards = known.copy()
            for place, each in zip(places, order, strict=True):
                cards[place] = each
            territories.append(cards)
            weights.append(count / len(orders))
    return np.array(territories), np.array(weights)
