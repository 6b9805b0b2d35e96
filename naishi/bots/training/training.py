"""Learning by self-play: TD(λ) over afterstates.

Each seat's decisions in a game are a chain; what an afterstate is worth is learnt from the values of the seat's next
ones and from the result (Sutton, "Learning to predict by the methods of temporal differences", 1988; Tesauro's
TD-Gammon, 1995). All chance comes from the seed and the number of the game, so that a run doesn't depend on how many
processes share the work.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np

from naishi.bots.engine import weights
from naishi.bots.engine.evaluation import by_network, by_points
from naishi.bots.engine.network import POINTS, Network
from naishi.bots.engine.selfplay import Decision, Played, play, table
from naishi.bots.training.learner import CheckpointError, Learner, Lesson, Plan, Progress
from naishi.i18n import _
from naishi.rules.deal import Deal
from naishi.version import __version__

CHECKPOINT, NOTES, WEIGHTS = "checkpoint.npz", "progress.jsonl", "value.npz"
"""The files of a run."""

EVERY = 30
"""Seconds between two checkpoints."""


def self_play(network: Network, seed: int, first: int, count: int, explore: float, trust: float) -> Lesson:
    """Play games of the network against itself, and tell what is to be learnt from them.

    Args:
        network: The player.
        seed: Of the run.
        first: The number of the first game.
        count: How many.
        explore: How often any action is tried.
        trust: λ.
    """
    chance = np.random.default_rng([seed, first])
    deals = [Deal.random(f"train/{seed}/{first + i}") for i in range(count)]
    evaluate = by_network(network)
    rows: list[bytes] = []
    targets: list[tuple[float, float]] = []
    for game in play(deals, (evaluate, evaluate), chance, explore):
        for row, target in lessons(game, trust):
            rows.append(row)
            targets.append(target)
    return Lesson(table(rows), np.array(targets, dtype=np.float32))


def lessons(game: Played, trust: float) -> Iterator[tuple[bytes, tuple[float, float]]]:
    """Work back from the result of a game: yield each afterstate with its λ-return.

    After an action that was only tried, the return is the value of the best action instead (Watkins' cut): what
    the try led to says nothing about how good it was to come there.
    """
    share, lead = game.match.result()
    for seat in (0, 1):
        chain: list[Decision] = [decision for decision in game.decisions if decision.seat == seat]
        win, margin = (share, lead / POINTS) if seat == 0 else (1 - share, -lead / POINTS)
        for decision in reversed(chain):
            yield decision.row, (win, margin)
            best_win, best_margin = decision.best[0], decision.best[1] / POINTS
            kept = 0.0 if decision.tried else trust
            win = kept * win + (1 - kept) * best_win
            margin = kept * margin + (1 - kept) * best_margin


def measure(network: Network, seed: int, first: int, count: int) -> float:
    """Return the share won against the frozen opponent; each deal is played twice, with seats swapped."""
    deals = [Deal.random(f"measure/{seed}/{first + i}") for i in range(count // 2)]
    evaluate = by_network(network)
    chance = np.random.default_rng([seed, first, 2])
    won = [game.match.result()[0] for game in play(deals, (evaluate, by_points), chance)]
    won += [1 - game.match.result()[0] for game in play(deals, (by_points, evaluate), chance)]
    return float(np.mean(won))


def resume(folder: Path, *, games: int | None = None, seed: int | None = None) -> Learner:
    """Go on with the run in a folder, or begin one there.

    Args:
        folder: Where the run is.
        games: How many games it is to have in all; None for what it was begun with.
        seed: Draws everything; None for what it was begun with.

    Raises:
        CheckpointError: Its checkpoint is damaged, or of another seed.
    """
    path = folder / CHECKPOINT
    if not path.exists():
        plan = Plan(games=games or Plan.games, seed=Plan.seed if seed is None else seed)
        return Learner.fresh(replace(plan, iteration=min(plan.iteration, plan.games)))
    learner = Learner.load(path, games)
    if seed not in {None, learner.plan.seed}:
        raise CheckpointError(
            _("The run in {folder} was begun with seed {seed}.").format(folder=folder, seed=learner.plan.seed)
        )
    return learner


def train(
    learner: Learner,
    folder: Path,
    executor: Executor,
    report: Callable[[Progress], None],
    *,
    seconds: float | None = None,
    ahead: int = 2,
) -> None:
    """Train until the plan is done, writing a checkpoint and notes as it goes.

    While one iteration is learnt from, the next ones are being played with the weights of before.

    Args:
        learner: The run, fresh or resumed.
        folder: Where to write.
        executor: Who plays.
        report: Called after each iteration.
        seconds: Stop after this long.
        ahead: How many iterations are played at the same time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    started = saved = time.monotonic()
    before, next_game = learner.seconds, learner.games
    played: deque[list[Future[Lesson]]] = deque()
    strength: Future[float] | None = None
    try:
        while learner.games < learner.plan.games and (seconds is None or time.monotonic() < started + seconds):
            while len(played) < ahead:
                played.append(_play_iteration(learner, executor, next_game))
                next_game += learner.plan.iteration
            _learn(learner, [future.result() for future in played.popleft()])
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
    """Write the weights of a run, with where they come from.

    Args:
        learner: The run.
        folder: Where it is.
        workers: How many processes played; None for a cluster.
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
    """Return the commit of the checkout that runs; None where it is none."""
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40"],  # noqa: S607 - found as the user's shell would
            cwd=Path(__file__).parent, capture_output=True, text=True, check=True, timeout=10,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None


def _play_iteration(learner: Learner, executor: Executor, first: int) -> list[Future[Lesson]]:
    plan, network = learner.plan, learner.average.copy()
    return [
        executor.submit(self_play, network, plan.seed, first + i, plan.chunk, learner.explore, plan.trust)
        for i in range(0, plan.iteration, plan.chunk)
    ]


def _learn(learner: Learner, lessons_: list[Lesson]) -> None:
    learner.learn(Lesson(*(np.concatenate(parts) for parts in zip(*lessons_, strict=True))))
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
