"""Puzzles as their search found them."""

from __future__ import annotations

import tomllib

import pytest

from naishi import Action
from naishi.games.naishi.lessons import Puzzle, puzzles
from naishi.games.naishi.lessons.puzzle_search import ERRORS, GRADERS, JUDGING, MARGIN, look, missed_by
from naishi.games.naishi.lessons.puzzles import (
    EXPANSION_FILE,
    FILE,
    reasons_for,
    work_out,
)
from naishi.games.naishi.lessons.task import split
from tests.fuzzing import some
from tests.naishi.games.naishi.lessons.shared import every_puzzle


def test_each_lead_is_as_large_as_the_script_says() -> None:
    """The file says what was found."""
    entries = [each for file in (FILE, EXPANSION_FILE) for each in tomllib.loads(file.read_text("utf-8"))["puzzle"]]
    for entry in entries:
        assert entry["lead"] >= max(MARGIN, ERRORS * (entry["error"] - 0.0005)) - 0.0005
        assert set(entry["missed_by"]) <= set(GRADERS)


@pytest.mark.slow
@every_puzzle
def test_its_answer_is_the_best_in_other_hidden_cards_and_missed_by_the_same_bots(puzzle: Puzzle) -> None:
    """Half the margin allows for luck. Where it fails the bots have changed: run `puzzle_search` again."""
    (task,) = puzzle.tasks
    game, answer = task.game(), {Action.from_text(text) for text in split(task.answer)}
    found = look(game.view(task.seat), JUDGING, f"{puzzle.id}/anew")
    assert found is not None
    assert {*found.turn} == answer
    assert found.lead >= MARGIN / 2
    assert found.chance == pytest.approx(puzzle.chance, abs=0.12)
    assert missed_by(game, found.turn) == puzzle.missed_by


@pytest.mark.ci
@pytest.mark.parametrize("puzzle", some(puzzles(), 4), ids=lambda puzzle: puzzle.id)
def test_the_reasons_in_the_file_are_those_of_now(puzzle: Puzzle) -> None:
    """Else run `puzzle_search --reasons`."""
    assert work_out(puzzle) == reasons_for(puzzle)
