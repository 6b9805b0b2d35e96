"""A training run: its plan and its state."""

import io
import json
import zipfile
import zlib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naishi.common.files import write_atomically
from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.bots.engine.network import Adam, Floats, Network, inputs_of
from naishi.games.naishi.bots.engine.observation import Observations, mirrored


class CheckpointError(NaishiError):
    """A checkpoint can't be resumed."""


@dataclass(frozen=True)
class Plan:
    """The parameters of a run."""

    games: int = 1_000_000
    """The number of games in all."""
    seed: int = 1
    iteration: int = 512
    """The number of games between two updates of the weights that play."""
    chunk: int = 128
    """The number of games that one process plays together."""
    trust: float = 0.7
    """λ: the weight of later results against the next value. With a teacher, the weight of what a position as a whole
    turned out to be worth: mostly the luck of one world, while the differences between its turns count in full."""
    rates: tuple[float, float] = (1e-3, 3e-5)
    """Adam's first and last learning rate."""
    explore: tuple[float, float] = (0.1, 0.01)
    """The first and the last probability of a random action."""
    batch: int = 512
    weight: float = 0.5
    """The weight of the margin's error relative to the chance's."""
    measure: int = 50
    """The number of iterations between two measurements of strength."""
    measured_games: int = 800


SEARCH_PLAN = Plan(games=50_000, chunk=256, trust=0.5, explore=(0.08, 0.08), weight=1.0, measure=20)
"""To improve weights by search. A game has about a hundred examples there, and takes ten times as long. Its margins are
less a matter of luck than who wins, so they weigh more."""
EXPANSION_PLAN = Plan(
    games=60_000, trust=1.0, iteration=256, rates=(5e-4, 5e-5), explore=(0.02, 0.01), batch=256, measure=20,
    measured_games=200,
)  # fmt: skip
"""To learn the expansion, with small steps from the start: much is known from the base game. From results alone: as
long as values are rough, the best of many is too high, and each learns it from the next."""

AVERAGE_STEP = 1e-3
"""The share of the averaged weights that each step replaces."""

SETS = "w", "mean", "square", "average", "teacher"
"""The arrays in a checkpoint: weights, Adam's two moments, averaged weights, and the teacher's if there is one."""


class Examples(NamedTuple):
    """Afterstates and their training targets."""

    rows: Observations
    targets: Floats


@dataclass
class Learner:
    """A run and its state."""

    plan: Plan
    network: Network
    adam: Adam
    average: Network
    """The weights averaged over the last steps. They are less noisy, so these play and are published.
    (Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992.)"""
    games: int = 0
    seconds: float = 0.0
    loss: float = 0.0
    strength: float | None = None
    """The share of games won against the frozen opponent, at the last measurement."""
    teacher: Network | None = None
    """The weights that play and search, to be improved; None to learn from self-play alone."""

    @classmethod
    def fresh(cls, plan: Plan, network: Network | None = None, teacher: Network | None = None) -> "Learner":
        """Begin a run with a network, or with random weights."""
        network = Network.random(plan.seed) if network is None else network.copy()
        return cls(plan, network, Adam.of(network), network.copy(), teacher=teacher)

    @property
    def speed(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def done(self) -> float:
        return min(1.0, self.games / self.plan.games)

    @property
    def explore(self) -> float:
        """The current probability of a random action: falls linearly over the first three quarters of the run."""
        first, last = self.plan.explore
        return first + (last - first) * min(1.0, self.done / 0.75)

    @property
    def rate(self) -> float:
        """Adam's current learning rate: falls exponentially."""
        first, last = self.plan.rates
        return float(first * (last / first) ** self.done)

    def learn(self, examples: Examples) -> None:
        """Train on examples and their mirror images once, in random order."""
        rows = np.concatenate([examples.rows, mirrored(examples.rows)])
        targets = np.concatenate([examples.targets, examples.targets])
        order = np.random.default_rng([self.plan.seed, self.games, 1]).permutation(len(rows))
        losses = []
        for i in range(0, len(order) - self.plan.batch + 1, self.plan.batch):
            some = order[i : i + self.plan.batch]
            gradient, loss = self.network.gradient(inputs_of(rows[some]).dense(), targets[some], self.plan.weight)
            self.adam.step(self.network, gradient, self.rate)
            for average, layer in zip(self.average.layers, self.network.layers, strict=True):
                np.add(average * np.float32(1 - AVERAGE_STEP), layer * np.float32(AVERAGE_STEP), out=average)
            losses.append(loss)
        self.loss = float(np.mean(losses)) if losses else 0.0

    def save(self, path: Path) -> None:
        state = {
            "plan": asdict(self.plan), "games": self.games, "seconds": self.seconds, "loss": self.loss,
            "strength": self.strength, "steps": self.adam.steps,
        }  # fmt: skip
        teacher = [] if self.teacher is None else self.teacher.layers
        sets = self.network.layers, self.adam.mean, self.adam.square, self.average.layers, teacher
        arrays = {f"{name}{i}": each for name, some in zip(SETS, sets, strict=True) for i, each in enumerate(some)}
        file = io.BytesIO()
        np.savez(file, state=np.array(json.dumps(state)), **arrays)  # type: ignore[arg-type]
        write_atomically(path, file.getvalue(), mode=0o666)

    @classmethod
    def load(cls, path: Path, games: int | None = None) -> "Learner":
        """Read a checkpoint.

        Args:
            games: How many games to play in all, instead of the number in the plan.

        Raises:
            CheckpointError: It is damaged.
        """
        try:
            with np.load(path, allow_pickle=False) as arrays:
                state = json.loads(str(arrays["state"]))
                count = sum(name.startswith("w") for name in arrays.files)
                names = SETS if "teacher0" in arrays.files else SETS[:-1]
                weights, mean, square, *networks = [[arrays[f"{name}{i}"] for i in range(count)] for name in names]
            fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in state["plan"].items()}
            begun = Plan(**fields)
            return cls(
                begun if games is None else replace(begun, games=games), Network(weights),
                Adam(mean, square, state["steps"]), Network(networks[0]),
                state["games"], state["seconds"], state["loss"], state["strength"], *map(Network, networks[1:]),
            )  # fmt: skip
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise CheckpointError(_("{path} is not a checkpoint of a training run.").format(path=path)) from error
