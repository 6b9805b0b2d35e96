"""Conformance of both implementations with the cases: rules.position, rules.scoring, game.record, game.view."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import plain_expansion, plain_rules, plain_views
from tests.conformance.cases import documents

FOLDER = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.ci
def test_our_rules_make_the_same_cases() -> None:
    """Whoever changes a rule sees here what it changes; `python -m tests.conformance.cases` writes them again."""
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
    follow(game, case["steps"])
    sheets = [plain_rules.score(game.cards[seat], game.copies[seat]) for seat in (0, 1)]
    check_result(case, [sum(points.values()) for points, _colours in sheets], [colours for _points, colours in sheets])


def follow(game: plain_rules.Game, steps: list[dict[str, Any]]) -> None:
    """Play a game to its end, and compare what a case says of each step."""
    for step in steps:
        if "legal" in step:
            assert game.legal() == set(step["legal"])
        game.play(step["play"])
        if "after" in step and game.phase != "gift":
            check_position(game, step["after"].split())
    assert game.phase == "over"


def check_position(game: plain_rules.Game, fields: list[str]) -> None:
    """Compare a game with a position text, field by field."""
    river, first, second, court, turn = fields[:5]
    assert game.river == [[LETTERS[letter] for letter in pile.strip("-")] for pile in river.split("/")]
    for seat, territory in enumerate((first, second)):
        cards = [LETTERS[letter] for letter in territory.replace("/", "")]
        assert game.cards[seat] == dict(zip(plain_rules.PLACES, cards, strict=True))
    assert court == ":".join("{swap}{discard}{decree}".format(**sent) for sent in game.sent)
    assert int(turn) == game.turn
    if isinstance(game, plain_expansion.ExpansionGame):
        assert fields[8] == ("-" if game.ryokan is None else "{}{}".format(*game.ryokan))


def check_result(case: dict[str, Any], points: list[int], colours: list[int]) -> None:
    assert (points, colours) == (case["points"], case["colours"])
    one, other = zip(points, colours, strict=True)
    assert case["winner"] == (None if one == other else int(other > one))


def test_the_other_rules_know_the_same_of_the_other_hand() -> None:
    for case in cases("views"):
        game = plain_rules.Game(case["deal"])
        assert plain_views.other_hand(game, case["actions"], case["seat"]) == case["other_hand"], case


class TestExpansion:
    def test_the_other_rules_score_the_same(self) -> None:
        for case in cases("expansion_scores"):
            points, colours = plain_expansion.score(case["cards"], case["copies"], case["ryokan"])
            assert (points, colours) == (case["points"], case["colours"]), case
            assert sum(points.values()) + case["ryokan"] == case["total"]

    @pytest.mark.parametrize("number", range(60))
    def test_the_other_rules_play_the_same_games(self, number: int) -> None:
        case = cases("expansion_games")[number]
        game = plain_expansion.ExpansionGame(case["deal"])
        follow(game, case["steps"])
        sheets = [
            plain_expansion.score(game.cards[seat], game.copies[seat], game.points_of_ryokan(seat)) for seat in (0, 1)
        ]
        totals = [sum(points.values()) + game.points_of_ryokan(seat) for seat, (points, _colours) in enumerate(sheets)]
        check_result(case, totals, [colours for _points, colours in sheets])

    def test_the_other_rules_know_the_same_of_the_other_hand(self) -> None:
        for case in cases("expansion_views"):
            game = plain_expansion.ExpansionGame(case["deal"])
            assert plain_views.other_hand(game, case["actions"], case["seat"]) == case["other_hand"], case

    def test_the_cases_have_every_legend_and_every_effect(self) -> None:
        scored = {card for case in cases("expansion_scores") for card in case["cards"].values()}
        played = {" ".join(step["play"].split()[:2]) for case in cases("expansion_games") for step in case["steps"]}
        effects = {f"use {card}" for card in plain_expansion.TRAVELLERS - {"samurai"}}
        assert sum(card.startswith("legendary_") for card in scored) == 7
        assert effects | {"skip"} <= played


@pytest.mark.slow
def test_the_other_rules_count_the_same() -> None:
    for case in cases("perft"):
        found = [plain_rules.perft(case["deal"], case["actions"], depth) for depth in (1, 2)]
        assert found == case["counts"]


LETTERS = {
    "M": "mountain", "N": "naishi", "A": "advisor", "S": "sentinel", "K": "monk", "H": "horseman", "O": "ronin",
    "X": "ninja", "F": "fort", "T": "torii", "R": "rice", "B": "banner",
    "n": "legendary_naishi", "a": "legendary_advisor", "s": "legendary_sentinel", "k": "legendary_monk",
    "h": "legendary_horseman", "o": "legendary_ronin", "x": "legendary_ninja", "U": "umbrella_lady", "E": "old_man",
    "C": "cherry_lady", "G": "little_girl", "P": "porter", "W": "samurai",
}  # fmt: skip
