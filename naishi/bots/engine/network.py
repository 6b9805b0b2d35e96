"""The value network: two hidden layers of rectified units, a chance to win and a margin. (NumPy alone.)"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from naishi.bots.engine.features import OWN_WIDTH, WIDTH, Block, Inputs

Floats = npt.NDArray[np.float32]

HIDDEN = 192, 32
OUTPUTS = 2

POINTS = 20
"""The second output is the final margin divided by this."""


@dataclass
class Network:
    """Weights and biases of the three layers, in turn."""

    layers: list[Floats]

    @classmethod
    def random(cls, seed: int, hidden: Sequence[int] = HIDDEN) -> Network:
        """Draw first weights (He and others, "Delving deep into rectifiers", 2015); the outputs begin near zero."""
        chance = np.random.default_rng(seed)
        layers: list[Floats] = []
        sizes = [WIDTH, *hidden, OUTPUTS]
        for wide, narrow in pairwise(sizes):
            spread = np.sqrt(2 / wide) * (0.1 if narrow == OUTPUTS else 1)
            layers.append((chance.standard_normal((wide, narrow)) * spread).astype(np.float32))
            layers.append(np.zeros(narrow, dtype=np.float32))
        return cls(layers)

    def copy(self) -> Network:
        """Copy the weights."""
        return Network([layer.copy() for layer in self.layers])

    def approach(self, other: Network, share: float) -> None:
        """Go a share of the way to other weights, in place."""
        for layer, its in zip(self.layers, other.layers, strict=True):
            np.add(layer * np.float32(1 - share), its * np.float32(share), out=layer)

    def outputs(self, inputs: Inputs) -> Floats:
        """Work out both outputs, the first still a logit."""
        w1, b1, w2, b2, w3, b3 = self.layers
        first = _times(inputs.own, w1[:OWN_WIDTH])
        first += (_times(inputs.other, w1[OWN_WIDTH:]) + b1)[inputs.again]
        np.maximum(first, 0, out=first)
        second = _times(first, w2)
        second += b2
        np.maximum(second, 0, out=second)
        return _times(second, w3) + b3

    def values(self, inputs: Inputs) -> Floats:
        """Return the chance to win and the expected final margin in points, one row a position."""
        out = self.outputs(inputs)
        out[:, 0] = chance_of(out[:, 0])
        out[:, 1] *= POINTS
        return out

    def gradient(self, inputs: Block, targets: Floats, weight: float) -> tuple[list[Floats], float]:
        """Work out the gradient of the mean loss: cross-entropy of the chance, squared error of the margin / 20.

        Args:
            inputs: One row a position.
            targets: The chance to win, and the margin / 20.
            weight: Of the squared error.

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


def _times(one: Floats, other: Floats) -> Floats:
    """Multiply matrices; NumPy's own type for it forgets that they are of single precision."""
    product: Floats = np.matmul(one, other)
    return product


def chance_of(logit: Floats) -> Floats:
    """Turn a logit into a chance."""
    growth: Floats = np.exp(-np.clip(logit, -30, 30))
    chance: Floats = np.reciprocal(growth + np.float32(1))
    return chance


@dataclass
class Adam:
    """Steps down a gradient. (Kingma and Ba, "Adam: a method for stochastic optimization", 2015.)"""

    mean: list[Floats]
    square: list[Floats]
    steps: int = 0
    fade: tuple[float, float] = field(default=(0.9, 0.999))

    @classmethod
    def of(cls, network: Network) -> Adam:
        """Begin at rest."""
        return cls([np.zeros_like(each) for each in network.layers], [np.zeros_like(each) for each in network.layers])

    def step(self, network: Network, gradient: Sequence[Floats], rate: float) -> None:
        """Change the weights, in place."""
        self.steps += 1
        one, two = self.fade
        scale = np.float32(rate * np.sqrt(1 - two**self.steps) / (1 - one**self.steps))
        for layer, mean, square, slope in zip(network.layers, self.mean, self.square, gradient, strict=True):
            np.add(mean * np.float32(one), np.float32(1 - one) * slope, out=mean)
            np.add(square * np.float32(two), np.float32(1 - two) * slope * slope, out=square)
            np.subtract(layer, scale * mean / (np.sqrt(square) + np.float32(1e-8)), out=layer)
