"""Speed of Shogun's rules: `python benchmarks/rules.py --game shogun`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from naishi.games.shogun import legal
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
