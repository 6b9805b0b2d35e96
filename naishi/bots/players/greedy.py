"""A bot that counts points: its own less the other's, as they will lie after its turn."""

from __future__ import annotations

import numpy as np

from naishi.bots.engine.evaluation import by_points, utility
from naishi.bots.players.learned import outside_turns, turns_of
from naishi.bots.protocol import Clock, chance_for
from naishi.game.view import PlayerView
from naishi.rules.actions import Action


class GreedyBot:
    """Tries every turn: each develop with each bonus before or after it, decree, recall, declaration."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Begin one of the turns after which the most points are ahead."""
        clock.check()
        if action := outside_turns(view, by_points, self._seed):
            return action
        able = turns_of(view, by_points)
        worth = utility(able.values)
        best = np.flatnonzero(worth >= worth.max() - 1e-6)
        return able.actions(int(best[chance_for(self._seed, view).randrange(best.size)]))[0]
