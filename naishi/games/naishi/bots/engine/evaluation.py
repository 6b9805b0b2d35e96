"""Batched evaluation: win probability and expected margin."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from naishi.games.naishi.bots.engine.features import margin
from naishi.games.naishi.bots.engine.network import Evaluator, Floats, Network
from naishi.games.naishi.bots.engine.observation import Observations, mirrored

Evaluate = Callable[[Observations], Floats]
"""Returns the chance to win and the expected margin in points of each observation."""

WORTH = 0.01
"""The value of a point of margin, in chances to win."""
TIE_BREAK = 0.0001
"""The value of a point of margin in the last turn, where it only separates equal chances."""


def by_network(network: Network) -> Evaluate:
    """Evaluate with the current weights of a network."""
    return Evaluator(network).evaluate


def both_ways(evaluate: Evaluate) -> Evaluate:
    """Average the evaluations of positions and of their mirror images, which have the same value."""
    return lambda rows: (evaluate(rows) + evaluate(mirrored(rows))) / np.float32(2)


def by_points(rows: Observations) -> Floats:
    """Evaluate by the points as they are now; the chance is a rough guess that grows with them."""
    ahead = margin(rows)
    return np.stack([1 / (1 + np.exp(-ahead / 10)), ahead], axis=1).astype(np.float32)


def utility(values: Floats) -> Floats:
    """Combine the chance to win and the margin into the value that the bots maximise.

    The margin counts, since it is estimated more reliably than the chance.
    """
    return values[:, 0] + np.float32(WORTH) * values[:, 1]


def preference(values: Floats) -> Floats:
    """Return the utility, increased for certain wins, so that no margin makes up for risking one."""
    certain = values[:, 0] == 1
    preferred: Floats = utility(values) + certain.astype(np.float32)
    return preferred


def last_preference(values: Floats) -> Floats:
    """Return the value of a last turn: chances are calculated there, so the margin only separates equal ones."""
    return values[:, 0] + np.float32(TIE_BREAK) * values[:, 1]
