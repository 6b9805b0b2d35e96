"""MaskablePPO training against a bot; needs `pip install -e '.[ppo]'`.

python docs/examples/ppo.py runs/novice --against novice --hours 0.5
python docs/examples/ppo.py runs/itself --against itself --hours 1 --seed 2
python docs/examples/ppo.py runs/response --against quick --choose turns --gae-lambda 0.6 --ent-coef 0.02 --envs 8

The folder gets policy.npz, which ppo_bot.py plays, and progress.jsonl, the curve. The same line again goes on with the
run, up to as many hours altogether.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy: the matrices are small, and more threads wait for each other

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from ppo_bot import BEST_TURNS, EVERY_ACTION, Decisions, Floats, Policy, PolicyBot
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import naishi
from naishi.bots import Bot, Clock, make, register
from naishi.bots.arena.games import play, schedule
from naishi.bots.arena.ratings import wilson

Opponents = Callable[[int], Bot]
"""Makes the opponent of a game from a seed."""

ITSELF = "itself"
MEASURES = "random", "novice"
"""The bots that the curve is measured with, where there is no other opponent."""


class OneSeat(gymnasium.Env[Floats, int]):
    """The base game for one seat, which is drawn by lot; a bot plays the other."""

    def __init__(self, opponents: Opponents, decisions: Decisions) -> None:
        self.observation_space = spaces.Box(-8, 8, (decisions.inputs,), np.float32)
        self.action_space = spaces.Discrete(decisions.options)
        self._opponents, self._decisions = opponents, decisions
        self._options: dict[int, naishi.Action] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Deal, and play up to the first decision of the seat."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 62))
        self._game = naishi.Game.new(deal=naishi.Deal.random(number))
        self._seat, self._opponent = number % 2, self._opponents(number)
        return self._go_on(), {}

    def step(self, action: int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's up to the next decision of the seat.

        A win brings 1, a loss -1. The lead counts a little, too, so that who loses every game learns from it.
        """
        if action not in self._options:
            raise ValueError(f"there is no option {action} now; action_masks() says which there are")
        self._game.play(self._options[int(action)])
        row, outcome = self._go_on(), self._game.outcome
        if outcome is None:
            return row, 0.0, False, False, {}
        lead = outcome.sheets[self._seat].total - outcome.sheets[1 - self._seat].total
        won = 0 if outcome.winner is None else 1 if outcome.winner == self._seat else -1
        return row, won + lead / 100, True, False, {}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which options there are."""
        return np.isin(np.arange(self._decisions.options), [*self._options])

    def _go_on(self) -> Floats:
        while self._game.turn == 1 - self._seat:
            self._game.play(self._opponent.choose(self._game.view(1 - self._seat), Clock()))
        if self._game.turn is None:
            self._options = {}
            return np.zeros(self._decisions.inputs, dtype=np.float32)
        values, self._options = self._decisions.of(self._game.view(self._seat))
        return values


class Earlier:
    """Opponents that a run has been itself: the latest half of the time, else any before."""

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions
        self._policies: list[Policy] = []

    def read(self, folder: Path) -> None:
        """Read those that have been added to a folder."""
        for file in sorted(folder.glob("*.npz"))[len(self._policies) :]:
            self._policies.append(Policy.read(file))

    def __call__(self, seed: int) -> Bot:
        """Make the opponent of a game."""
        chance = np.random.default_rng(seed)
        which = -1 if chance.random() < 0.5 else int(chance.integers(len(self._policies)))
        return PolicyBot(self._policies[which], self._decisions, chance)


class Run:
    """What a folder contains: the run so far, its curve and its policies."""

    def __init__(self, folder: Path, decisions: Decisions, measures: Sequence[str]) -> None:
        self.folder, self.checkpoint, self.policies = folder, folder / "checkpoint.zip", folder / "policies"
        self.decisions, self.measures = decisions, measures
        self._curve = folder / "progress.jsonl"
        self.policies.mkdir(parents=True, exist_ok=True)
        lines = self._curve.read_text(encoding="utf-8").splitlines() if self._curve.exists() else []
        self.seconds = float(json.loads(lines[-1])["cpu_seconds"]) if lines else 0.0
        """The CPU time spent on learning."""

    def keep(self, model: MaskablePPO, games: int) -> dict[str, Any]:
        """Write everything down, with what the policy now wins against the bots that the curve is measured with."""
        policy = exported(model)
        policy.write(self.policies / f"{model.num_timesteps:09}.npz")
        policy.write(self.folder / "policy.npz")
        point = {"steps": model.num_timesteps, "cpu_seconds": round(self.seconds, 3), "games": games}
        point |= {other: share(PolicyBot(policy, self.decisions), other, games) for other in self.measures}
        model.save(self.checkpoint)
        with self._curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")
        return point


def exported(model: MaskablePPO) -> Policy:
    """Return the policy of a model, without what only learning needs."""
    layers = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    linear = [layer for layer in layers if isinstance(layer, torch.nn.Linear)]
    return Policy([(each.weight.detach().numpy().copy(), each.bias.detach().numpy().copy()) for each in linear])


def share(bot: Bot, other: str, games: int) -> tuple[float, float, float]:
    """Return the share of games that a bot wins against another and its 95 % interval, on the arena's paired deals."""
    register("ppo", lambda seed: bot)
    results = [play(pairing, limit=60) for pairing in schedule(["ppo", other], games, seed=1)]
    won = sum(0.5 if each.winner is None else each.pairing.bots[each.winner] == "ppo" for each in results)
    return wilson(won, len(results))


