"""Sums of the rulebook, and explained scores of Ninjato."""

from __future__ import annotations

from typing import Any

import pytest

from naishi.games.ninjato import scoring, words
from naishi.games.ninjato.components import CLANS, components
from naishi.games.ninjato.legal import worth
from tests.naishi.games.ninjato.playing import random_game
from tests.naishi.games.ninjato.shared import EXAMPLES


@pytest.mark.parametrize("example", [each for each in EXAMPLES if "sum" in each], ids=lambda example: example["id"])
def test_a_sum_of_the_rulebook(example: Any) -> None:
    if example["sum"] == "worth":
        price, paid = example["args"]
        assert worth(price, tuple(paid)) == example["value"]
    else:
        found = scoring.rumours(*example["args"])
        assert {kind: found[kind] for kind in example["value"]} == example["value"]


SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


NAMES = ("Aiko", "Bruno", "Chie", "Dagmar")


@SEATS
def test_the_explained_score_adds_up(seats: int) -> None:
    *_, (_before, _done, after) = random_game(seats, "score")
    assert after.result is not None
    *parts, total = words.score_lines(after)
    for seat in range(seats):
        assert sum(line.points[seat] for line in parts) == total.points[seat]
        assert total.points[seat] == after.result["sheets"][seat]["total"]
    assert words.outcome(after, NAMES)


def test_all_clans_are_first_once_in_the_scorings() -> None:
    orders = components().scoring.values()
    assert {order[0] for order in orders} == set(CLANS)
