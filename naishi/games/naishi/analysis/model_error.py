"""Model error of judgements beyond sampling error."""

from __future__ import annotations

from math import hypot, sqrt
from typing import NamedTuple

from naishi.games.naishi.rules.expansion import Module


class ModelError(NamedTuple):
    """The model error of a depth, as a standard error; fitted by `benchmarks/calibration.py`."""

    even: float
    """Of any loss, where the game is even; it shrinks as the game is decided."""
    loss: float
    """Of a loss of half the chance to win; it shrinks towards none, and towards all."""
    chance: float
    """Of a chance, where the game is even."""

    def of_loss(self, loss: float, chance: float, sampling: float, judged: float = 1.0) -> float:
        """Return the standard error of a loss.

        Args:
            loss: The loss.
            chance: The chance to win around which it lies.
            sampling: Its standard error by sampling alone; without any, the loss is exact.
            judged: The share of the deals in which the network had the last word; where the game ended, it had none.
        """
        if not sampling:
            return 0.0
        return hypot(sampling, judged * self.even * evenness(chance), judged * self.loss * evenness(loss))

    def of_chance(self, chance: float, sampling: float, judged: float = 1.0) -> float:
        """Return the standard error of a chance, the same way."""
        return hypot(sampling, judged * self.chance * evenness(chance)) if sampling else 0.0


def evenness(chance: float) -> float:
    """Return 1 for an even game, down to 0 for a decided one."""
    return 2 * sqrt(max(chance * (1 - chance), 0.0))


BAR = 1.96
"""How many standard errors on either side hold 95 % of a normal distribution: what ± says wherever it is read."""

MODEL_ERRORS = {2: ModelError(even=0.035, loss=0.1, chance=0.1), 3: ModelError(even=0.03, loss=0.08, chance=0.08)}
"""After how many rounds. Those of three were fitted to few decisions, and raised for that."""


EXPANSION_ERRORS = {2: ModelError(even=0.02, loss=0.05, chance=0.1), 3: ModelError(even=0.02, loss=0.06, chance=0.07)}
"""The same with the expansion. All were raised above what is likeliest, for few decisions were judged."""


def model_error(rounds: int, module: Module | None = None) -> ModelError:
    """Return the model error after so many rounds, or the nearest number that was measured, in games with a module."""
    errors = MODEL_ERRORS if module is None else EXPANSION_ERRORS
    return errors[min(max(rounds, min(errors)), max(errors))]
