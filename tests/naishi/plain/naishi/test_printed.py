"""Naishi as the commands print it."""

from __future__ import annotations

from naishi import Game, Territory, score
from naishi.plain.naishi import printed


def test_a_score_lists_each_card_with_its_places_points_and_reasons() -> None:
    lines = [*printed.sheet_lines(score(Territory.from_text("FSABR / FMNRR")))]
    assert "Mountain  H2           5  +5 (the only mountain)" in lines
    assert "Rice      L5 H4 H5    20  +20 (3 fields together)" in lines
    assert lines[-1] == "Points: 62. Colours: 7."


def test_a_game_begins_with_who_plays_and_how_far_it_is() -> None:
    headline, _gap, columns, *_rows = printed.shown(Game.new(7, ("Aiko", "Bruno")))
    assert headline == "Aiko – Bruno, round 1: Aiko is choosing a gift."
    assert columns.split() == ["1", "2", "3", "4", "5"]
