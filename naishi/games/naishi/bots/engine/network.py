"""Value network: its layers, and batched evaluation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from naishi.common.i18n import BotNotReadyError, _
from naishi.games.naishi.bots.engine import expansion_features, features
from naishi.games.naishi.bots.engine.features import WIDTH, Block, Inputs, margin
from naishi.games.naishi.bots.engine.observation import Observations, is_wide, mirrored
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, Module

Floats = npt.NDArray[np.float32]

HIDDEN = 192, 32
OUTPUTS = 2

POINTS = 20
"""The second output is the final margin divided by this."""

BLOCK = 512
"""How many positions pass through the network together: their hidden layer fits in the processor's cache."""


@dataclass
class Network:
    """The weights and biases of the three layers, alternating."""

    layers: list[Floats]

    @classmethod
    def random(cls, seed: int, hidden: Sequence[int] = HIDDEN) -> "Network":
        """Draw initial weights (He and others, "Delving deep into rectifiers", 2015); outputs start near zero."""
        chance = np.random.default_rng(seed)
        layers: list[Floats] = []
        for wide, narrow in pairwise([WIDTH, *hidden, OUTPUTS]):
            spread = np.sqrt(2 / wide) * (0.1 if narrow == OUTPUTS else 1)
            layers.append((chance.standard_normal((wide, narrow)) * spread).astype(np.float32))
            layers.append(np.zeros(narrow, dtype=np.float32))
        return cls(layers)

    def copy(self) -> "Network":
        return Network([layer.copy() for layer in self.layers])

    @property
    def of_expansion(self) -> bool:
        return len(self.layers[0]) == expansion_features.WIDTH

    @property
    def module(self) -> Module | None:
        """The module of the games that it evaluates; None for the base game."""
        return LEGENDS_TRAVELLERS if self.of_expansion else None

    def widened(self) -> "Network":
        """Return a network of the base game as one of the expansion that knows nothing yet of what is new."""
        first, *others = self.copy().layers
        new = np.zeros((expansion_features.WIDTH - WIDTH, first.shape[1]), dtype=np.float32)
        return Network([np.concatenate([first, new]), *others])

    def gradient(self, inputs: Block, targets: Floats, weight: float) -> tuple[list[Floats], float]:
        """Return the gradient of the mean loss: cross-entropy of the chance, squared error of the margin / 20.

        Args:
            targets: The chance to win, and the margin / 20.

        Returns:
            The gradient of each layer, and the loss.
        """
        w1, b1, w2, b2, w3, b3 = self.layers
        first = np.maximum(_times(inputs, w1) + b1, 0)
        second = np.maximum(_times(first, w2) + b2, 0)
        out = _times(second, w3) + b3
        chance = chance_of(out[:, 0])
        error: Floats = np.empty_like(out)
        error[:, 0] = chance - targets[:, 0]
        error[:, 1] = (out[:, 1] - targets[:, 1]) * weight
        safe = np.clip(chance, 1e-6, 1 - 1e-6)
        loss = -(targets[:, 0] * np.log(safe) + (1 - targets[:, 0]) * np.log(1 - safe)).mean()
        error /= np.float32(len(inputs))
        back2 = (error @ w3.T) * (second > 0)
        back1 = (back2 @ w2.T) * (first > 0)
        gradient = [
            inputs.T @ back1, back1.sum(axis=0), first.T @ back2, back2.sum(axis=0), second.T @ error, error.sum(axis=0)
        ]  # fmt: skip
        return gradient, float(loss)


def inputs_of(rows: Observations) -> Inputs:
    return expansion_features.inputs(rows) if is_wide(rows) else features.inputs(rows)


