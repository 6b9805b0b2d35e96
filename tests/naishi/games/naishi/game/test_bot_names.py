"""What is said of how strong the bots are stands in the README's table, which says what was measured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi.games.naishi.game.bot_names import RATINGS, strength

README = Path(__file__).parents[5] / "README.md"
TABLE = README.read_text("utf-8").partition("[start:levels]")[2].partition("[end:levels]")[0]
ROWS = {
    cells[0]: cells[1:] for cells in (re.split(r" *\| *", line)[1:] for line in TABLE.split("\n")) if len(cells) > 4
}


@pytest.mark.parametrize("kind", RATINGS)
def test_a_rating_is_what_was_measured(kind: str) -> None:
    assert int(ROWS[kind][0].split()[0]) == RATINGS[kind]


@pytest.mark.parametrize(
    ("kind", "column"),
    [("intermediate", "against the beginner"), ("strong", "the intermediate"), ("master", "the strong")],
)
def test_the_games_that_a_bot_is_said_to_win_are_those_that_it_won(kind: str, column: str) -> None:
    won, games = map(float, re.findall(r"[\d.]+", ROWS[kind][ROWS[""].index(column)])[:2])
    assert f"wins {100 * won / games:.0f} of 100 games" in strength(kind)
