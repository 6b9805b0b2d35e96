"""How fast the rules are: `python benchmarks/rules.py [--rounds N]`.

Each line is the best of several rounds. Beside it stands its cost in steps of a fixed loop of plain Python, timed in
the same rounds, so that figures taken on a busy machine, or on two machines, can still be compared.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from naishi import Deal, Game, GameRecord, Position, Territory, perft, score

GAMES = 500
CALIBRATION_STEPS = 200_000
OPENING = "MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -"
EXAMPLE = "fort sentinel advisor banner rice / fort mountain naishi rice rice"
NINJAS = "fort ninja advisor banner rice / monk ninja naishi rice rice"
COPIES = {"L2": "monk", "H2": "advisor"}


def calibrate() -> None:
    """Do some plain Python that never changes."""
    total = 0
    for i in range(CALIBRATION_STEPS):
        total += i & 3


def play_out(deals: list[Deal]) -> int:
    """Play each deal to its end at random, the legal actions listed at every step; count the actions."""
    chance = random.Random(1)
    done = 0
    for deal in deals:
        position = Position(deal)
        while actions := position.legal_actions():
            position.push(actions[int(chance.random() * len(actions))])
            done += 1
    return done


def random_game(seed: int) -> Game:
    """Play a game to its end at random."""
    chance, game = random.Random(seed), Game.new(seed=seed)
    while actions := game.legal_actions():
        game.play(chance.choice(actions))
    return game


def repeated(times: int, work: Callable[[], object]) -> Callable[[], None]:
    """Make one piece of work long enough to be timed."""

    def run() -> None:
        for _ in range(times):
            work()

    return run


@dataclass(frozen=True)
class Task:
    """Something to time."""

    name: str
    unit: str
    count: int
    """How many units one run does."""
    run: Callable[[], object]


def timed(work: Callable[[], object]) -> float:
    """Time one run, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def best(task: Task, rounds: int) -> tuple[float, float]:
    """Time a task.

    Returns:
        The seconds of its best run, and how many steps of the best calibration that is.
    """
    task.run()
    loops, runs = zip(*((timed(calibrate), timed(task.run)) for _ in range(rounds)), strict=True)
    return min(runs), min(runs) / min(loops) * CALIBRATION_STEPS


def tasks() -> list[Task]:
    """List what is timed."""
    deals = [Deal.random(seed) for seed in range(GAMES)]
    actions = play_out(deals)
    games = [random_game(seed) for seed in range(20)]
    records = [game.record for game in games]
    replayed = sum(len(record.actions) for record in records)
    midway = Game(records[0].model_copy(update={"cursor": len(records[0].actions) * 2 // 3}))
    text = records[0].model_dump_json()
    opening = Position.from_text(OPENING)
    fresh = [Position.from_text(OPENING) for _ in range(2000)]
    example, ninjas = Territory.from_text(EXAMPLE), Territory.from_text(NINJAS)

    def list_actions() -> None:
        for position in fresh:
            position._legal = None
            position.legal_actions()

    return [
        Task("random games", "games", GAMES, lambda: play_out(deals)),
        Task("random actions", "actions", actions, lambda: play_out(deals)),
        Task("legal_actions, not yet known", "lists", len(fresh), list_actions),
        Task("copy of a position", "copies", 2000, repeated(2000, opening.copy)),
        Task("score, the rulebook's example", "sheets", 500, repeated(500, lambda: score(example))),
        Task("score, two ninjas", "sheets", 500, repeated(500, lambda: score(ninjas, COPIES))),
        Task("view, in play", "views", 200, repeated(200, lambda: midway.view(0))),
        Task("view, game over", "views", 100, repeated(100, lambda: games[0].view(0))),
        Task("view to JSON", "views", 100, repeated(100, midway.view(0).model_dump_json)),
        Task("replay of a record", "actions", replayed, lambda: [Game(record) for record in records]),
        Task("record from JSON", "records", 50, repeated(50, lambda: GameRecord.model_validate_json(text))),
        Task("perft 4 from the opening", "leaves", 1_838_100, lambda: perft(opening, 4)),
    ]


def main() -> None:
    """Time everything and print a table."""
    parser = argparse.ArgumentParser(description="Time the rules of Naishi.")
    parser.add_argument("--rounds", type=int, default=7, help="runs of each task; the best one counts (default: 7)")
    rounds = parser.parse_args().rounds
    print(f"Python {platform.python_version()}, best of {rounds} rounds\n")
    print(f"{'task':<32}{'a second':>14} {'unit':<10}{'µs each':>10}{'loop steps each':>18}")
    for task in tasks():
        seconds, ratio = best(task, rounds)
        each = seconds / task.count
        print(f"{task.name:<32}{1 / each:>14,.0f} {task.unit:<10}{each * 1e6:>10.2f}{ratio / task.count:>18.1f}")


if __name__ == "__main__":
    main()
