"""The cases hold for our rules, and for others that were written without them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scripts.conformance import documents
from tests.conformance import plain_rules, plain_views

FOLDER = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_our_rules_make_the_same_cases() -> None:
    """Whoever changes a rule sees here what it changes; `python scripts/conformance.py` writes them anew."""
    for name, text in documents().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.jsonl")) < 1_000_000


@pytest.mark.parametrize("path", FOLDER.glob("plain_*.py"), ids=lambda path: path.stem)
def test_the_other_rules_share_no_code(path: Path) -> None:
    assert not re.search(r"(import|from) naishi", path.read_text(encoding="utf-8"))


def test_the_other_rules_score_the_same() -> None:
    for case in cases("scores"):
        points, colours = plain_rules.score(case["cards"], case["copies"])
        assert (points, colours, sum(points.values())) == (case["points"], case["colours"], case["total"]), case


@pytest.mark.parametrize("number", range(60))
def test_the_other_rules_play_the_same_games(number: int) -> None:
    case = cases("games")[number]
    game = plain_rules.Game(case["deal"])
    for step in case["steps"]:
        if "legal" in step:
            assert game.legal() == set(step["legal"])
        game.play(step["play"])
        if "after" in step and game.phase != "gift":
            assert [game.cards[seat][place] for seat in (0, 1) for place in plain_rules.PLACES] == _cards(step["after"])
    assert game.phase == "over"
    sheets = [plain_rules.score(game.cards[seat], game.copies[seat]) for seat in (0, 1)]
    assert [sum(points.values()) for points, _colours in sheets] == case["points"]
    assert [colours for _points, colours in sheets] == case["colours"]
    one, other = zip(case["points"], case["colours"], strict=True)
    assert case["winner"] == (None if one == other else int(other > one))


def test_the_other_rules_know_the_same_of_the_other_hand() -> None:
    for case in cases("views"):
        game = plain_rules.Game(case["deal"])
        assert plain_views.other_hand(game, case["actions"], case["seat"]) == case["other_hand"], case


@pytest.mark.slow
def test_the_other_rules_count_the_same() -> None:
    for case in cases("perft"):
        found = [plain_rules.perft(case["deal"], case["actions"], depth) for depth in (1, 2)]
        assert found == case["counts"]


LETTERS = {
    "M": "mountain", "N": "naishi", "A": "advisor", "S": "sentinel", "K": "monk", "H": "horseman", "O": "ronin",
    "X": "ninja", "F": "fort", "T": "torii", "R": "rice", "B": "banner",
}  # fmt: skip


def _cards(position: str) -> list[str]:
    """The cards of both territories in a position text."""
    return [LETTERS[letter] for field in position.split()[1:3] for letter in field.replace("/", "")]
