"""What a seat's knowledge is worth: the chance to win and the expected margin, of many positions at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from naishi.bots.facts import Facts
from naishi.bots.features import inputs, margin
from naishi.bots.network import Floats, Network

Evaluate = Callable[[Facts], Floats]
"""Says of each row of facts the chance to win and the expected margin in points."""

BLOCK = 2048
"""Rows that are worked on together: their inputs stay in the processor's cache."""

WORTH = 0.01
"""What a point of margin is worth against the chance to win."""


def by_network(network: Network) -> Evaluate:
    """Evaluate with a network."""

    def evaluate(rows: Facts) -> Floats:
        parts = [network.values(inputs(rows[i : i + BLOCK])) for i in range(0, len(rows), BLOCK)]
        return np.concatenate(parts) if parts else np.zeros((0, 2), dtype=np.float32)

    return evaluate


def by_points(rows: Facts) -> Floats:
    """Evaluate by the points as they lie; the chance is a rough guess that only has to grow with them."""
    ahead = margin(rows)
    return np.stack([1 / (1 + np.exp(-ahead / 10)), ahead], axis=1).astype(np.float32)


def utility(values: Floats) -> Floats:
    """What is played for: to win, and to win by much."""
    return values[:, 0] + np.float32(WORTH) * values[:, 1]
