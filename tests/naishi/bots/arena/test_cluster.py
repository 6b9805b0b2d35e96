"""Arena and training on a real Dask cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from naishi.bots.arena import cluster
from naishi.bots.arena.cluster import ClusterError
from naishi.bots.arena.games import Pairing, play
from naishi.bots.arena.tournament import Tournament
from naishi.games.naishi.bots.training.learner import Learner, Plan
from naishi.games.naishi.bots.training.training import cluster as executor_of, train
from tests.naishi.games.naishi.bots.training.shared import Here

PROJECT = Path(__file__).parents[4]


class Cluster:
    """A scheduler and two workers."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.scheduler = self.started("scheduler", "--port", "0", "--scheduler-file", str(self.file), "--no-dashboard")
        waited = time.monotonic() + 30
        while not self.file.exists() or not self.file.read_text():
            assert time.monotonic() < waited
            time.sleep(0.1)
        self.address = json.loads(self.file.read_text())["address"]
        worker = (self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
        self.workers = [self.started("worker", *worker) for _worker in range(2)]

    def started(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
            cwd=PROJECT, env={**os.environ, "PYTHONPATH": str(PROJECT)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    found = Cluster(tmp_path)
    yield found
    found.end()


@pytest.mark.slow
def test_no_game_is_lost_or_counted_twice_when_a_worker_is_killed(running: Cluster) -> None:
    slow = "tests.naishi.bots.faulty:SleepsABit"
    tournament = Tournament((slow, "random"), games=24)
    numbers = []
    for result in tournament.play(partial(cluster.play_all, address=running.address, limit=30)):
        numbers.append(result.pairing.number)
        if len(numbers) == 4:
            running.workers[0].send_signal(signal.SIGKILL)
    assert sorted(numbers) == list(range(24))
    assert sum(each.games for each in tournament.standings()) == 48
    assert all(result.forfeit is None for result in tournament.results.values())
    again = play(tournament.pairings[5], limit=30)
    assert (again.winner, again.scores) == (tournament.results[5].winner, tournament.results[5].scores)


@pytest.mark.slow
def test_a_bot_that_fails_there_loses(running: Cluster) -> None:
    pairings = [Pairing(0, "d", ("random", "tests.naishi.bots.faulty:Raises"))]
    (result,) = cluster.play_all(pairings, running.address, limit=5)
    assert result.winner == 0


@pytest.mark.slow
def test_training_learns_the_same_from_a_cluster(running: Cluster, tmp_path: Path) -> None:
    plan = Plan(games=32, seed=4, iteration=16, chunk=8, batch=64, measure=100)
    there, here = Learner.fresh(plan), Learner.fresh(plan)
    executor = executor_of(running.address)
    train(there, tmp_path / "there", executor, lambda _progress: None)
    executor.shutdown()

    train(here, tmp_path / "here", Here(), lambda _progress: None)
    for one, other in zip(there.network.layers, here.network.layers, strict=True):
        assert one == pytest.approx(other, abs=1e-5)


def test_a_cluster_that_is_not_there_is_told_in_a_line() -> None:
    with pytest.raises(ClusterError, match=r"No Dask scheduler|needs an extra") as error:
        cluster.connect("tcp://127.0.0.1:9", timeout=1)
    assert "\n" not in str(error.value)
