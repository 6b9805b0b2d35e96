"""Training runs that stop, go on and are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.network import Network
from naishi.games.naishi.bots.training.learner import CheckpointError, Learner
from naishi.games.naishi.bots.training.training import resume, train
from tests.naishi.games.naishi.bots.training.shared import SMALL, Here

pytestmark = pytest.mark.ci


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
