"""Turns compared over enumerated or sampled deals.

Everything that says how good a turn is says it from here: advice, the choices at a moment, the analysis of a game.
"""

import random
from collections.abc import Callable, Sequence
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine.belief import (
    Territories,
    likelihoods,
    likely_determinizations,
    possible_territories,
)
from naishi.games.naishi.bots.engine.network import Evaluate, both_ways
from naishi.games.naishi.bots.engine.observation import CARD, observe
from naishi.games.naishi.bots.engine.rollouts import after, rollouts
from naishi.games.naishi.bots.engine.turns import exact_at_end, up_to_new_cards
from naishi.games.naishi.bots.engine.worlds import Determinizer, World
from naishi.games.naishi.bots.players.learned import turns_of
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Discard
from naishi.games.naishi.rules.cards import Phase

Floats = npt.NDArray[np.float64]

HANDS = 400
"""The other Hands that are counted at most: nearly always all that it may be."""
RARE = 1e-6
"""A Hand that is less likely than this, compared with the likeliest, is left out."""


LEAST_ERROR = 0.005
"""The least standard error of what is sampled: where all deals came out alike, another one might not have."""


class Depth(NamedTuple):
    """How thorough a comparison is."""

    worlds: int
    """In how many worlds that the seat can't tell apart turns are played on, at most."""
    rounds: int
    """How far."""
    candidates: int
    """How many turns may turn out to be the best; with one, it is the one that the network evaluates best."""
    trials: int
    """In how many other worlds the candidates are compared first; 0 if in as many, or if all are compared once."""
    least: int = 0
    """In how many worlds the best one and another one are compared at least; 0 if always in all."""


class Sample(NamedTuple):
    """Worlds that a seat can't tell apart."""

    worlds: Sequence[World]
    weights: Floats
    """How likely each is; together 1."""
    counted: bool
    """Whether every Hand that the other seat may have comes up as often as it is likely, so that nothing is left to
    chance but the face-down cards."""


