"""Whole recorded games."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from naishi.games.shogun.position import PUBLIC
from naishi.games.shogun.rules import case_tape
from tests.naishi.games.shogun.playing import RULES, RandomDraws, cases


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_a_recorded_game_is_played_again_to_its_end(case: dict[str, Any]) -> None:
    _tape, positions = case_tape(case)
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
    _tape, positions = case_tape(case)
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
    _tape, positions = case_tape(case)
    for number, digests in case["views"].items():
        position = positions[int(number)]
        assert [digest(RULES.position_text(position, seat)) for seat in range(position.seats)] == digests
    planning = [
        RULES.position_text(position) for position in positions if position.ask == "plan" and not any(position.plans)
    ]
    assert planning == case["states"]


@pytest.mark.parametrize("case", cases()[:4], ids=lambda case: case["id"])
def test_the_tape_of_a_case_plays_the_same_game(case: dict[str, Any]) -> None:
    tape, positions = case_tape(case)
    chance = RandomDraws(0, [(name, outcome) for name, outcome in tape])
    position = RULES.begin(case["players"], {"setup": case["setup"]}, chance)
    for line in case["decisions"]:
        seat, _blank, text = line.partition(" ")
        position = RULES.play(position, int(seat), RULES.action(text), chance)
    assert RULES.position_text(position) == RULES.position_text(positions[-1])
    assert chance.fixed == []


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_the_public_knows_no_plan_before_its_owner_acts(case: dict[str, Any]) -> None:
    _tape, positions = case_tape(case)
    for position in positions:
        if position.ask == "plan":
            plans = RULES.position_text(position, PUBLIC).split(" ")[11]
            assert set(plans) <= set("?-,/")
