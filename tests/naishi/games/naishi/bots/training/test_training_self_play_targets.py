"""Self-play targets, and self-play by its seed: training, engine.selfplay."""

from __future__ import annotations

import numpy as np
import pytest

from naishi import Deal
from naishi.games.naishi.bots.engine.belief import World
from naishi.games.naishi.bots.engine.network import Network
from naishi.games.naishi.bots.engine.selfplay import Played, SelfPlayDecision
from naishi.games.naishi.bots.training import training
from naishi.games.naishi.bots.training.training import self_play, td_targets

pytestmark = pytest.mark.ci


def test_returns_lead_back_from_the_result_and_are_cut_at_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """λ = 0.5: 1; then 0.5 * 1 + 0.5 * 0.6 = 0.8; then, the next action being a try, its best: 0.4."""
    chain = [
        SelfPlayDecision(0, b"a", (0.0, 0.0), tried=False),
        SelfPlayDecision(0, b"b", (0.4, 10.0), tried=True),
        SelfPlayDecision(0, b"c", (0.6, 0.0), tried=False),
    ]
    won_by_20 = np.array([1.0]), np.array([20])  # by seat 0
    monkeypatch.setattr(training, "results", lambda _worlds: won_by_20)
    game = Played(World.dealt(Deal.random(1)), [*chain, SelfPlayDecision(1, b"d", (0.9, 0.0), tried=False)])
    told = {row: target for row, target in td_targets(game, 0.5)}  # noqa: C416
    assert told == {
        b"c": (1.0, 1.0),
        b"b": pytest.approx((0.8, 0.5)),
        b"a": pytest.approx((0.4, 0.5)),
        b"d": (0.0, -1.0),
    }


def test_self_play_depends_on_the_seed_alone() -> None:
    network = Network.random(1)
    one, again = (self_play(network, 1, 8, 4, 0.1, 0.7) for _time in range(2))
    assert (one.rows == again.rows).all()
    assert (one.targets == again.targets).all()
    assert not np.array_equal(one.rows, self_play(network, 2, 8, 4, 0.1, 0.7).rows)
