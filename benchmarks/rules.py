"""Speed of the rules: `python benchmarks/rules.py [--game NAME] [--rounds N] [--games N]`.

The headline is whole random games: draw a deal, play random legal actions to the end, count both totals. Every deal is
a new one and every round a new process, so that nothing is known before. CPU time is measured. The reference, one step
of a fixed loop of plain Python, is timed between the games: a slow or busy machine slows both, so the cost of a game in
steps is what to compare. The goal is 8,000 games a second on an idle core that does a step in 30 ns: at most 4,166
steps a game. The same is done with the expansion, in the same run: the goal is 60 % of the speed of base games.

Each line below is the best of several rounds of something repeated, so everything is known from the round before.

Of Ninjato, whole random games of two, three and four players are timed: at most 5 ms each on an idle core.
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import shogun
from reference import CALIBRATION_STEPS, IDLE_STEP, calibrate

from naishi import Card, Cell, Deal, Game, GameRecord, Position, Territory, encode_view, perft, score, total
from naishi.games.ninjato.rules import NinjatoRules
from naishi.tabletop.chance import Chance

GAMES = 500
BATCH = 50
STEPS_A_BATCH = 20_000
OPENING = "MMMMMM/MMMMMM/MMMMMM/MMMMMM/MMMMMM MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -"
EXAMPLE = "fort sentinel advisor banner rice / fort mountain naishi rice rice"
NINJAS = "fort ninja advisor banner rice / monk ninja naishi rice rice"
COPIES = {"L2": "monk", "H2": "advisor"}


def play_whole_games(name: str, games: int, expansion: Literal["legends-travellers"] | None) -> None:
    """Play games that nobody has seen before; print their CPU seconds and those of a reference step."""
    playing = stepping = 0.0
    for first in range(0, games, BATCH):
        started = time.process_time()
        calibrate(STEPS_A_BATCH)
        between = time.process_time()
        chance = random.Random(first)
        for number in range(first, first + BATCH):
            position = Position(Deal.random(f"{name}/{number}", expansion))
            while actions := position.legal_actions():
                position.push(actions[int(chance.random() * len(actions))])
            position.totals()
        stepping += between - started
        playing += time.process_time() - between
    batches = len(range(0, games, BATCH))
    print(playing / batches / BATCH, stepping / batches / STEPS_A_BATCH)


def whole_games(rounds: int, games: int) -> None:
    """Print the headline: the best round of base games and of games with the expansion, each in its own process."""
    costs: dict[str, list[tuple[float, float, float]]] = {"": [], "--expansion": []}
    for round_ in range(rounds):
        for flag, found in costs.items():
            command = [sys.executable, __file__, "--whole-games", f"round {round_}", "--games", str(games)]
            output = subprocess.run([*command, *flag.split()], capture_output=True, text=True, check=True).stdout
            game, step = map(float, output.split())
            found.append((game / step, game, step))
    base, expansion = (min(found) for found in costs.values())
    for name, (steps, game, step) in (("whole random games", base), ("with the expansion", expansion)):
        print(f"{name}, from a cold start: {1 / game:,.0f} a second at {step * 1e9:.1f} ns a reference step")
        print(f"  {steps:,.0f} steps a game; {1 / (steps * IDLE_STEP):,.0f} a second on a core with 30 ns a step")
    print(f"  that is {base[0] / expansion[0]:.0%} of the speed of base games\n")


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
    """Time one run, in CPU seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


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
    seen, text = midway.view(0), records[0].model_dump_json()
    opening = Position.from_text(OPENING)
    fresh = [Position.from_text(OPENING) for _ in range(2000)]
    copies = {Cell[cell]: Card.from_text(card) for cell, card in COPIES.items()}
    example, ninjas = Territory.from_text(EXAMPLE), Territory.from_text(NINJAS)

    def list_actions() -> None:
        for position in fresh:
            position.legal = None
            position.legal_actions()

    return [
        Task("random games", "games", GAMES, lambda: play_out(deals)),
        Task("random actions", "actions", actions, lambda: play_out(deals)),
        Task("legal_actions, not yet known", "lists", len(fresh), list_actions),
        Task("copy of a position", "copies", 2000, repeated(2000, opening.copy)),
        Task("deal", "deals", 200, lambda: [Deal.random(seed) for seed in range(200)]),
        Task("total, two ninjas", "totals", 2000, repeated(2000, lambda: total(ninjas.cards, copies))),
        Task("score, the rulebook's example", "sheets", 500, repeated(500, lambda: score(example))),
        Task("score, two ninjas", "sheets", 500, repeated(500, lambda: score(ninjas, COPIES))),
        Task("view, in play", "views", 200, repeated(200, lambda: midway.view(0))),
        Task("view, game over", "views", 100, repeated(100, lambda: games[0].view(0))),
        Task("encoding of a view", "views", 200, repeated(200, lambda: encode_view(seen))),
        Task("position of a view", "views", 200, repeated(200, seen.position)),
        Task("view to JSON", "views", 100, repeated(100, seen.model_dump_json)),
        Task("replay of a record", "actions", replayed, lambda: [Game(record) for record in records]),
        Task("record from JSON", "records", 50, repeated(50, lambda: GameRecord.model_validate_json(text))),
        Task("perft 4 from the opening", "leaves", 1_838_100, lambda: perft(opening, 4)),
    ]


def ninjato_games(games: int) -> None:
    """Time whole random games of Ninjato, the legal actions listed and the position copied at every step."""
    rules = NinjatoRules()
    for seats in rules.seats:
        started, actions = time.process_time(), 0
        for seed in range(games):
            chance, dice = Chance(str(seed)), random.Random(seed)
            position = rules.begin(seats, None, chance)
            while awaited := rules.awaited(position):
                legal = rules.legal_actions(position, awaited[0])
                action = legal[int(dice.random() * len(legal))]
                position = rules.play(position, awaited[0], action, chance)
                actions += 1
        each = (time.process_time() - started) / games
        print(f"Ninjato with {seats} players: {each * 1e3:.1f} ms a random game of {actions / games:.0f} actions")


def main() -> None:
    """Time everything and print a table."""
    parser = argparse.ArgumentParser(description="Time the rules of Naishi.")
    games = ("naishi", "ninjato", "shogun")
    parser.add_argument("--game", choices=games, default=games[0], help="whose rules (default: naishi)")
    parser.add_argument("--rounds", type=int, default=7, help="runs of each task; the best one counts (default: 7)")
    parser.add_argument("--games", type=int, default=4000, help="whole games a round (default: 4000)")
    parser.add_argument("--whole-games", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--expansion", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.whole_games:
        play_whole_games(arguments.whole_games, arguments.games, "legends-travellers" if arguments.expansion else None)
        return
    if arguments.game == "ninjato":
        ninjato_games(min(arguments.games, 500))
        return
    if arguments.game == "shogun":
        shogun.time_rules(arguments.rounds)
        return
    rounds = arguments.rounds
    print(f"Python {platform.python_version()}, best of {rounds} rounds\n")
    whole_games(rounds, arguments.games)
    print(f"{'task':<32}{'a second':>14} {'unit':<10}{'µs each':>10}{'loop steps each':>18}")
    for task in tasks():
        seconds, ratio = best(task, rounds)
        each = seconds / task.count
        print(f"{task.name:<32}{1 / each:>14,.0f} {task.unit:<10}{each * 1e6:>10.2f}{ratio / task.count:>18.1f}")


if __name__ == "__main__":
    main()
