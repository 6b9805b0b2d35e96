"""Greedy bot, maximising its lead after each own turn."""

from __future__ import annotations

import numpy as np

from naishi.bots.protocol import Clock, random_for
from naishi.games.naishi.bots.engine.evaluation import by_points
from naishi.games.naishi.bots.players.learned import outside_turns, turns_of
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action


class GreedyBot:
    """Evaluates every turn: each develop with each bonus before or after it, decree, recall, declaration."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose the first action of one of the turns with the largest lead."""
        clock.check()
        if action := outside_turns(view, by_points, self._seed):
            return action
        turns = turns_of(view, by_points)
        best = np.flatnonzero(turns.worth >= turns.worth.max() - 1e-6)
        return turns.actions(int(best[random_for(self._seed, view).randrange(best.size)]))[0]
