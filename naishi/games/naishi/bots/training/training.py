"""Training runs: begun, resumed and published.

They learn from self-play (`naishi.games.naishi.bots.training.targets`) or from search
(`bots.training.search_targets`). All randomness comes from the seed and the number of the game, so that a run
doesn't depend on how many processes share the work.

They learn from self-play (`naishi.games.naishi.bots.training.self_play_targets`) or from search
(`bots.training.search_targets`). All randomness comes from the seed and the number of the game, so that a run
doesn't depend on how many processes share the work.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from naishi.common.i18n import _
from naishi.common.version import __version__
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.network import Network, by_network, by_points
from naishi.games.naishi.bots.engine.selfplay import play
from naishi.games.naishi.bots.engine.worlds import results
from naishi.games.naishi.bots.training.learner import CheckpointError, Examples, Learner, Plan, TrainingProgress
from naishi.games.naishi.bots.training.targets import searched, self_play
from naishi.games.naishi.rules.deal import Deal


def processes(workers: int) -> Executor:
    """Return an executor of local processes, which exit when this process is gone, whatever ended it."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_exit_with, initargs=(os.getpid(),))


def cluster(address: str) -> Executor:
    """Return an executor on the Dask cluster whose scheduler listens at an address.

    Raises ClusterError: Dask isn't installed, or nobody answers there.
    """
    from naishi.bots.arena.cluster import connect  # noqa: PLC0415 - an extra

    executor: Executor = connect(address).get_executor(pure=False, retries=2)
    return executor


def _exit_with(parent: int) -> None:
    """Exit once the parent is gone; a killed parent can't end its processes itself."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(2)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


CHECKPOINT, NOTES, WEIGHTS = "checkpoint.npz", "progress.jsonl", "value.npz"
"""The files of a run."""

EVERY = 30
"""Seconds between two checkpoints."""


def measure(network: Network, seed: int, first: int, count: int) -> float:
    """Return the share won against the frozen opponent; each deal is played twice, with seats swapped."""
    deals = [Deal.random(f"measure/{seed}/{first + i}", network.module) for i in range(count // 2)]
    evaluate = by_network(network)
    chance = np.random.default_rng([seed, first, 2])
    as_first = results([game.world for game in play(deals, (evaluate, by_points), chance)])[0]
    as_second = 1 - results([game.world for game in play(deals, (by_points, evaluate), chance)])[0]
    return float(np.mean([as_first, as_second]))


def resume(
    folder: Path,
    *,
    games: int | None = None,
    seed: int | None = None,
    improve: Path | None = None,
    expansion: bool = False,
) -> Learner:
    """Resume the run in a folder, or start one there.

    Args:
        games: The number of games in all; None for the number it was started with.
        seed: The seed; None for the one it was started with.
        improve: The weights that a new run improves by search; None to learn by self-play.
        expansion: Whether a new run of self-play learns to play with the expansion; it begins with the shipped weights.

    Raises:
        CheckpointError: Its checkpoint is damaged, of another seed, or of a run that improves nothing.
        BotNotReadyError: The weights to improve are missing or damaged.
    """
    path = folder / CHECKPOINT
    if not path.exists():
        return _start(games, seed, improve, expansion=expansion)
    learner = Learner.load(path, games)
    if seed not in {None, learner.plan.seed}:
        raise CheckpointError(
            _("The run in {folder} was started with seed {seed}; give the same seed or none.").format(
                folder=folder, seed=learner.plan.seed
            )
        )
    if improve is not None and learner.teacher is None:
        raise CheckpointError(
            _("The run in {folder} learns from self-play; improve weights in another folder.").format(folder=folder)
        )
    return learner


def _start(games: int | None, seed: int | None, improve: Path | None, *, expansion: bool) -> Learner:
    if improve is not None:
        plan = Plan.of_search(games, seed)
        return Learner.improving(weights.load(improve), replace(plan, iteration=min(plan.iteration, plan.games)))
    if expansion:
        plan = Plan.of_expansion(games, seed)
        return Learner.learning_expansion(weights.shipped(), replace(plan, iteration=min(plan.iteration, plan.games)))
    plan = Plan(games=games or Plan.games, seed=Plan.seed if seed is None else seed)
    iteration = min(plan.iteration, plan.games)
    return Learner.fresh(replace(plan, iteration=iteration, chunk=min(plan.chunk, iteration)))


def train(
    learner: Learner,
    folder: Path,
    executor: Executor,
    report: Callable[[TrainingProgress], None],
    *,
    seconds: float | None = None,
    ahead: int = 2,
) -> None:
    """Train until the plan is done, writing checkpoints and a log of the progress.

    While the learner trains on one iteration, the next ones are played with the weights before it.

    Args:
        report: Called after each iteration.
    """
    folder.mkdir(parents=True, exist_ok=True)
    started = saved = time.monotonic()
    before, played = learner.seconds, _iterations(learner, executor, ahead)
    strength: Future[float] | None = None
    try:
        while learner.games < learner.plan.games and (seconds is None or time.monotonic() < started + seconds):
            _learn(learner, next(played))
            learner.seconds = before + time.monotonic() - started
            if strength is not None and strength.done():
                learner.strength, strength = strength.result(), None
                _note(folder, learner)
            if learner.games // learner.plan.iteration % learner.plan.measure == 0:
                strength = _measured(learner, executor)
            report(learner.progress)
            if time.monotonic() - saved > EVERY:
                learner.save(folder / CHECKPOINT)
                saved = time.monotonic()
    finally:
        learner.save(folder / CHECKPOINT)


def publish(learner: Learner, folder: Path, workers: int | None) -> Path:
    """Write the weights of a run, with their provenance.

    Args:
        workers: The number of processes that played; None for a cluster.
    """
    path = folder / WEIGHTS
    provenance = {
        "made by": "naishi train",
        "version": __version__,
        "commit": commit(),
        "games": learner.games,
        "minutes": round(learner.seconds / 60, 1),
        "workers": workers,
        "strength": learner.strength,
        "loss": learner.loss,
        "plan": asdict(learner.plan),
    }
    weights.save(path, learner.average, provenance)
    return path


def commit() -> str | None:
    """Return the commit of this checkout; None if it isn't one."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40"],  # noqa: S607 - found as the user's shell would
            cwd=Path(__file__).parent, capture_output=True, text=True, check=True, timeout=10,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return described.stdout.strip() or None


