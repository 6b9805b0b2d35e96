"""Whole recorded games."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import pytest

from naishi.games.shogun.position import PUBLIC, Position
from naishi.games.shogun.rules import from_case
from naishi.tabletop.recorded import RecordedGame
from tests.naishi.games.shogun.playing import RULES, cases


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def positions_of(name: str) -> tuple[Position, ...]:
    """The position before each decision of a case, and the last."""
    game = from_case(next(case for case in cases() if case["id"] == name))
    return tuple(game.at(ply).position for ply in range(game.ply() + 1))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_a_recorded_game_is_played_again_to_its_end(case: dict[str, Any]) -> None:
    positions = positions_of(case["id"])
    assert [digest(RULES.position_text(position)) for position in positions] == case["hashes"]
    last = positions[-1]
    assert RULES.position_text(last) == case["final"]
    assert (last.points, last.chests) == (case["points"], case["chests"])
    result = RULES.result(last)
    assert result is not None
    assert result.points == tuple(case["points"])
    assert [seat for seat, rank in enumerate(result.ranks) if rank == 1] == case["winners"]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_every_decision_has_as_many_options_as_recorded(case: dict[str, Any]) -> None:
    positions = positions_of(case["id"])
    for position, line, options in zip(positions[:-1], case["decisions"], case["options"], strict=True):
        seat, _blank, text = line.partition(" ")
        action = RULES.action(text)
        assert action.text == text
        assert RULES.choices(position, int(seat)) == options
        if position.ask != "plan":
            legal = RULES.legal_actions(position, int(seat))
            assert action in legal
            assert len(legal) == options
            assert list(legal) == sorted(legal)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_seats_see_what_is_recorded(case: dict[str, Any]) -> None:
    positions = positions_of(case["id"])
    for number, digests in case["views"].items():
        position = positions[int(number)]
        assert [digest(RULES.position_text(position, seat)) for seat in range(position.seats)] == digests
    planning = [
        RULES.position_text(position) for position in positions if position.ask == "plan" and not any(position.plans)
    ]
    assert planning == case["states"]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_a_case_is_a_game_that_its_record_plays_again(case: dict[str, Any]) -> None:
    game = from_case(case)
    again = RecordedGame.read(RULES, json.loads(json.dumps(game.document())))
    assert again.position_text() == game.position_text() == case["final"]
    assert [f"{step} {action.text}" for step, action in zip(game.seats(), game.actions, strict=True)] == case[
        "decisions"
    ]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_the_public_knows_no_plan_before_its_owner_acts(case: dict[str, Any]) -> None:
    positions = positions_of(case["id"])
    for position in positions:
        if position.ask == "plan":
            plans = RULES.position_text(position, PUBLIC).split(" ")[11]
            assert set(plans) <= set("?-,/")
