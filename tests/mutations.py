"""Corrupted JSON documents, as from attacks, bugs or failing disks."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

TEXTS = (
    "", " ", "\x1b[2J\x1b]0;x\x07", "\x9b5n", "\0", "\u202eabc", "\n\nline\r", "A" * 100_000, "human", "strong",
    "nobot", "give 1", "develop L4", "swap L1 L2", "end", "copy L1 advisor", "mountain", "{name}", "{0}", "%s",
    "[red]x[/]", "../../etc/passwd", "2026-01-01", "9999-12-31", "0001-01-01", "2026-01-01T00:00:00",
    "2026-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "quick", "NaN", "日本語" * 5,
    "e\u0301" * 60, "\U000e0041",
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 3, 5, 7, 100, 999, -100, 2**31, 2**63, -(2**63), 2**64, 10**30, 10**400, 0.5, -0.5, 1.0000001, 1e308,
    -1e308, 1e-320, 100.0,
)  # fmt: skip


class Raw(str):
    """A text that stands in the document as it is."""


RAW = tuple(
    map(Raw, ("NaN", "-Infinity", "1e999", "-0", "[" * 500 + "]" * 500, '{"a":1,"a":2}', '"\\ud800"', "9" * 5000, ""))
)
SHAPES: tuple[Any, ...] = (None, True, False, [], {}, [[]], [None], {"": None}, [0] * 20, ["x"] * 3, {"a": {"b": []}})

Place = tuple[str | int, ...]
"""The way to a value from the root of a document."""


def damaged(chance: random.Random, document: object) -> str:
    """Write a document with one to six values changed, left out, doubled or moved."""
    root = [copy.deepcopy(document)]
    for _change in range(chance.choice([1, 1, 1, 1, 2, 3, 6])):
        _change_one(chance, root)
    return written(root[0]) if root else ""


def written(value: object) -> str:
    """Write JSON, raw texts as they are."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{written(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


def _change_one(chance: random.Random, root: list[Any]) -> None:
    by_depth: dict[int, list[Place]] = {}
    for place in _places(root):
        by_depth.setdefault(len(place), []).append(place)
    if not by_depth:
        return
    *way, key = chance.choice(by_depth[chance.choice([*by_depth])])  # few values are high up, and matter most
    parent = _at(root, way)
    match chance.choice(["replace", "vary", "vary", "remove", "move", "double"]):
        case "replace":
            parent[key] = chance.choice(chance.choice([TEXTS, NUMBERS, RAW, SHAPES]))
        case "vary":
            parent[key] = _varied(chance, parent[key])
        case "remove":
            del parent[key]
        case "move":
            other = _at(root, chance.choice(by_depth[chance.choice([*by_depth])]))
            parent[key] = copy.deepcopy(other)
        case "double":
            parent[key] = [parent[key], parent[key]]


def _places(value: Any, way: Place = ()) -> Iterator[Place]:
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*way, key)
            yield from _places(value[key], (*way, key))


def _at(value: Any, way: Place | list[str | int]) -> Any:
    for key in way:
        value = value[key]
    return value


def _varied(chance: random.Random, value: Any) -> Any:
    """Return something else of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return chance.choice(
                [value + 1, value - 1, -value, value * 1000, value + 0.5 if abs(value) < 1e6 else -1, *NUMBERS]
            )
        case float():
            return chance.choice([*RAW[:3], -value, value * 1000, value + 1, *NUMBERS])
        case str():
            return chance.choice([*TEXTS, value[:-1], value * 2, value.upper()])
        case list():
            shuffled = chance.sample(value, len(value))
            return chance.choice([shuffled, value[:-1], value[1:], value * 2, value * 50, []])
        case dict():
            left_out = chance.choice([*value, ""])
            return {name: each for name, each in value.items() if name != left_out}
    return chance.choice(SHAPES)
