"""Chance and games for the tests of Ninjato."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from naishi.games.ninjato.actions import Action
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.rules import RULES
from naishi.tabletop.chance import Chance, Source

HERE = Path(__file__).parent


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


def random_game(seats: int, seed: object) -> Iterator[tuple[Position, Action, Position]]:
    """Yield each step of a random game: before, what was done, after."""
    chance, dice = Chance(str(seed)), Source(f"{seed}/actions")
    position = RULES.begin(seats, None, chance)
    while (seat := position.seat) is not None:
        actions = RULES.legal_actions(position, seat)
        action = actions[dice.below(len(actions))]
        after = RULES.play(position, seat, action, chance)
        yield position, action, after
        position = after