class Sizes(NamedTuple):
    """How much is done before what comes next."""

    envs: int
    """Games at once."""
    steps: int
    """Decisions in each of them before the policy is updated."""
    updates: int
    """Updates before a point of the curve."""
    games: int
    """Games against each bot for a point of the curve."""


def model_for(run: Run, opponents: Opponents, seed: int, sizes: Sizes, **more: float) -> MaskablePPO:
    """Return the model of a run that goes on, or of one that begins."""
    env = DummyVecEnv([lambda: OneSeat(opponents, run.decisions)] * sizes.envs)
    if run.checkpoint.exists():
        model = MaskablePPO.load(run.checkpoint, env=env)
        env.seed(seed + model.num_timesteps)  # not with the first deals again
        return model
    env.seed(seed)
    model = MaskablePPO(
        "MlpPolicy", env, seed=seed, n_steps=sizes.steps, batch_size=min(1024, sizes.envs * sizes.steps), n_epochs=4,
        gamma=1.0, learning_rate=5e-4, **more,
        policy_kwargs={"net_arch": [256, 128], "activation_fn": torch.nn.ReLU},
    )  # fmt: skip
    with torch.no_grad():
        model.policy.action_net.bias[0] += run.decisions.first
    return model


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--against", required=True, metavar="BOT", help="A bot, as for `naishi arena`, or `itself`.")
@click.option("--hours", default=0.5, show_default=True, help="CPU time of learning, in all.")
@click.option("--seed", default=1, show_default=True)
@click.option("--gae-lambda", default=0.95, show_default=True, help="Less trusts the critic more, and is less noisy.")
@click.option("--ent-coef", default=0.005, show_default=True, help="How much variety is worth.")
@click.option("--choose", default="actions", type=click.Choice(["actions", "turns"]), help="Turns: of the best four.")
@click.option("--envs", default=32, show_default=True, help="Games at once.")
@click.option("--steps", default=256, show_default=True, help="Decisions in each of them before an update.")
@click.option("--updates", default=24, show_default=True, help="Updates before a point of the curve.")
@click.option("--games", default=200, show_default=True, help="Games against each bot for a point of the curve.")
def main(folder: Path, against: str, choose: str, hours: float, seed: int, **more: Any) -> None:
    """Learn to play with MaskablePPO."""
    torch.set_num_threads(1)
    size = Sizes(*[more.pop(name) for name in Sizes._fields])
    decisions = BEST_TURNS if choose == "turns" else EVERY_ACTION
    earlier = Earlier(decisions)
    opponents: Opponents = earlier if against == ITSELF else partial(make, against)
    if against != ITSELF:
        try:
            make(against)
        except naishi.NaishiError as error:
            raise click.ClickException(str(error)) from error
    run = Run(folder, decisions, MEASURES if against == ITSELF else [against])
    model = model_for(run, opponents, seed, size, **more)
    if not run.checkpoint.exists():
        click.echo(json.dumps(run.keep(model, size.games)))
    while run.seconds < hours * 3600:
        earlier.read(run.policies)
        began = time.process_time()
        model.learn(size.updates * size.envs * size.steps, reset_num_timesteps=False, log_interval=None)
        run.seconds += time.process_time() - began
        click.echo(json.dumps(run.keep(model, size.games)))


if __name__ == "__main__":
    main()
