"""The bots that play by the value network alone."""

from __future__ import annotations

import numpy as np

from naishi.bots.protocol import Clock, random_for
from naishi.games.naishi.bots.engine import selfplay, weights
from naishi.games.naishi.bots.engine.afterstates import afterstates
from naishi.games.naishi.bots.engine.copying import best_copy
from naishi.games.naishi.bots.engine.endgame import exact_at_end
from naishi.games.naishi.bots.engine.evaluation import Evaluate, preference, utility
from naishi.games.naishi.bots.engine.legal_moves import legal_moves
from naishi.games.naishi.bots.engine.lookahead import look_ahead
from naishi.games.naishi.bots.engine.network import Floats
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.turns import Turns, list_turns
from naishi.games.naishi.bots.engine.worlds import determinizations
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import ACTIONS, Action, Give
from naishi.games.naishi.rules.phase import Phase

_GIFT_SAMPLES = 24


def outside_turns(view: PlayerView, evaluate: Evaluate, seed: int) -> Action | None:
    """Choose a gift, a copy, or the only legal action; return None if a turn has to be searched."""
    if len(view.legal_actions) == 1:
        return view.legal_actions[0]
    if view.phase is Phase.COPY:
        return best_copy(view)
    if view.phase is Phase.GIFT:
        return Give(int(utility(gift_values(view, evaluate, seed)).argmax()) + 1)
    return None


def gift_values(view: PlayerView, evaluate: Evaluate, seed: int) -> Floats:
    """Evaluate the two gifts that a seat can choose from: one row for each of its dealt cards."""
    chance = random_for(seed, view)
    world = next(determinizations(view, chance))
    generator = np.random.default_rng(chance.getrandbits(64))
    values: Floats = selfplay.gift_values([world], view.seat, evaluate, generator, _GIFT_SAMPLES)[0]
    return values


class LearnedBot:
    """A bot that evaluates with the network; subclasses choose within a turn."""

    def __init__(self, seed: int = 0, evaluate: Evaluate | None = None) -> None:
        """Make a bot that evaluates with the shipped weights by default.

        Raises:
            BotNotReadyError: The weights are missing or damaged.
        """
        self.seed = seed
        self.evaluate = evaluate or weights.shipped_evaluation()
        self.exact = exact_at_end(self.evaluate)

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose an action."""
        clock.check()
        return outside_turns(view, self.evaluate, self.seed) or self.in_turn(view, clock)

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose among several actions of a turn."""
        raise NotImplementedError


class StrongBot(LearnedBot):
    """Evaluates each whole turn, looks a little ahead near the end, and begins the best one."""

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the first action of the best turn."""
        chance = random_for(self.seed, view)
        turns = look_ahead(view, turns_of(view, self.exact), self.evaluate, chance, clock.check)
        return turns.actions(turns.best(0)[0])[0]


class IntermediateBot(LearnedBot):
    """Evaluates turns from a brief list, and begins the best one; if the turn can end the game it lists all turns.

    With the expansion it evaluates each single action: brief lists win little there (53 %), and would leave it close to
    the strong bot.
    """

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the first action of the best turn."""
        briefly = not _can_end_the_game(view)
        if briefly and view.ryokan is not None:  # with the expansion
            return best_action(view, self.exact)
        turns = turns_of(view, self.exact, briefly=briefly)
        return turns.actions(turns.best(0)[0])[0]


def best_action(view: PlayerView, evaluate: Evaluate) -> Action:
    """Choose the single action after which the seat to act stands best."""
    after = afterstates(observe(view), [legal_moves(view.position())])
    best: Action = ACTIONS[after.codes[preference(after.means(evaluate(after.rows))).argmax()]]
    return best


def _can_end_the_game(view: PlayerView) -> bool:
    """Return whether this turn is the last one, or may be if it empties a second pile of the River."""
    low = sum(pile.height <= 2 for pile in view.river)
    return view.last == view.seat or (view.seat == 1 and low >= 2)


def turns_of(view: PlayerView, evaluate: Evaluate, *, briefly: bool = False) -> Turns:
    """List and evaluate the turns of the seat to act: see `list_turns`."""
    return list_turns(observe(view), [view.position()], evaluate, briefly=briefly)
