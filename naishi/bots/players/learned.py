"""The bots that play by the value network."""

from __future__ import annotations

import numpy as np

from naishi.bots.engine import weights
from naishi.bots.engine.copying import best_copy
from naishi.bots.engine.effects import menu
from naishi.bots.engine.evaluation import Evaluate, by_network, utility
from naishi.bots.engine.legal_moves import options
from naishi.bots.engine.matches import shown, worlds
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import facts_of
from naishi.bots.engine.selfplay import gift_values
from naishi.bots.engine.turns import Turns, turns
from naishi.bots.protocol import Clock, chance_for
from naishi.game.view import PlayerView
from naishi.rules.actions import ACTIONS, Action, Give
from naishi.rules.legal import Phase

_GIFT_SAMPLES = 24


def outside_turns(view: PlayerView, evaluate: Evaluate, seed: int) -> Action | None:
    """Choose where it isn't a turn: a gift, a copy, or the only action there is; None in a turn."""
    if len(view.legal_actions) == 1:
        return view.legal_actions[0]
    if view.phase is Phase.COPY:
        return best_copy(view)
    if view.phase is Phase.GIFT:
        return Give(int(utility(gifts_of(view, evaluate, seed)).argmax()) + 1)
    return None


def gifts_of(view: PlayerView, evaluate: Evaluate, seed: int) -> Floats:
    """Evaluate what a seat may give: a row for each of its two dealt cards."""
    chance = chance_for(seed, view)
    world = next(worlds(view, chance))
    draw = np.random.default_rng(chance.getrandbits(64))
    values: Floats = gift_values([world], view.seat, evaluate, draw, _GIFT_SAMPLES)[0]
    return values


class LearnedBot:
    """A bot that judges by the network. What it does in a turn is for its kinds to say."""

    def __init__(self, seed: int = 0, evaluate: Evaluate | None = None) -> None:
        """Make a bot that evaluates by the shipped weights, unless told otherwise.

        Raises:
            BotNotReadyError: The weights are missing or damaged.
        """
        self.seed = seed
        self.evaluate = evaluate or by_network(weights.shipped())

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose an action."""
        clock.check()
        return outside_turns(view, self.evaluate, self.seed) or self.in_turn(view, clock)

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose an action of a turn, where there are several."""
        raise NotImplementedError


class IntermediateBot(LearnedBot):
    """Looks at each single action, and takes the one that the network likes best."""

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the best action."""
        able = options(facts_of(view), [menu(shown(view))])
        values = able.means(self.evaluate(able.rows))
        best: Action = ACTIONS[able.codes[utility(values).argmax()]]
        return best


class StrongBot(LearnedBot):
    """Looks at each whole turn, and begins the one that the network likes best."""

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the first action of the best turn."""
        able = turns_of(view, self.evaluate)
        return able.actions(able.best(0)[0])[0]


def turns_of(view: PlayerView, evaluate: Evaluate) -> Turns:
    """List and evaluate the turns of a seat that is to act."""
    return turns(facts_of(view), [shown(view)], evaluate)
