"""Learning by self-play: TD(λ) over afterstates.

The target of an afterstate comes from the values of the same seat's later afterstates and from the result (Sutton,
"Learning to predict by the methods of temporal differences", 1988; Tesauro's TD-Gammon, 1995).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from naishi.games.naishi.bots.engine.evaluation import by_network
from naishi.games.naishi.bots.engine.network import POINTS, Network
from naishi.games.naishi.bots.engine.observation import stack
from naishi.games.naishi.bots.engine.selfplay import Played, SelfPlayDecision, play
from naishi.games.naishi.bots.engine.worlds import results
from naishi.games.naishi.bots.training.learner import Examples
from naishi.games.naishi.rules.deal import Deal


def self_play(network: Network, seed: int, first: int, count: int, explore: float, trust: float) -> Examples:
    """Play games of the network against itself and return training examples from them.

    Args:
        network: The player.
        seed: Of the run.
        first: The number of the first game.
        count: How many.
        explore: The probability of a random action.
        trust: λ.
    """
    chance = np.random.default_rng([seed, first])
    deals = [Deal.random(f"train/{seed}/{first + i}", network.module) for i in range(count)]
    evaluate = by_network(network)
    rows: list[bytes] = []
    targets: list[tuple[float, float]] = []
    for game in play(deals, (evaluate, evaluate), chance, explore):
        for row, target in td_targets(game, trust):
            rows.append(row)
            targets.append(target)
    return Examples(stack(rows), np.array(targets, dtype=np.float32))


def td_targets(game: Played, trust: float) -> Iterator[tuple[bytes, tuple[float, float]]]:
    """Yield each afterstate of a game with its λ-return, from the last to the first.

    After a random action the return is the value of the best action instead (Watkins' cut): what the random action
    led to says nothing about the value of the afterstate before it.
    """
    (share,), (lead,) = results([game.world])
    for seat in (0, 1):
        chain: list[SelfPlayDecision] = [decision for decision in game.decisions if decision.seat == seat]
        win, margin = (share, lead / POINTS) if seat == 0 else (1 - share, -lead / POINTS)
        for decision in reversed(chain):
            yield decision.row, (win, margin)
            best_win, best_margin = decision.best[0], decision.best[1] / POINTS
            kept = 0.0 if decision.tried else trust
            win = kept * win + (1 - kept) * best_win
            margin = kept * margin + (1 - kept) * best_margin
