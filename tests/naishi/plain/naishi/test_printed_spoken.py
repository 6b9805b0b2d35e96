"""Naishi as the commands print it for people who hear it."""

from __future__ import annotations

from naishi import Game, Territory, score
from naishi.plain.naishi import printed_spoken
from tests.naishi.plain.shared import UNSAYABLE


def test_a_score_has_a_sentence_for_each_card() -> None:
    lines = [*printed_spoken.sheet_lines(score(Territory.from_text("FSABR / FMNRR")))]
    assert lines[0] == "This territory: 62 points, 7 colours."
    assert "Mountain at Hand 2: 5 points, the only mountain." in lines
    assert not [line for line in lines if UNSAYABLE.search(line)]


def test_a_game_is_said_row_by_row_without_codes() -> None:
    lines = [*printed_spoken.shown(Game.new(7, ("Aiko", "Bruno")))]
    assert lines[0] == "Round 1"
    assert "Aiko's Line: Mountain, Mountain, Mountain, Mountain, Mountain." in lines
    assert not [line for line in lines if UNSAYABLE.search(line)]
