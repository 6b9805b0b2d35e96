"""Gradient of the value network."""

from __future__ import annotations

import numpy as np
import pytest

from naishi.games.naishi.bots.engine.network import Network

pytestmark = pytest.mark.ci


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    draw = np.random.default_rng(1)
    network = Network.random(2, hidden=(6, 5))
    inputs = draw.standard_normal((7, len(network.layers[0]))).astype(np.float32)
    targets = np.stack([draw.random(7), draw.standard_normal(7)], axis=1).astype(np.float32)
    slopes, _loss = network.gradient(inputs, targets, weight=0.0)
    layer, step = network.layers[2], 1e-2
    before = layer[1, 1]
    losses = []
    for moved in (before + step, before - step):
        layer[1, 1] = moved
        losses.append(network.gradient(inputs, targets, weight=0.0)[1])
    assert slopes[2][1, 1] == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=2e-3)
