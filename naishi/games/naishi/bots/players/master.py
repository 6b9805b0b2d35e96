"""Master bot, simulating its best turns in determinizations."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from naishi.bots.protocol import Clock, random_for
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.network import Floats, both_ways, last_preference, utility
from naishi.games.naishi.bots.engine.rollouts import after, cards_left, rollouts
from naishi.games.naishi.bots.engine.turns import exact_at_end
from naishi.games.naishi.bots.players.learned import LearnedBot, turns_of
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action

TURNS, TURNS_WIDE = 6, 5
"""How many turns are simulated; and with the expansion, where simulations take longer."""
SOON = 5
"""The game may end soon when no more cards than this are left in the two lowest piles of the River."""
BATCH = 9
"""Determinizations that are simulated together."""


class Effort(NamedTuple):
    """How much is simulated."""

    rounds: int
    """How far: to the end of so many turns of the other seat."""
    worlds: int
    """In how many determinizations."""
    prior: int
    """How many determinizations the network's own evaluation of a turn counts for."""


EARLY = Effort(rounds=1, worlds=36, prior=6)
LATE = Effort(rounds=2, worlds=45, prior=12)
"""Once the game may end soon, it pays to look further. The network's own evaluation counts for more of the worlds then,
since all simulations of a turn err alike where they stop."""
EARLY_WIDE, LATE_WIDE = EARLY._replace(worlds=27), LATE._replace(worlds=27)
"""The same with the expansion."""
DOUBT = 1.7
"""A turn is dropped once it is this many standard errors behind the best."""


class MasterBot(LearnedBot):
    """Simulates the turns that the network evaluates best in likely determinizations.

    (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996. As they suggest,
    simulations are truncated and evaluated by the network.)

    All turns are simulated in the same determinizations, so that turns are compared without luck (common random
    numbers); a turn that is clearly behind is dropped.
    """

    def in_turn(self, view: PlayerView, clock: Clock) -> Action:
        listed = turns_of(view, exact_at_end(both_ways(self.evaluate)))
        best = listed.different(0, TURNS if view.module is None else TURNS_WIDE)
        turns, values = [listed.begun(turn) for turn in best], listed.values[best]
        if len(turns) == 1 or values[0, 0] == 1:
            return turns[0][0]
        worth = last_preference if view.last == view.seat else utility
        chance = random_for(self.seed, view)
        revealed = view.module is None  # with the expansion, nobody has measured what it wins
        efforts = (EARLY, LATE) if view.module is None else (EARLY_WIDE, LATE_WIDE)
        rounds, most, prior = efforts[cards_left(view) <= SOON]
        drawn = likely_determinizations(view, most, chance, self.exact, clock.check)
        results = np.zeros((len(turns), 0, 2), dtype=np.float32)
        left = np.arange(len(turns))
        while len(left) > 1 and results.shape[1] < most and not clock.expired:
            batch = drawn[results.shape[1] :][:BATCH]
            new = np.zeros((len(turns), BATCH, 2), dtype=np.float32)
            worlds = [after(world, turns[i]) for i in left for world in batch]
            found = rollouts(worlds, view.seat, self.evaluate, rounds=rounds, revealed=revealed, check=clock.check)
            new[left] = found.reshape(len(left), BATCH, 2)
            results = np.concatenate([results, new], axis=1)
            left = left[not_behind(results[left], values[left], prior, worth)]
        return turns[int(left[0])][0]


def not_behind(results: Floats, priors: Floats, prior: int, worth: Callable[[Floats], Floats]) -> Indices:
    """Return the indices of the turns that may be the best, the best one first.

    A turn that won in every determinization comes before all others: no margin makes up for risking a certain win.

    Args:
        priors: The chance to win and the margin of each turn by the network's evaluation.
    """
    count = results.shape[1]
    worths = worth(results.reshape(-1, 2)).reshape(len(results), count)
    found = (worths.sum(axis=1) + prior * worth(priors)) / (count + prior)
    certain = (results[:, :, 0] == 1).all(axis=1)
    error = (worths[found.argmax()] - worths).std(axis=1) / np.sqrt(count)
    best_first = np.lexsort((-found, ~certain))
    kept: Indices = best_first[(certain | (found.max() - found <= DOUBT * error))[best_first]]
    return kept