class Outcome(NamedTuple):
    """What a turn led to in a sample."""

    chances: Floats
    """The chance to win in each world."""
    margins: Floats
    weights: Floats
    counted: bool
    """Whether the chance is exact: the game ends with the turn, and every possible Hand was counted."""
    judged: float
    """The share of the deals in which the game went on after the rounds, so that the network had to judge it."""

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1: weights that don't add up to exactly 1 can't carry it further."""
        return min(max(float(self.weights @ self.chances), 0.0), 1.0)

    @property
    def worth(self) -> tuple[float, float]:
        return round(self.chance, 9), float(self.weights @ self.margins)

    @property
    def error(self) -> float:
        return 0.0 if self.counted else max(weighted_error(self.chances, self.weights), LEAST_ERROR)

    def joined(self, more: "Outcome") -> "Outcome":
        share = len(self.chances) / (len(self.chances) + len(more.chances))
        return Outcome(
            np.concatenate([self.chances, more.chances]),
            np.concatenate([self.margins, more.margins]),
            np.concatenate([share * self.weights, (1 - share) * more.weights]),
            self.counted and more.counted,
            share * self.judged + (1 - share) * more.judged,
        )

    def loss(self, best: "Outcome") -> float:
        return float(self.weights @ (best.chances - self.chances))

    def loss_error(self, best: "Outcome") -> float:
        if self.counted and best.counted:
            return 0.0
        return max(weighted_error(best.chances - self.chances, self.weights), LEAST_ERROR)


def weighted_error(values: Floats, weights: Floats) -> float:
    """Return the standard error of a weighted mean; none for a single value, which is exact."""
    count = len(values)
    if count < 2:
        return 0.0
    spread = weights * (values - weights @ values)
    return sqrt(float(spread @ spread) * count / (count - 1))


def exactly(chance: float) -> Outcome:
    return Outcome(np.array([chance]), np.zeros(1), np.ones(1), counted=True, judged=0.0)


def chance_of(view: PlayerView) -> random.Random:
    """Return what worlds are drawn by: the same for the same moment."""
    return random.Random(f"{view.seat}/{len(view.events)}")  # noqa: S311 - sampling, no secret


def sample(view: PlayerView, count: int, chance: random.Random) -> Sample:
    """Draw worlds that the viewer can't tell apart, or count them.

    Where a turn may end the game, only the other Hand is hidden: then each that it may be comes up.

    Args:
        count: How many to draw; of counted ones there may be more.
    """
    if view.phase is Phase.PLAY and _may_end(view):
        possible = possible_territories(observe(view)[0])
        if len(possible.cards) <= (HANDS if is_last_turn(view) else 2 * count):
            return _counted(view, possible, count, chance)
    worlds = likely_determinizations(view, count, chance)
    return Sample(worlds, np.full(len(worlds), 1 / len(worlds)), counted=False)


def _counted(view: PlayerView, possible: Territories, count: int, chance: random.Random) -> Sample:
    likely = likelihoods(view, possible)
    kept = np.flatnonzero(likely > RARE * likely.max())
    times = max(1, ceil(count / len(kept)))  # where there are few Hands, more orders of the face-down cards
    hands = [[CARD[card] for card in cards[5:]] for cards in possible.cards[kept].tolist()] * times
    weights = np.tile(likely[kept], times)
    return Sample(list(Determinizer(view).worlds(hands, chance)), weights / weights.sum(), counted=True)


def is_last_turn(view: PlayerView) -> bool:
    return view.last == view.seat


def _may_end(view: PlayerView) -> bool:
    low = sum(pile.height <= 2 for pile in view.river)
    return is_last_turn(view) or (view.seat == 1 and low >= 2)


def candidates(view: PlayerView, count: int, evaluate: Evaluate) -> list[tuple[Action, ...]]:
    """Return the turns that may turn out to be the best; in the last turn also all that begin with a discard.

    What these turn up the network can only guess, while everything else in the last turn is calculated.
    """
    listed = turns_of(view, exact_at_end(both_ways(evaluate)))
    if not is_last_turn(view):
        return [listed.actions(turn) for turn in listed.different(0, count)]
    plans = [listed.actions(turn) for turn in listed.different(0, count + DISCARDS)]
    counted = [plan for plan in plans if not isinstance(plan[0], Discard)][:count]
    best: dict[Action, tuple[Action, ...]] = {}
    for plan in map(listed.actions, listed.best(0, len(listed.first))):
        if isinstance(plan[0], Discard):
            best.setdefault(plan[0], plan)
    return [*counted, *best.values()]


DISCARDS = 10
"""The pairs of piles that can be discarded from."""


class Trial(NamedTuple):
    """Turns that are to be compared in the same worlds."""

    view: PlayerView
    """What the seat knows that chooses among them."""
    plans: Sequence[tuple[Action, ...]]
    drawn: Sample


def play_on(
    plans: Sequence[tuple[Action, ...]],
    drawn: Sample,
    view: PlayerView,
    evaluate: Evaluate,
    *,
    rounds: int,
    check: Callable[[], None] = lambda: None,
) -> list[Outcome]:
    """Play plans on in the same worlds, each up to what turns up new cards (see `rollouts`)."""
    (found,) = play_all_on([Trial(view, plans, drawn)], evaluate, rounds=rounds, check=check)
    return found


def play_all_on(
    trials: Sequence[Trial], evaluate: Evaluate, *, rounds: int, check: Callable[[], None] = lambda: None
) -> list[list[Outcome]]:
    """Play the plans of several trials on, as `play_on` does; together they take less time."""
    seats, worlds = [], []
    for trial in trials:
        for plan in trial.plans:
            planned = _planned(trial.view, plan)
            worlds += [after(world, planned) for world in trial.drawn.worlds]
        seats += [trial.view.seat] * len(trial.plans) * len(trial.drawn.worlds)
    values = rollouts(worlds, seats, evaluate, rounds=rounds, check=check).astype(np.float64)
    found, at = [], 0
    for trial in trials:
        outcomes = []
        for plan in trial.plans:
            ended = slice(at, at := at + len(trial.drawn.worlds))
            outcomes.append(_outcome(trial, plan, worlds[ended], values[ended]))
        found.append(outcomes)
    return found


def _outcome(trial: Trial, plan: tuple[Action, ...], worlds: Sequence[World], values: Floats) -> Outcome:
    going = np.array([world.playing for world in worlds])
    counted = trial.drawn.counted and not going.any() and _only_hand_matters(trial.view, plan)
    chances, margins = values.T
    return Outcome(chances, margins, trial.drawn.weights, counted, float(trial.drawn.weights @ going))


def _planned(view: PlayerView, plan: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return how much of a turn is played as planned: in the last turn, what a develop turns up is of no use."""
    simple = is_last_turn(view) and view.module is None and not isinstance(plan[0], Discard)
    return plan if simple else up_to_new_cards(plan)


def _only_hand_matters(view: PlayerView, plan: tuple[Action, ...]) -> bool:
    return is_last_turn(view) and not any(isinstance(action, Discard) for action in plan[:1])
