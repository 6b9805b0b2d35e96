"""Speed of the environments: `python benchmarks/environments.py [--rounds N] [--seconds S]`.

Whole games of random legal actions on one core, in CPU time. Each row but the first also writes at every action what
the seat to act observes and which actions are legal. The rounds of all rows take turns, so that a slow moment of the
machine slows all of them, and the best round of each counts. For comparison there are games of OpenSpiel itself, in C++
and in Python, where the extra `rl` is installed.

Last comes how fast the first 600 games of a new process are, compared with what follows in the same process.
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from naishi import Deal, Position
from naishi.games.naishi.envs.batch import Batch, ExpansionBatch
from naishi.games.naishi.envs.encoded_game import EncodedGame

SIZES = 4096, 16384, 32768, 65536
CPP = "kuhn_poker", "leduc_poker", "backgammon", "gin_rummy"
PYTHON = "python_kuhn_poker", "python_tic_tac_toe", "python_liars_poker"
COLD = 600

Games = Iterator[tuple[int, int]]
"""Plays for ever; yields how many games have ended and how many actions were played since the last time."""


class Rate(NamedTuple):
    """What a row of the table says, a second."""

    games: float
    actions: float


def positions() -> Games:
    """Play with `Position`, observing nothing."""
    chance, number = random.Random(1), 0
    while True:
        number += 1
        position = Position(Deal.random(number))
        while actions := position.legal_actions():
            position.push(actions[int(chance.random() * len(actions))])
        position.totals()
        yield 1, position.ply()


def encoded() -> Games:
    """Play one game after the other by numbers, with an encoded view and a mask at each action."""
    chance, number = random.Random(1), 0
    while True:
        number += 1
        game, played = EncodedGame(Deal.random(number)), 0
        while (seat := game.turn) is not None:
            game.row(seat)
            game.play(chance.choice(game.mask(seat).nonzero()[0].tolist()))
            played += 1
        yield 1, played


def batch(size: int, kind: type[Batch | ExpansionBatch] = Batch) -> Games:
    """Play many games at once, with all observations and masks written at each action."""
    games = kind(size, seed=1)
    while True:
        games.observations()
        games.masks()
        yield int(games.step(games.random_actions()).over.sum()), size


def aec() -> Games:
    """Play with PettingZoo."""
    from naishi.games.naishi.envs import naishi_v0  # noqa: PLC0415 - an extra

    env, chance = naishi_v0.env(), random.Random(1)
    while True:
        env.reset()
        played = 0
        for _agent in env.agent_iter():
            observation, _reward, over, _cut, _info = env.last()
            env.step(None if over else chance.choice(observation["action_mask"].nonzero()[0].tolist()))
            played += not over
        yield 1, played


def spiel(name: str) -> Games:
    """Play a game of OpenSpiel."""
    chance, game = random.Random(1), load(name)
    has_observations = observes(game)
    while True:
        state, played = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
                continue
            (state.observation_tensor if has_observations else state.information_state_tensor)(state.current_player())
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            played += 1
        state.returns()
        yield 1, played


def load(name: str) -> Any:
    """Load a game of OpenSpiel."""
    import pyspiel  # noqa: PLC0415 - an extra
    from open_spiel.python import games  # noqa: F401, PLC0415 - registers those in Python

    from naishi.games.naishi.envs import spiel  # noqa: F401, PLC0415 - registers ours

    return pyspiel.load_game(name)


def observes(game: Any) -> bool:
    """Return whether a game of OpenSpiel has observation tensors."""
    return bool(game.get_type().provides_observation_tensor)


def timed(games: Games, seconds: float) -> Rate:
    """Play for some seconds of CPU time."""
    ended = played = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        more, actions = next(games)
        ended, played = ended + more, played + actions
    return Rate(ended / spent, played / spent)


def rows() -> dict[str, Games]:
    """Return what is timed, by its name."""
    found = {"Position, nothing observed": positions(), "one game after the other": encoded()}
    found |= {f"batch of {size}": batch(size) for size in SIZES}
    found["batch of 1024 with the expansion"] = batch(1024, ExpansionBatch)
    if find_spec("pettingzoo") is not None:
        found["PettingZoo"] = aec()
    if find_spec("pyspiel") is not None:
        from naishi.games.naishi.envs.spiel import SMALL  # noqa: PLC0415 - an extra

        found["OpenSpiel"] = spiel("naishi")
        found["OpenSpiel, three cards left"] = spiel(f"naishi(position={SMALL})")
        found |= {f"{name} (OpenSpiel, C++)": spiel(name) for name in CPP}
        found |= {f"{name} (OpenSpiel, Python)": spiel(name) for name in PYTHON}
    return found


def compare(rounds: int, seconds: float) -> None:
    """Print the table."""
    all_games = rows()
    for games in all_games.values():
        timed(games, seconds)  # what is filled on the way is full then
    best = dict.fromkeys(all_games, Rate(0, 0))
    for _round in range(rounds):
        for name, games in all_games.items():
            best[name] = max(best[name], timed(games, seconds))
    of_positions = best["Position, nothing observed"].games
    print(f"{'':<42}{'games a second':>16}{'actions a second':>18}{'× Position':>12}")
    for name, rate in best.items():
        times = "" if "(" in name else f"{rate.games / of_positions:.2f}"
        print(f"{name:<42}{rate.games:>16,.0f}{rate.actions:>18,.0f}{times:>12}")


def cold() -> None:
    """Print the speed of the first games of this process, and that of later ones."""
    games = positions()
    first = rate_of(COLD, games)
    rate_of(15_000, games)
    print(first, max(rate_of(1500, games) for _again in range(3)))


def rate_of(number: int, games: Games) -> float:
    """Play so many games; return how many that is a second."""
    started = time.process_time()
    for _game in range(number):
        next(games)
    return number / (time.process_time() - started)


def compare_cold(rounds: int) -> None:
    """Print how fast the first games of new processes are."""
    shares = []
    for _round in range(rounds):
        output = subprocess.run([sys.executable, __file__, "--cold"], capture_output=True, text=True, check=True).stdout
        first, later = map(float, output.split())
        shares.append(first / later)
    middle = sorted(shares)[len(shares) // 2]
    print(f"\nThe first {COLD} games of a process: {middle:.0%} of the later rate")
    print(f"  (middle of {rounds} processes, {min(shares):.0%} to {max(shares):.0%})")


def search(seconds: float) -> None:
    """Print what a simulation of IS-MCTS is made of: a state drawn for a seat, and random play to its end."""
    chance, game = random.Random(1), load("naishi")
    states: list[Any] = []
    for _game in range(5):
        play_out(game.new_initial_state(), chance, states)

    def draw_again() -> Games:
        for state in cycle(states):
            state.resample_from_infostate(state.current_player(), chance.random)
            yield 1, 0

    def play_on() -> Games:
        for state in cycle(states):
            play_out(state.clone(), chance)
            yield 1, 0

    drawn, ended = (1 / timed(work, seconds).games for work in (draw_again(), play_on()))
    print(f"\nOpenSpiel: a state drawn again {1e3 * drawn:.2f} ms, played to its end {1e3 * ended:.2f} ms")
    print(f"  ({drawn / (drawn + ended):.0%} of both together is drawing)")


def play_out(state: Any, chance: random.Random, passed: list[Any] | None = None) -> None:
    """Play at random to the end, and keep each state where a seat was to act."""
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        if passed is not None:
            passed.append(state.clone())
        state.apply_action(chance.choice(state.legal_actions()))


def main() -> None:
    """Time everything and print it."""
    parser = argparse.ArgumentParser(description="Time the environments of Naishi.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each row; the best one counts (default: 5)")
    parser.add_argument("--seconds", type=float, default=0.7, help="CPU seconds of a round (default: 0.7)")
    parser.add_argument("--cold", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.cold:
        cold()
        return
    print(f"Python {platform.python_version()}\n")
    compare(arguments.rounds, arguments.seconds)
    if find_spec("pyspiel") is not None:
        search(arguments.seconds)
    compare_cold(arguments.rounds)


if __name__ == "__main__":
    main()