class Evaluator:
    """A network prepared to evaluate many similar positions.

    The first layer is the sum of the contributions of the parts of the inputs, so each contribution is computed once
    for all positions that share it.
    """

    def __init__(self, network: Network) -> None:
        first, self._bias, *self._rest = [layer.copy() for layer in network.layers]
        self._of_expansion = network.of_expansion
        *layouts, shared = expansion_features.LAYOUTS if network.of_expansion else features.LAYOUTS
        self._parts = [first[layout.columns] for layout in layouts]
        self._shared = first[shared.columns]

    def evaluate(self, rows: Observations) -> Floats:
        """Return the chance to win and the expected final margin in points, one row for each position.

        Raises BotNotReadyError: the network knows nothing of such games: a network of the base game is never asked
        about the expansion, nor the other way round.
        """
        if is_wide(rows) != self._of_expansion:
            raise BotNotReadyError(_("This bot has learnt another game: with the expansion, or without."))
        inputs = inputs_of(rows)
        times = _times_used if self._of_expansion else _times
        sums = [times(part.inputs, weights) for part, weights in zip(inputs.parts, self._parts, strict=True)]
        sums[0] += self._bias
        w2, b2, w3, b3 = self._rest
        out = np.empty((len(inputs.shared), OUTPUTS), dtype=np.float32)
        first, each = np.empty((2, min(BLOCK, len(out)), len(self._bias)), dtype=np.float32)
        for start in range(0, len(out), BLOCK):
            some = slice(start, start + BLOCK)
            size = len(out[some])
            np.matmul(inputs.shared[some], self._shared, out=first[:size])
            for part, contributions in zip(inputs.parts, sums, strict=True):
                contributions.take(part.row[some], axis=0, out=each[:size], mode="clip")
                first[:size] += each[:size]
            np.maximum(first[:size], 0, out=first[:size])
            second = _times(first[:size], w2)
            second += b2
            np.maximum(second, 0, out=second)
            out[some] = _times(second, w3) + b3
        out[:, 0] = chance_of(out[:, 0])
        out[:, 1] *= POINTS
        return out


def _times(one: Floats, other: Floats) -> Floats:
    """Multiply matrices; the type of `matmul` doesn't say that the product is single precision too."""
    result: Floats = np.matmul(one, other)
    return result


def _times_used(inputs: Floats, weights: Floats) -> Floats:
    """Multiply inputs by their weights without the inputs that are 0 everywhere: with the expansion most are."""
    used = np.flatnonzero(inputs.any(axis=0))
    return _times(inputs.take(used, axis=1), weights.take(used, axis=0))


def chance_of(logit: Floats) -> Floats:
    return np.reciprocal(np.exp(-np.clip(logit, -30, 30)) + np.float32(1))


@dataclass
class Adam:
    """Gradient descent with Adam. (Kingma and Ba, "Adam: a method for stochastic optimization", 2015.)"""

    mean: list[Floats]
    square: list[Floats]
    steps: int = 0

    @classmethod
    def of(cls, network: Network) -> "Adam":
        return cls([np.zeros_like(each) for each in network.layers], [np.zeros_like(each) for each in network.layers])

    def step(self, network: Network, gradient: Sequence[Floats], rate: float) -> None:
        self.steps += 1
        one, two = 0.9, 0.999
        scale = np.float32(rate * np.sqrt(1 - two**self.steps) / (1 - one**self.steps))
        for layer, mean, square, slope in zip(network.layers, self.mean, self.square, gradient, strict=True):
            np.add(mean * np.float32(one), np.float32(1 - one) * slope, out=mean)
            np.add(square * np.float32(two), np.float32(1 - two) * slope * slope, out=square)
            np.subtract(layer, scale * mean / (np.sqrt(square) + np.float32(1e-8)), out=layer)


Evaluate = Callable[[Observations], Floats]
"""Returns the chance to win and the expected margin in points of each observation."""

WORTH = 0.01
"""The value of a point of margin, in chances to win."""
TIE_BREAK = 0.0001
"""The value of a point of margin in the last turn, where it only separates equal chances."""


def by_network(network: Network) -> Evaluate:
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
    result: Floats = utility(values) + certain.astype(np.float32)
    return result


def last_preference(values: Floats) -> Floats:
    """Return the value of a last turn: chances are calculated there, so the margin only separates equal ones."""
    return values[:, 0] + np.float32(TIE_BREAK) * values[:, 1]
