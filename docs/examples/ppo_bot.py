"""Bot with a policy learned by ppo.py; needs only NumPy.

PYTHONPATH=docs/examples naishi arena ppo_bot:itself novice --games 1000

Policies are read from docs/examples/policies, or from the folder that NAISHI_POLICIES names.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi import NO_CARD, VIEW_COLUMNS, Action, PlayerView, encode_view
from naishi.bots.protocol import Clock
from naishi.games.naishi.bots.engine.turns import exact_at_end
from naishi.games.naishi.bots.engine.weights import shipped_evaluation
from naishi.games.naishi.bots.players.learned import outside_turns, turns_of

Floats = npt.NDArray[np.float32]

ACTIONS = 131
"""The actions of the base game."""
BASE = VIEW_COLUMNS["expansion"].start
"""The columns of a view that the base game needs."""
_CARD_FIELDS = (
    "own_cards", "their_line", "their_hand", "tops", "sure_gift", "dealt", "copies", "their_copies", "top_discard",
)  # fmt: skip
_CARDS = np.concatenate([np.arange(BASE)[VIEW_COLUMNS[name]] for name in _CARD_FIELDS])
_COUNTS = np.setdiff1d(np.arange(BASE), _CARDS)
_ONE_HOT = np.eye(NO_CARD + 1, dtype=np.float32)

INPUTS = len(_CARDS) * (NO_CARD + 1) + len(_COUNTS)
"""The number of inputs of a policy."""


class Decisions(NamedTuple):
    """What a policy reads, and what it chooses from."""

    inputs: int
    options: int
    of: Callable[[PlayerView], tuple[Floats, dict[int, Action]]]
    """Returns the inputs, and the options that there are by their numbers."""
    first: float = 0.0
    """How much more option 0 is preferred before anything has been learned."""


def inputs(view: PlayerView) -> Floats:
    """Return an encoded view as a policy reads it: cards one-hot, for their numbers mean nothing; the rest in fours."""
    row = np.array(encode_view(view)[:BASE])
    return np.concatenate([_ONE_HOT[row[_CARDS]].ravel(), row[_COUNTS].astype(np.float32) / 4])


def every_action(view: PlayerView) -> tuple[Floats, dict[int, Action]]:
    """Return what can be done by the number of the action."""
    return inputs(view), {action.code: action for action in view.legal_actions}


def best_turns(view: PlayerView) -> tuple[Floats, dict[int, Action]]:
    """Return how the turns begin that the bots' network finds best, the best one first, and read its values."""
    evaluate, values = exact_at_end(shipped_evaluation()), np.zeros((TURNS, 2), dtype=np.float32)
    if (action := outside_turns(view, evaluate, seed=0)) is not None:
        options = [action]
    else:
        turns = turns_of(view, evaluate)
        best = turns.different(0, TURNS)
        best = [turn for turn in best if turns.values[turn, 0] >= turns.values[best[0], 0] - CLOSE]
        options = [turns.actions(turn)[0] for turn in best]
        values[: len(best)] = turns.values[best] / (1, 20)  # the chance to win, and the lead in points
    return np.concatenate([values.ravel(), inputs(view)]), dict(enumerate(options))


TURNS, CLOSE = 4, 0.05
"""How many turns there are to choose from, and how far from the best one, in chances to win."""
EVERY_ACTION = Decisions(INPUTS, ACTIONS, every_action)
BEST_TURNS = Decisions(2 * TURNS + INPUTS, TURNS, best_turns, first=1)
"""A policy of these plays like the quick bot before it has learned anything, but doesn't look ahead."""


class Policy:
    """A network from what a seat knows to how much it prefers each action."""

    def __init__(self, layers: Sequence[tuple[Floats, Floats]]) -> None:
        """Make a policy of the weights and biases of its layers."""
        self.layers = layers

    @classmethod
    def read(cls, file: Path) -> Policy:
        """Read a policy."""
        with np.load(file) as saved:
            arrays = [saved[f"arr_{number}"].astype(np.float32) for number in range(len(saved.files))]
        return cls([*zip(arrays[::2], arrays[1::2], strict=True)])

    def write(self, file: Path) -> None:
        """Write it, in half precision."""
        np.savez_compressed(file, *[array.astype(np.float16) for layer in self.layers for array in layer])

    def choose(self, values: Floats, options: Sequence[int], chance: np.random.Generator | None = None) -> int:
        """Return the option that it prefers or, with chance, draw one, each as likely as it is preferred."""
        for weight, bias in self.layers[:-1]:
            values = np.maximum(weight @ values + bias, 0)
        weight, bias = self.layers[-1]
        preferred = weight[options] @ values + bias[options]
        if chance is not None:
            preferred = preferred + chance.gumbel(size=len(options))
        return options[int(preferred.argmax())]


class PolicyBot:
    """Plays by a policy."""

    def __init__(self, policy: Policy, decisions: Decisions, chance: np.random.Generator | None = None) -> None:
        """Make a bot that always plays what is preferred or, with chance, draws its actions."""
        self._policy, self._decisions, self._chance = policy, decisions, chance

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose an action."""
        values, options = self._decisions.of(view)
        return options[self._policy.choose(values, [*options], self._chance)]


def trained(name: str, decisions: Decisions, seed: int = 0) -> PolicyBot:
    """Make a bot of a policy file; it plays the same with each seed."""
    folder = Path(os.environ.get("NAISHI_POLICIES", Path(__file__).parent / "policies"))
    return PolicyBot(Policy.read(folder / f"{name}.npz"), decisions)


random, novice, itself = (partial(trained, name, EVERY_ACTION) for name in ("random", "novice", "itself"))
"""Have learned against random actions, the novice, and themselves."""
response = partial(trained, "response", BEST_TURNS)
"""Has learned to beat the quick bot, and nobody else."""
