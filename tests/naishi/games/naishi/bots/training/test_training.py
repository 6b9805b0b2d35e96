"""Training: gradient, checkpoints, progress."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.training.learner import Learner, Plan
from naishi.games.naishi.bots.training.training import measure, publish, self_play, train
from tests import forked
from tests.naishi.games.naishi.bots.training.shared import SMALL, Here

pytestmark = pytest.mark.ci


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
def test_a_short_run_learns_to_win() -> None:
    learner = Learner.fresh(Plan(games=6400, seed=9, iteration=128, chunk=128))
    before = measure(learner.network, 1, 0, 100)
    for first in range(0, 6400, 128):
        learner.learn(self_play(learner.network, 9, first, 128, learner.explore, 0.7))
        learner.games += 128
    assert before < 0.2
    assert measure(learner.network, 1, 0, 200) > 0.5
