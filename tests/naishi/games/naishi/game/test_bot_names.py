"""Stated bot strengths, against the table of results."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from naishi.games.naishi.game.bot_names import RATINGS, strength

RESULTS = Path(__file__).parents[5] / "docs" / "results.md"
TABLE = RESULTS.read_text("utf-8").partition("## Naishi\n")[2].partition("\n## ")[0]
ROWS = {
    cells[0]: cells[1:] for cells in (re.split(r" *\| *", line)[1:] for line in TABLE.split("\n")) if len(cells) > 3
}


@pytest.mark.parametrize("kind", RATINGS)
def test_a_rating_is_what_was_measured(kind: str) -> None:
    assert int(ROWS[kind][0].split()[0]) == RATINGS[kind]


@pytest.mark.parametrize("kind", [kind for kind in RATINGS if kind != "beginner"])
def test_the_games_that_a_bot_is_said_to_win_are_those_that_it_won(kind: str) -> None:
    cell = ROWS[kind][ROWS[""].index("against the level below")].replace(",", "")
    won, games = map(float, re.findall(r"[\d.]+", cell)[:2])
    assert f"wins {100 * won / games:.0f} of 100 games" in strength(kind)


@pytest.mark.parametrize("column", ["against the level below", "with the expansion"])
def test_the_levels_are_steps(column: str) -> None:
    """Each wins 65 to 72 % against the one below, as far as so many games can say."""
    for kind in RATINGS.keys() - {"beginner"}:
        cell = ROWS[kind][ROWS[""].index(column)]
        low, high = map(float, re.findall(r"([\d.]+) %", cell))
        assert low <= 72, f"{kind}: {cell}"
        assert high >= 65, f"{kind}: {cell}"
