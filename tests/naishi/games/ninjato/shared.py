"""What several of the test modules here use."""

from __future__ import annotations

import copy
from typing import Any

from naishi.games.ninjato.actions import action
from naishi.games.ninjato.legal import refusal
from naishi.games.ninjato.position import Position
from naishi.games.ninjato.rules import RULES
from naishi.tabletop.chance import Chance
from tests.naishi.games.ninjato.playing import lines

EXAMPLE = next(each["position"] for each in lines("examples.jsonl") if each["id"] == "raid-fail")
"""Seat 0 has 1 2 2 3 4; house 1 has a 5 as its sentry, scroll, vase and gold."""


def position(*done: str, **changes: Any) -> Position:
    """Return the position of the example after changes and some actions."""
    found = Position.from_document({**copy.deepcopy(EXAMPLE), **changes})
    chance = Chance("")
    for text in done:
        assert refusal(found, found.seat or 0, action(text)) is None
        found = RULES.play(found, found.seat or 0, action(text), chance)
    return found


def with_player(**changes: Any) -> list[Any]:
    """Return the players of the example, seat 0 changed."""
    return [{**EXAMPLE["players"][0], **changes}, EXAMPLE["players"][1]]


EXAMPLES = lines("examples.jsonl")
