"""Speed of Shogun's rules, and strength of its bots.

`python benchmarks/rules.py --game shogun` times the rules. `python benchmarks/shogun.py strong intermediate --seats 4
--games 100` lets one bot play among others; its seat rotates, the set-up is a draft. Decisions are timed as on a core
that does a step of the reference in 30 ns (see `benchmarks/rules.py`). Stopped with ctrl+c, it reports what has been
played.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reference import IDLE_STEP, reference_step

from naishi.games.shogun import bots, legal
from naishi.games.shogun.position import Position
from naishi.games.shogun.rules import Agreed, ShogunRules
from naishi.tabletop.chance import Chance, Source

GAMES = 30
RULES = ShogunRules()


class FastSource(Source):
    """Random numbers of Python's own generator: what is timed is the rules."""

    def __init__(self, seed: object) -> None:
        super().__init__("")
        self._random = random.Random(str(seed))

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        return int(self._random.random() * limit)


class FastChance(Chance):
    """Chance that keeps no record."""

    def __init__(self, seed: object) -> None:
        super().__init__("")
        self.source = FastSource(seed)

    def draw(self, name: str, make: Callable[[Source], Any], fits: Callable[[Any], bool]) -> Any:
        """Return a new outcome."""
        return make(self.source)


def random_game(seed: int, seats: int, chance: Chance) -> tuple[Position, int]:
    """Play a game at random; return its end and the number of decisions."""
    source, decisions = FastSource(seed), 0
    position = RULES.begin(seats, Agreed(), chance)
    while waiting := position.awaited():
        seat = waiting[0]
        if position.ask == "plan":
            action = legal.sample_plan(position, seat, source)
        else:
            actions = legal.legal_actions(position, seat)
            action = actions[source.below(len(actions))]
        position = RULES.play(position, seat, action, chance)
        decisions += 1
    return position, decisions


def time_rules(rounds: int) -> None:
    """Print how long whole random games take, with chance that is recorded and without."""
    for name, make in (("chance recorded", lambda seed: Chance(str(seed))), ("chance not recorded", FastChance)):
        for seats in RULES.seats:
            best, decisions = _best(rounds, seats, make)
            print(f"{seats} players, {name}: {best * 1e3:.2f} ms a random game of {decisions:.0f} decisions")
    position = next(_positions(4))
    names = "ABCD"
    for what, work in (
        ("view", lambda: RULES.view(position, 0, names=names)),
        ("view and its table", lambda: RULES.view(position, 0, names=names).table),
        ("copy", position.copy),
    ):
        started = time.process_time()
        for _each in range(500):
            work()
        print(f"{what}: {(time.process_time() - started) * 2000:.0f} µs")


def _best(rounds: int, seats: int, make: Callable[[int], Chance]) -> tuple[float, float]:
    seconds: list[float] = []
    decisions = 0
    for round_ in range(rounds):
        started = time.process_time()
        decisions = sum(random_game(seed, seats, make(seed))[1] for seed in range(round_ * GAMES, (round_ + 1) * GAMES))
        seconds.append((time.process_time() - started) / GAMES)
    return min(seconds), decisions / GAMES


def _positions(seats: int) -> Any:
    chance, source = FastChance(1), FastSource(1)
    position = RULES.begin(seats, Agreed(), chance)
    while waiting := position.awaited():
        actions: Sequence[Any] = legal.legal_actions(position, waiting[0]) or [
            legal.sample_plan(position, waiting[0], source)
        ]
        position = RULES.play(position, waiting[0], actions[0], chance)
        if position.season == 2 and position.ask.startswith("fight"):
            yield position


# --- Strength ---


class Match:
    """One bot among others of another kind, at tables of one size."""

    def __init__(self, name: str, others: str, seats: int) -> None:
        self.name, self.others, self.seats = name, others, seats
        self.won: list[float] = []
        self.points: list[float] = []
        self.points_of_others: list[float] = []
        self.plan_seconds: list[float] = []
        self.other_seconds: list[float] = []

    def play(self, number: int) -> None:
        """Play a game; the seat of the one bot goes round with the number."""
        own = number % self.seats
        seated = [bots.make(self.name if seat == own else self.others, number) for seat in range(self.seats)]
        chance = FastChance(f"match {number}")
        position = RULES.begin(self.seats, Agreed(), chance)
        while waiting := position.awaited():
            seat = waiting[0]
            view = RULES.view(position, seat, names="ABCDE"[: self.seats])
            started = time.process_time()
            action = seated[seat].choose(view)
            if seat == own:
                seconds = self.plan_seconds if position.ask == "plan" else self.other_seconds
                seconds.append(time.process_time() - started)
            assert RULES.refusal(position, seat, action) is None, action.text
            position = RULES.play(position, seat, action, chance)
        result = RULES.result(position)
        assert result is not None
        self.won.append(1 / len(result.winners) if own in result.winners else 0.0)
        self.points.append(result.points[own])
        self.points_of_others.append((sum(result.points) - result.points[own]) / (self.seats - 1))

    def report(self, ms: float) -> str:
        """Return the share won with its interval (Wilson, 95 %), and how long decisions took, in `ms` a second."""
        games, share, z = len(self.won), sum(self.won) / len(self.won), 1.96
        middle = (share + z * z / (2 * games)) / (1 + z * z / games)
        half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
        return (
            f"{self.name} among {self.others}, {self.seats} seats, {games} games: won {share:.3f} "
            f"({max(0, middle - half):.3f} to {middle + half:.3f}), {share * self.seats:.2f} fair shares; "
            f"points {sum(self.points) / games:.1f} to {sum(self.points_of_others) / games:.1f}; "
            f"at 30 ns a reference step p95 a plan {_p95(self.plan_seconds) * ms:.0f} ms, "
            f"others {_p95(self.other_seconds) * ms:.0f} ms"
        )


def _p95(seconds: Sequence[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


def main() -> None:
    """Play games and print the share won."""
    parser = argparse.ArgumentParser(description="Let a bot of Shogun play among others.")
    parser.add_argument("name", choices=bots.BOTS)
    parser.add_argument("others", choices=bots.BOTS)
    parser.add_argument("--seats", type=int, default=4, choices=RULES.seats)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to go on where a run ended")
    arguments = parser.parse_args()
    match = Match(arguments.name, arguments.others, arguments.seats)
    try:
        for number in range(arguments.first, arguments.first + arguments.games):
            match.play(number)
    except KeyboardInterrupt:
        print("stopped: ", end="")
    print(match.report(1e3 * IDLE_STEP / reference_step()))


if __name__ == "__main__":
    main()
