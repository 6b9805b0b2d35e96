"""Training: gradient, checkpoints, progress."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.network import Network
from naishi.games.naishi.bots.training.learner import CheckpointError, Learner, Plan
from naishi.games.naishi.bots.training.training import measure, publish, resume, self_play, train
from tests import forked
from tests.naishi.games.naishi.bots.training.shared import Here

pytestmark = pytest.mark.ci

SMALL = Plan(games=24, seed=4, iteration=8, chunk=4, measure=2, measured_games=4, batch=64)


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


def test_a_run_is_written_noted_and_published(tmp_path: Path) -> None:
    learner = Learner.fresh(SMALL)
    seen: list[int] = []
    train(learner, tmp_path, Here(), lambda reported: seen.append(reported.games))
    assert seen == [8, 16, 24]
    assert Learner.load(tmp_path / "checkpoint.npz").games == 24
    notes = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text().splitlines()]
    assert notes[0]["games"] == 24
    told = weights.provenance(publish(learner, tmp_path, workers=1))
    assert told["games"] == 24


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """Weights play one iteration later than they are learnt, so a stop shifts what played; the seed stays."""
    learner = Learner.fresh(SMALL)
    train(learner, tmp_path, Here(), lambda _progress: None, seconds=0)
    assert learner.games == 0
    again = resume(tmp_path)
    assert again.plan == SMALL
    train(again, tmp_path, Here(), lambda _progress: None)
    straight = Learner.fresh(SMALL)
    train(straight, tmp_path / "straight", Here(), lambda _progress: None)
    for one, other in zip(again.network.layers, straight.network.layers, strict=True):
        assert (one == other).all()


def test_a_run_of_another_seed_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    Learner.fresh(SMALL).save(tmp_path / "checkpoint.npz")
    assert resume(tmp_path, games=99).plan.games == 99
    with pytest.raises(CheckpointError, match="started with seed 4"):
        resume(tmp_path, seed=5)
    data = (tmp_path / "checkpoint.npz").read_bytes()
    (tmp_path / "checkpoint.npz").write_bytes(data[: len(data) // 2])
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        resume(tmp_path)


def test_a_run_of_a_few_games_plays_no_more(tmp_path: Path) -> None:
    plan = resume(tmp_path, games=20).plan
    assert (plan.games, plan.iteration, plan.chunk) == (20, 20, 20)


def test_the_command_trains_and_goes_on(tmp_path: Path) -> None:
    arguments = ["train", str(tmp_path / "run"), "--workers", "1", "--games"]
    surroundings = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-m", "naishi", *arguments, "8"]
    first = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300, env=surroundings)
    here = "from naishi.games.naishi.bots.training import training\n"
    here += "from tests.naishi.games.naishi.bots.training.shared import Here\n"
    second = forked.run(*arguments, "16", before=f"{here}training.processes = lambda _workers: Here()")
    for said in (first.stdout, second.stdout.decode()):
        assert "The weights are in" in said
    assert weights.provenance(tmp_path / "run" / "value.npz")["games"] == 16


@pytest.mark.slow
def test_a_run_that_improves_weights_goes_on_with_the_same_teacher(tmp_path: Path) -> None:
    start = tmp_path / "start.npz"
    weights.save(start, Network.random(3, hidden=(8, 4)), {})
    learner = resume(tmp_path / "run", games=4, seed=6, improve=start)
    learner = replace(learner, plan=replace(learner.plan, iteration=2, chunk=1, batch=64, measure=9))
    train(learner, tmp_path / "run", Here(), lambda _progress: None, seconds=0)
    again = resume(tmp_path / "run", improve=start)
    assert again.plan == learner.plan
    assert again.teacher is not None
    train(again, tmp_path / "run", Here(), lambda _progress: None)
    taught = Learner.load(tmp_path / "run" / "checkpoint.npz")
    assert taught.games == 4
    assert taught.teacher is not None
    for now, before, first in zip(
        taught.teacher.layers, weights.load(start).layers, taught.average.layers, strict=True
    ):
        assert (now == before).all()
        assert (now != first).any()


def test_a_run_of_self_play_improves_no_other_weights(tmp_path: Path) -> None:
    Learner.fresh(SMALL).save(tmp_path / "checkpoint.npz")
    with pytest.raises(CheckpointError, match="learns from self-play"):
        resume(tmp_path, improve=weights.SHIPPED)


@pytest.mark.slow
def test_a_short_run_learns_to_win() -> None:
    learner = Learner.fresh(Plan(games=6400, seed=9, iteration=128, chunk=128))
    before = measure(learner.network, 1, 0, 100)
    for first in range(0, 6400, 128):
        learner.learn(self_play(learner.network, 9, first, 128, learner.explore, 0.7))
        learner.games += 128
    assert before < 0.2
    assert measure(learner.network, 1, 0, 200) > 0.5
