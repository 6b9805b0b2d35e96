"""Chance and games for the tests of Ninjato."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from naishi.games.ninjato import effects
from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.effects import Source
from naishi.games.ninjato.legal import legal_actions
from naishi.games.ninjato.position import Position

HERE = Path(__file__).parent


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


class Dice:
    """A source of new outcomes."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def shuffle(self, items: list[Any]) -> list[Any]:
        return self.random.sample(items, len(items))

    def below(self, n: int) -> int:
        return self.random.randrange(n)


class Tape:
    """Recorded outcomes first, then new ones."""

    def __init__(self, recorded: Sequence[tuple[str, Any]] = (), seed: object = 0) -> None:
        self.left = list(recorded)
        self.dice = Dice(seed)

    def draw(self, name: str, make: Callable[[Source], Any], fits: Callable[[Any], bool]) -> Any:
        if not self.left:
            outcome = make(self.dice)
            assert fits(outcome)
            return outcome
        recorded, outcome = self.left.pop(0)
        assert recorded == name
        assert fits(outcome)
        return outcome


def play(position: Position, action: Action, chance: Tape) -> Position:
    after = position.copy()
    effects.advance(after, action, chance)
    return after


def random_game(seats: int, seed: object) -> Iterator[tuple[Position, Action, Position]]:
    """Yield each step of a random game: before, what was done, after."""
    chance, dice = Tape(seed=seed), Dice(f"{seed}/actions")
    position = effects.set_up(seats, chance)
    while (seat := position.seat) is not None:
        actions = legal_actions(position, seat)
        action = actions[dice.below(len(actions))]
        after = play(position, action, chance)
        yield position, action, after
        position = after
