"""Weighted beliefs about the other seat's Hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine import points as p
from naishi.games.naishi.bots.engine.evaluation import Evaluate
from naishi.games.naishi.bots.engine.expansion_columns import CARD
from naishi.games.naishi.bots.engine.expansion_sides import their_scores
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.ninjas import final_scores
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.past_choices import SHARES, likelihoods_of_choices
from naishi.games.naishi.bots.engine.worlds import Determinizer, World
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import Card

REASON = 0.18
"""How much likelier a Hand is for each point that it and its Line score, as an exponent. The maximum likelihood of the
true Hands in 1,729 positions of 150 games between learned bots, nearly the same early and late in the game."""
REASONS = np.array([0.1, 0.1, 0.15, REASON])
"""The same beside what choices say, for a player of each temperature (`past_choices.TEMPERATURES`)."""


class Territories(NamedTuple):
    """The territories that the other side may have."""

    cards: Indices
    """Ten cards in each row."""
    dealt: npt.NDArray[np.float64]
    """How often each is dealt, compared with the others."""


def possible_territories(row: npt.NDArray[np.uint8]) -> Territories:
    """List the territories that the other side may have, from an observation. No card of the expansion is dealt."""
    known = [int(card) for card in row[o.THEIR_LINE.start : o.THEIR_HAND.stop]]
    places = [i for i, card in enumerate(known) if card == o.UNKNOWN]
    certain = [int(Card.MOUNTAIN)] * int(row[o.SURE_MOUNTAINS])
    certain += [int(row[o.SURE_GIFT])] if row[o.SURE_GIFT] != o.UNKNOWN else []
    unseen = {card: int(count) for card, count in enumerate(row[o.UNSEEN]) if count}
    kept = unseen if len(certain) < len(places) else {None: 1}
    orders = [_orders((*certain, card) if card is not None else tuple(certain), len(places)) for card in kept]
    counts = np.array([len(each) for each in orders])
    territories = np.array(known)[None].repeat(counts.sum(), axis=0)
    territories[:, places] = np.concatenate(orders)
    return Territories(territories, (np.array([*kept.values()]) / counts).repeat(counts))


@cache
def _orders(cards: tuple[int, ...], places: int) -> Indices:
    """Return all orders in which cards may lie in some places."""
    orders = sorted(set(permutations(cards, places)))
    return np.array(orders, dtype=np.intp).reshape(len(orders), places)


def likelihoods(
    view: PlayerView,
    possible: Territories,
    evaluate: Evaluate | None = None,
    check: Callable[[], None] = lambda: None,
) -> npt.NDArray[np.float64]:
    """Return how likely each of the possible territories is, compared with the others.

    Args:
        view: What the seat knows.
        possible: The territories that the other side may have.
        evaluate: Evaluates observations, to weigh what the other seat has chosen; without it, only the points count.
        check: Called often; raises to cancel.
    """
    if view.module is None:
        points = final_scores(p.masks_of(possible.cards)).totals
    else:
        points = their_scores(observe(view).repeat(len(possible.cards), axis=0), possible.cards).totals
    said = None
    if evaluate is not None and len(possible.cards) > 1:
        said = likelihoods_of_choices(view, possible.cards, evaluate, check)
    if said is None:
        logs = REASON * points
    else:
        logs = np.logaddexp.reduce(said + SHARES + REASONS * points[:, None], axis=1)
    likely: npt.NDArray[np.float64] = possible.dealt * np.exp(logs - logs.max())
    return likely


def likely_determinizations(
    view: PlayerView,
    count: int,
    chance: random.Random,
    evaluate: Evaluate | None = None,
    check: Callable[[], None] = lambda: None,
) -> list[World]:
    """Draw determinizations of a view, weighted towards those in which the other seat has played well.

    `determinizations` draws unknown cards uniformly. But the other seat has had the whole game to replace bad cards,
    and chose everything knowing its Hand. The Hands are drawn in even steps through all that are possible, so each
    comes up as often as it is likely, but for one time ("systematic resampling": Kitagawa, "Monte Carlo filter and
    smoother for non-Gaussian nonlinear state space models", 1996).

    Args:
        view: What the seat knows.
        count: How many to draw.
        chance: Draws them.
        evaluate: As in `likelihoods`.
        check: Called often; raises to cancel.
    """
    possible = possible_territories(observe(view)[0])
    ends = likelihoods(view, possible, evaluate, check).cumsum()
    steps = (np.arange(count) + chance.random()) * (ends[-1] / count)
    hands = [[CARD[card] for card in cards[5:]] for cards in possible.cards[np.searchsorted(ends, steps)].tolist()]
    chance.shuffle(hands)
    return list(Determinizer(view).worlds(hands, chance))
