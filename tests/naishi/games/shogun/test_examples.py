"""Worked examples of the rulebook and of our rulings: engine, legal, data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from naishi.games.shogun import engine, legal
from naishi.games.shogun.actions import CHESTS, EMPTY, parse
from naishi.games.shogun.data import ACTIONS, BUILDING_LETTERS, BUILDINGS, SPECIALS, board, event_indexes, indexes
from naishi.games.shogun.position import Position, building_letters, cubes_text
from naishi.games.shogun.rules import Agreed
from naishi.games.shogun.view import result_of
from tests.naishi.games.shogun.playing import DATA, RULES, CheckedChance

EXAMPLES = [json.loads(line) for line in (DATA / "examples.jsonl").read_text("utf-8").splitlines() if line]


def bid(entry: str | int | None) -> int:
    return EMPTY if entry is None else CHESTS + entry if isinstance(entry, int) else indexes()[entry]


def turn_order(places: list[str], taken: Mapping[str, int]) -> list[int]:
    return [taken[special] for special in places if special in taken]


def battle(seat: int, defender: int | None, farmers_count: bool, fell: list[int]) -> list[Any]:
    found = engine.battle(seat, -1 if defender is None else defender, farmers_count, fell)
    return [found.winner or None, found.left, [*found.tray], [*found.back]]


def winners(points: list[int], chests: list[int]) -> list[int]:
    position = Position(len(points), "published")
    position.points, position.chests, position.ask = points, chests, "end"
    result = result_of(position)
    assert result is not None
    return [seat for seat, rank in enumerate(result.ranks) if rank == 1]


def opening_cubes(seats: int) -> int:
    chance = CheckedChance(1)
    RULES.begin(seats, Agreed(setup="printed"), chance)
    position = Position(seats, "published")
    engine.fill_tower(position, chance)
    return sum(position.inside) + sum(position.happened[0].fell)


def armies_raised(action: str, event: str, special: str, reserve: int) -> int:
    return engine.armies_raised(ACTIONS.index(action), event, special == "six", reserve)


ASKED: Mapping[str, Callable[..., object]] = {
    "tax": lambda name: board().provinces[indexes()[name]].tax,
    "rice": lambda name: board().provinces[indexes()[name]].rice,
    "tax_yield": lambda printed, event, card: engine.tax_yield(printed, event, card == "chest"),
    "rice_yield": lambda printed, event, card: engine.rice_yield(printed, event, card == "rice"),
    "slots": lambda name: board().provinces[indexes()[name]].slots,
    "near": lambda one, other: indexes()[other] in board().provinces[indexes()[one]].near,
    "supply": lambda missing: [*engine.supply(missing)],
    "turn_order": turn_order,
    "choice_order": lambda bids, daimyo: [*engine.choice_order([bid(each) for each in bids], daimyo)],
    "battle": battle,
    "region_points": engine.region_points,
    "armies_raised": armies_raised,
    "opening_cubes": opening_cubes,
    "winners": winners,
    "count_plans": legal.count_plans,
}


@pytest.mark.parametrize(
    "example", [each for each in EXAMPLES if each["kind"] == "example"], ids=lambda example: example["name"]
)
def test_an_example_comes_out_as_worked(example: dict[str, Any]) -> None:
    assert ASKED[example["rule"]](*example["in"]) == example["out"]


def scene(example: Mapping[str, Any]) -> Position:
    """The position that a scenario describes; what it leaves out is empty."""
    position = Position(example["players"], "published")
    position.season, position.order, position.turns = 1, tuple(range(len(ACTIONS))), tuple(range(position.seats))
    position.chests, position.rice = (list(example.get(key, [0] * position.seats)) for key in ("chests", "rice"))
    for name, (owner, armies, letters, markers) in example["land"].items():
        at = indexes()[name]
        position.owner[at], position.armies[at], position.markers[at] = owner, armies, markers
        position.reserve[owner] -= armies
        position.buildings[at] = sum(
            bit for letter, bit in zip(BUILDING_LETTERS, BUILDINGS, strict=True) if letter in letters
        )
    position.tray = [int(each) for each in example.get("tray", cubes_text(position.tray)).split(".")]
    taken = example.get("taken", {})
    position.places = tuple(range(len(SPECIALS)))
    position.takers = tuple(taken.get(special, -1) for special in SPECIALS)
    position.choosers = position.turns
    position.current = event_indexes()[example["event"]] if "event" in example else -1
    return position


def played(example: Mapping[str, Any]) -> tuple[Position, list[str]]:
    """The position after a scenario, and what went into the tower each time."""
    position = scene(example)
    fixed = [("throw", fell) for fell in example.get("falls", [])]
    if "act" in example:
        seat, action, name = example["act"]
        chance = CheckedChance(0, fixed)
        engine.act(position, seat, ACTIONS.index(action), indexes()[name], chance)
        for text in example.get("decide", []):
            decided = parse(text)
            assert RULES.refusal(position, seat, decided) is None
            engine.move_armies(position, seat, decided.province, decided.target, decided.number, chance)
    else:
        rest = [each.name for each in board().provinces if each.name not in example["draw"]]
        order = [at for at in (*example["draw"], *rest) if indexes()[at] in board().in_game(position.seats)]
        position.open, position.season, position.done = (event_indexes()[example["winter"]],), 3, len(ACTIONS)
        position.plans = (None,) * position.seats
        season = [("events", [each.code for each in board().events if each.code != example["winter"]][:4])]
        position.used = position.open
        rounds = [*fixed, *season, ("actions", [*ACTIONS]), ("specials", [*SPECIALS])]
        engine.advance(position, CheckedChance(0, [("winter", order), *rounds]))
    return position, [cubes_text(each.cubes) for each in position.happened if each.kind in ("battle", "revolt")]


@pytest.mark.parametrize(
    "example",
    [each for each in EXAMPLES if each["kind"] == "scenario" and "expect" in each],
    ids=lambda example: example["name"],
)
def test_a_scenario_ends_as_worked(example: dict[str, Any]) -> None:
    position, thrown = played(example)
    for key, expected in example["expect"].items():
        if key == "land":
            for name, (owner, armies, letters, markers) in expected.items():
                at = indexes()[name]
                assert (position.owner[at], position.armies[at]) == (owner, armies)
                assert building_letters(position.buildings[at]).replace("-", "") == letters
                assert position.markers[at] == (0 if "winter" in example else markers)
        elif key == "cubes":
            assert thrown == expected
        elif key == "tray":
            assert cubes_text(position.tray) == expected
        else:
            assert getattr(position, key) == expected


@pytest.mark.parametrize(
    "example",
    [each for each in EXAMPLES if each["kind"] == "scenario" and "plan" in each],
    ids=lambda example: example["name"],
)
def test_a_plan_is_right_or_wrong_as_worked(example: dict[str, Any]) -> None:
    position = scene(example)
    position.ask = "plan"
    assert (RULES.refusal(position, example["seat"], parse(example["plan"])) is None) == example["ok"]
