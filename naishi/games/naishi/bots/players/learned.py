"""Bots that follow the value network alone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from naishi.bots.protocol import Clock, random_for
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.belief import determinizations
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.network import Evaluate, by_points, preference, utility
from naishi.games.naishi.bots.engine.ninjas import copies
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.rollouts import WORLDS, look_ahead
from naishi.games.naishi.bots.engine.selfplay import gift_values
from naishi.games.naishi.bots.engine.turns import Turns, exact_at_end, list_turns
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, Action, Give
from naishi.games.naishi.rules.cards import Phase

Values = npt.NDArray[np.float64]


def outside_turns(view: PlayerView, evaluate: Evaluate, seed: int) -> Action | None:
    """Choose a gift, a copy, or the only legal action; return None if a turn has to be searched."""
    if len(view.legal_actions) == 1:
        return view.legal_actions[0]
    if view.phase is Phase.COPY:
        return copies(view)[0].action
    if view.phase is Phase.GIFT:
        chance = random_for(seed, view)
        world = next(determinizations(view, chance))
        generator = np.random.default_rng(chance.getrandbits(64))
        (values,) = gift_values([world], view.seat, evaluate, generator, samples=24)
        return Give(int(utility(values).argmax()) + 1)
    return None


class LearnedBot:
    """A bot that evaluates with the network; subclasses choose within a turn.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """

    def __init__(self, seed: int = 0, evaluate: Evaluate | None = None) -> None:
        self.seed = seed
        self.evaluate = evaluate or weights.shipped_evaluation()
        self.exact = exact_at_end(self.evaluate)

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        clock.check()
        return outside_turns(view, self.evaluate, self.seed) or self.in_turn(view, clock)

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        raise NotImplementedError


class QuickBot(LearnedBot):
    """Evaluates each whole turn, looks a little ahead near the end, and begins the best one.

    The strong level plays by it, with fewer determinizations with the expansion. What goes on with a better line, and
    what grades puzzles, names this search and not the level, so that both stay as they are when levels move.
    """

    def __init__(self, seed: int = 0, evaluate: Evaluate | None = None, *, wide: int = WORLDS) -> None:
        super().__init__(seed, evaluate)
        self.wide = wide

    @override
    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        chance, count = random_for(self.seed, view), WORLDS if view.module is None else self.wide
        turns = look_ahead(view, turns_of(view, self.exact), self.evaluate, chance, clock.check, count)
        return turns.actions(turns.best(0)[0])[0]


class BriefBot(LearnedBot):
    """Evaluates turns from a brief list, and begins the best one; if the turn can end the game it lists all turns.

    With the expansion it evaluates each single action. It is no level, but grades puzzles.
    """

    @override
    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        briefly = not can_end_the_game(view)
        if briefly and view.ryokan is not None:  # with the expansion
            return best_action(view, self.exact)
        turns = turns_of(view, self.exact, briefly=briefly)
        return turns.actions(turns.best(0)[0])[0]


class SingleActionBot(LearnedBot):
    """Evaluates each single action, and misjudges it by chance: the more, the weaker its level.

    The levels below the strong one differ in nothing else, so that each is a step.

    Args:
        evaluate: The evaluation; by default that of the shipped weights.
    """

    def __init__(self, seed: int = 0, evaluate: Evaluate | None = None, *, noise: float = 0, wide: float = 0) -> None:
        super().__init__(seed, evaluate)
        self.noise, self.wide = noise, wide

    @override
    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        noise = self.noise if view.module is None else self.wide
        chance = np.random.default_rng(random_for(self.seed, view).getrandbits(64))
        return best_action(view, self.exact, lambda count: noise * chance.standard_normal(count))


beginner = partial(SingleActionBot, noise=0.11, wide=0.142)
apprentice = partial(SingleActionBot, noise=0.071, wide=0.0915)
improver = partial(SingleActionBot, noise=0.04, wide=0.051)
intermediate = partial(SingleActionBot, noise=0, wide=0.021)
strong = partial(QuickBot, wide=2)
"""The levels below the master: each wins about two games of three against the one before it."""


def best_action(view: PlayerView, evaluate: Evaluate, errors: Callable[[int], Values] | None = None) -> Action:
    """Choose the single action after which the seat to act stands best."""
    after = afterstates(observe(view), [legal_moves(view.position())])
    worth: Values = preference(after.means(evaluate(after.rows))).astype(np.float64)
    if errors is not None:
        worth += errors(len(worth))
    best: Action = ACTIONS[after.codes[worth.argmax()]]
    return best


def can_end_the_game(view: PlayerView) -> bool:
    """Return whether this turn is the last one, or may be if it empties a second pile of the River."""
    return view.last == view.seat or (view.seat == 1 and sum(pile.height <= 2 for pile in view.river) >= 2)


def turns_of(view: PlayerView, evaluate: Evaluate, *, briefly: bool = False) -> Turns:
    """List and evaluate the turns of the seat to act: see `list_turns`."""
    return list_turns(observe(view), [view.position()], evaluate, briefly=briefly)


@dataclass(frozen=True)
class GreedyBot:
    """Evaluates every turn: each develop with each bonus before or after it, decree, recall, declaration."""

    seed: int = 0

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        clock.check()
        if action := outside_turns(view, by_points, self.seed):
            return action
        turns = turns_of(view, by_points)
        best = np.flatnonzero(turns.worth >= turns.worth.max() - 1e-6)
        return turns.actions(int(best[random_for(self.seed, view).randrange(best.size)]))[0]


@dataclass(frozen=True)
class RandomBot:
    """Chooses any legal action."""

    seed: int = 0

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        clock.check()
        return random_for(self.seed, view).choice(view.legal_actions)
