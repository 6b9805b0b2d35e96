"""Chance, cases and random games for the tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from naishi.games.shogun import legal
from naishi.games.shogun.actions import Action
from naishi.games.shogun.data import BUILDINGS, board
from naishi.games.shogun.position import NEUTRAL, Position
from naishi.games.shogun.rules import Agreed, ShogunRules
from naishi.tabletop.chance import Chance, Source

DATA = Path(__file__).parent / "data"
RULES = ShogunRules()


class CheckedChance(Chance):
    """New chance for every draw, each checked as if it had been typed in; `fixed` outcomes come first."""

    def __init__(self, seed: object, fixed: Sequence[tuple[str, Any]] = ()) -> None:
        super().__init__(str(seed), fixed, 0)

    def draw(self, name: str, make: Callable[[Source], Any], fits: Callable[[Any], bool]) -> Any:
        outcome = super().draw(name, make, fits)
        assert fits(outcome), (name, outcome)
        return json.loads(json.dumps(outcome))


@cache
def cases() -> tuple[dict[str, Any], ...]:
    """All recorded games, the example first."""
    example = json.loads((DATA / "shogun_example_game.json").read_text("utf-8"))
    return (example, *(json.loads(line) for line in (DATA / "games.jsonl").read_text("utf-8").splitlines()))


def any_action(position: Position, seat: int, source: Source, *, is_aggressive: bool = False) -> Action:
    """A random action; an aggressive one attacks with as many armies as it can, where it can."""
    if position.ask == "plan":
        return legal.sample_plan(position, seat, source)
    actions = legal.legal_actions(position, seat)
    if is_aggressive and position.ask.startswith("fight"):
        attacks = [action for action in actions if position.owner[action.target] != seat]
        actions = tuple(attacks[-3:]) or actions
    return actions[source.below(len(actions))]


def shortened(position: Position) -> Position:
    """The same position with few armies and farmers in reserve, few tokens in the box, and a seat without provinces."""
    position = position.copy()
    for at in position.held(0):
        position.reserve[0] += position.armies[at]
        position.owner[at], position.armies[at] = NEUTRAL, 0
    for seat in range(1, position.seats):
        first = next(iter(position.held(seat)))
        position.armies[first] += position.reserve[seat] - 1
        position.reserve[seat] = 1
    position.inside[-1] += position.farmers - 1
    position.farmers = 1
    left = [*board().tokens]
    for at, printed in enumerate(board().provinces):
        for kind in range(min(printed.slots, len(BUILDINGS)) if position.owner[at] > 0 else 0):
            if left[kind] > 0:
                position.buildings[at] |= BUILDINGS[kind]
                left[kind] -= 1
    return position


def random_game(
    seed: int,
    seats: int,
    setup: Literal["draft", "printed"] = "draft",
    *,
    is_aggressive: bool = False,
    is_short: bool = False,
) -> Iterator[tuple[Position, int, Action, Position]]:
    """Every step of a random game: the position, who decides what, and the position after.

    A short one begins with little in the box: see `shortened`; its set-up has to be the printed one.
    """
    source, chance = Source(f"decisions {seed}"), CheckedChance(seed)
    tower: Literal["published", "by_throw"] = "by_throw" if seed % 2 else "published"
    position = RULES.begin(seats, Agreed(setup=setup, tower=tower), chance)
    if is_short:
        position = shortened(position)
    while waiting := position.awaited():
        seat = waiting[source.below(len(waiting))]
        action = any_action(position, seat, source, is_aggressive=is_aggressive)
        after = RULES.play(position, seat, action, chance)
        yield position, seat, action, after
        position = after
