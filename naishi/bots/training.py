"""Learning by self-play: TD(λ) over afterstates.

Each seat's decisions in a game are a chain; what an afterstate is worth is learnt from the values of the seat's next
ones and from the result (Sutton, "Learning to predict by the methods of temporal differences", 1988; Tesauro's
TD-Gammon, 1995). All chance comes from the seed and the number of the game, so that a run doesn't depend on how many
processes share the work.
"""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naishi.bots import facts as f
from naishi.bots.evaluation import by_network, by_points
from naishi.bots.facts import Facts
from naishi.bots.features import inputs
from naishi.bots.network import POINTS, Adam, Floats, Network
from naishi.bots.selfplay import Decision, Played, play, table
from naishi.deal import Deal


@dataclass(frozen=True)
class Plan:
    """A training run."""

    games: int = 1_000_000
    """In all."""
    seed: int = 1
    iteration: int = 512
    """Games between two changes of the weights that play."""
    chunk: int = 128
    """Games that one process plays together."""
    trust: float = 0.7
    """λ: how far results count against the values on the way."""
    rates: tuple[float, float] = (1e-3, 3e-5)
    """Adam's first and last step."""
    explore: tuple[float, float] = (0.1, 0.01)
    """How often any action is tried, at first and at last."""
    batch: int = 512
    weight: float = 0.5
    """Of the margin's error against the chance's."""
    measure: int = 50
    """Iterations between two measurements of strength."""
    measured_games: int = 400


class Lesson(NamedTuple):
    """Afterstates, and what they turned out to be worth."""

    rows: Facts
    targets: Floats


class Progress(NamedTuple):
    """How far a run has come."""

    games: int
    seconds: float
    loss: float
    strength: float | None
    """The share of games won against the frozen opponent, as last measured."""


@dataclass
class Learner:
    """All that a run needs to go on."""

    plan: Plan
    network: Network
    adam: Adam
    games: int = 0
    seconds: float = 0.0
    loss: float = 0.0
    strength: float | None = None

    @classmethod
    def fresh(cls, plan: Plan) -> Learner:
        """Begin a run."""
        network = Network.random(plan.seed)
        return cls(plan, network, Adam.of(network))

    @property
    def done(self) -> float:
        """How much of the run is over, from 0 to 1."""
        return min(1.0, self.games / self.plan.games)

    @property
    def explore(self) -> float:
        """How often any action is tried now: falling evenly over the first three quarters of the run."""
        first, last = self.plan.explore
        return first + (last - first) * min(1.0, self.done / 0.75)

    @property
    def rate(self) -> float:
        """Adam's step now: falling by a constant factor."""
        first, last = self.plan.rates
        return float(first * (last / first) ** self.done)

    def learn(self, lesson: Lesson) -> None:
        """Go once through a lesson and its mirror image, in random order."""
        rows = np.concatenate([lesson.rows, lesson.rows[:, f.MIRROR]])
        targets = np.concatenate([lesson.targets, lesson.targets])
        order = np.random.default_rng([self.plan.seed, self.games, 1]).permutation(len(rows))
        losses = []
        for i in range(0, len(order) - self.plan.batch + 1, self.plan.batch):
            some = order[i : i + self.plan.batch]
            gradient, loss = self.network.gradient(inputs(rows[some]).dense(), targets[some], self.plan.weight)
            self.adam.step(self.network, gradient, self.rate)
            losses.append(loss)
        self.loss = float(np.mean(losses)) if losses else 0.0

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        state = {
            "plan": asdict(self.plan), "games": self.games, "seconds": self.seconds, "loss": self.loss,
            "strength": self.strength, "steps": self.adam.steps,
        }  # fmt: skip
        arrays = {
            f"{name}{i}": layer
            for name, layers in (
                ("w", self.network.layers), ("mean", self.adam.mean), ("square", self.adam.square)
            )
            for i, layer in enumerate(layers)
        }  # fmt: skip
        aside = path.with_suffix(".part")
        with aside.open("wb") as file:
            np.savez(file, state=np.array(json.dumps(state)), **arrays)  # type: ignore[arg-type]
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)

    @classmethod
    def load(cls, path: Path, plan: Plan | None = None) -> Learner:
        """Read a checkpoint.

        Args:
            path: The file.
            plan: What to do from now on, instead of what the run was begun with.
        """
        with np.load(path) as arrays:
            state = json.loads(str(arrays["state"]))
            count = sum(name.startswith("w") for name in arrays.files)
            layers, mean, square = ([arrays[f"{name}{i}"] for i in range(count)] for name in ("w", "mean", "square"))
        begun = Plan(**{key: tuple(v) if isinstance(v, list) else v for key, v in state["plan"].items()})
        adam = Adam(mean, square, state["steps"])
        return cls(
            plan or begun, Network(layers), adam, state["games"], state["seconds"], state["loss"], state["strength"]
        )


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


def train(
    learner: Learner, folder: Path, executor: Executor, report: Callable[[Progress], None], *, ahead: int = 2
) -> None:
    """Train until the plan is done, writing `checkpoint.npz` and `progress.jsonl` as it goes.

    While one iteration is learnt from, the next ones are being played with the weights of before.

    Args:
        learner: The run, fresh or resumed.
        folder: Where to write.
        executor: Who plays.
        report: Called after each iteration.
        ahead: How many iterations are played at the same time.
    """
    plan = learner.plan
    folder.mkdir(parents=True, exist_ok=True)
    began, saved = time.monotonic() - learner.seconds, time.monotonic()
    next_game = learner.games
    played: deque[list[Future[Lesson]]] = deque()
    strength: Future[float] | None = None
    while learner.games < plan.games:
        while len(played) < ahead:
            played.append(_play_iteration(learner, executor, next_game))
            next_game += plan.iteration
        lessons_ = [future.result() for future in played.popleft()]
        learner.learn(Lesson(*(np.concatenate(parts) for parts in zip(*lessons_, strict=True))))
        learner.games += plan.iteration
        learner.seconds = time.monotonic() - began
        if strength is not None and strength.done():
            learner.strength, strength = strength.result(), None
            _note(folder, learner)
        if learner.games // plan.iteration % plan.measure == 0:
            strength = executor.submit(measure, learner.network.copy(), plan.seed, learner.games, plan.measured_games)
        report(Progress(learner.games, learner.seconds, learner.loss, learner.strength))
        if time.monotonic() - saved > 30:
            learner.save(folder / "checkpoint.npz")
            saved = time.monotonic()
    for futures in played:
        for future in futures:
            future.cancel()
    learner.save(folder / "checkpoint.npz")


def _play_iteration(learner: Learner, executor: Executor, first: int) -> list[Future[Lesson]]:
    plan, network = learner.plan, learner.network.copy()
    return [
        executor.submit(self_play, network, plan.seed, first + i, plan.chunk, learner.explore, plan.trust)
        for i in range(0, plan.iteration, plan.chunk)
    ]


def _note(folder: Path, learner: Learner) -> None:
    line = {
        "games": learner.games, "seconds": round(learner.seconds, 1), "loss": round(learner.loss, 5),
        "strength": learner.strength, "rate": learner.rate, "explore": learner.explore,
    }  # fmt: skip
    with (folder / "progress.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")
