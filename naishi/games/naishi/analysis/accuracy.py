"""Accuracy of a player as a percentage, by lichess's formula.

Source: https://lichess.org/page/accuracy, and `modules/analyse/src/main/AccuracyPercent.scala` of lichess-org/lila. All
constants of this module are from there:

* A decision that loses x points of win chance (of 100) has the accuracy 103.1668100711649 e^(-0.04354415386753951 x) -
  3.166924740191411 + 1, between 0 and 100. The added 1 makes up for an analysis that isn't perfect.
* The accuracy of a game is the mean of two means over the decisions: the harmonic one, for which an accuracy counts as
  1 at least, and the arithmetic one weighted by how much was at stake. The weight of a decision is the standard
  deviation of the win chances in a window of a tenth of the game (2 to 8) that ends with it, 0.5 to 12.

Three things differ from chess. A win chance is what the seat could know, estimated directly, not from centipawns. What
a decision loses is the difference between two actions at the same moment, not between consecutive positions: in between
cards are turned up. And each player has a sequence of chances of its own, which the result of the game ends.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, harmonic_mean, pstdev

_A, _K, _B, _BONUS = 103.1668100711649, 0.04354415386753951, -3.166924740191411, 1
_SHARE_OF_GAME, _SMALLEST_WINDOW, _LARGEST_WINDOW = 10, 2, 8
_LIGHTEST, _HEAVIEST = 0.5, 12
_LEAST_IN_HARMONIC_MEAN = 1


def of_decision(loss: float) -> float:
    """Return the accuracy of a decision, 0 to 100.

    Args:
        loss: The win chance it loses, 0 to 1.
    """
    if loss <= 0:
        return 100.0
    raw = _A * math.exp(-_K * 100 * loss) + _B + _BONUS
    return min(max(raw, 0.0), 100.0)


def of_game(chances: Sequence[float], losses: Sequence[float], result: float) -> float | None:
    """Return the accuracy of a player, 0 to 100; None for someone who had nothing to decide.

    Args:
        chances: The player's win chance before each decision, 0 to 1.
        result: What came of the game: 1, ½ or 0.
    """
    if not losses:
        return None
    percents = [100 * chance for chance in (*chances, result)]
    accuracies = [of_decision(loss) for loss in losses]
    weights = _weights(percents)
    weighted = sum(a * w for a, w in zip(accuracies, weights, strict=True)) / sum(weights)
    harmonic = harmonic_mean([max(a, _LEAST_IN_HARMONIC_MEAN) for a in accuracies])
    return fmean((weighted, harmonic))


def _weights(percents: Sequence[float]) -> list[float]:
    size = min(max((len(percents) - 1) // _SHARE_OF_GAME, _SMALLEST_WINDOW), _LARGEST_WINDOW)
    first = percents[:size]
    sliding = [percents[at : at + size] for at in range(max(len(percents) - size, 0) + 1)]
    windows = [first] * (min(size, len(percents)) - 2) + sliding
    return [min(max(pstdev(window), _LIGHTEST), _HEAVIEST) for window in windows]
