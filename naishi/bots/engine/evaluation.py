"""What a seat's knowledge is worth: the chance to win and the expected margin, of many positions at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from naishi.bots.engine.features import inputs, margin
from naishi.bots.engine.network import Floats, Network
from naishi.bots.engine.observation import MIRROR, WIDTH, Facts

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


def both_ways(evaluate: Evaluate) -> Evaluate:
    """Evaluate positions and their mirror images, which are worth the same, and take the mean of both."""
    return lambda rows: (evaluate(rows) + evaluate(rows[:, MIRROR])) / np.float32(2)


def by_points(rows: Facts) -> Floats:
    """Evaluate by the points as they lie; the chance is a rough guess that only has to grow with them."""
    ahead = margin(rows)
    return np.stack([1 / (1 + np.exp(-ahead / 10)), ahead], axis=1).astype(np.float32)


def each_once(evaluate: Evaluate, rows: Facts) -> Floats:
    """Evaluate rows of which many are equal: most swaps come to the same before and after most develops."""
    _, at, again = np.unique(_fingerprints(rows), return_index=True, return_inverse=True)
    in_order = np.argsort(at)
    rank = np.empty_like(in_order)
    rank[in_order] = np.arange(len(at))
    values: Floats = evaluate(rows[at[in_order]])[rank[again]]
    return values


_WORDS = (WIDTH + 7) // 8
_ODD = np.random.default_rng(1).integers(1, 2**62, _WORDS, dtype=np.uint64) * 2 + 1


def _fingerprints(rows: Facts) -> npt.NDArray[np.uint64]:
    """Give each row a number of 64 bits; by that many bits, different rows hardly ever share one."""
    padded = np.zeros((len(rows), 8 * _WORDS), dtype=np.uint8)
    padded[:, :WIDTH] = rows
    found: npt.NDArray[np.uint64] = (padded.view(np.uint64) * _ODD).sum(axis=1)
    return found


def utility(values: Floats) -> Floats:
    """What is played for: to win, and to win by much."""
    return values[:, 0] + np.float32(WORTH) * values[:, 1]