def _iterations(learner: Learner, executor: Executor, ahead: int) -> Iterator[list[Examples]]:
    """Yield the examples of each iteration; some are played in advance, with the weights at that moment."""
    next_game = learner.games
    played: deque[list[Future[Examples]]] = deque()
    while True:
        while len(played) < ahead:
            played.append(_play_iteration(learner, executor, next_game))
            next_game += learner.plan.iteration
        yield [future.result() for future in played.popleft()]


def _play_iteration(learner: Learner, executor: Executor, first: int) -> list[Future[Examples]]:
    plan, teacher = learner.plan, learner.teacher
    examples, network = (self_play, learner.average.copy()) if teacher is None else (searched, teacher)
    return [
        executor.submit(examples, network, plan.seed, first + i, plan.chunk, learner.explore, plan.trust)
        for i in range(0, plan.iteration, plan.chunk)
    ]


def _learn(learner: Learner, parts: list[Examples]) -> None:
    learner.learn(Examples(*(np.concatenate(each) for each in zip(*parts, strict=True))))
    learner.games += learner.plan.iteration


def _measured(learner: Learner, executor: Executor) -> Future[float]:
    plan = learner.plan
    return executor.submit(measure, learner.average.copy(), plan.seed, learner.games, plan.measured_games)


def _note(folder: Path, learner: Learner) -> None:
    line = {
        "games": learner.games, "seconds": round(learner.seconds, 1), "loss": round(learner.loss, 5),
        "strength": learner.strength, "rate": learner.rate, "explore": learner.explore,
    }  # fmt: skip
    with (folder / NOTES).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
