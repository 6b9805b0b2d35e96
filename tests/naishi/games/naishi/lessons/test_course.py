"""Order of the puzzles, and praise for them."""

from __future__ import annotations

import re

from naishi.games.naishi.lessons import LESSONS, Place, puzzles
from naishi.games.naishi.lessons.course import first_unsolved, grade, praise
from tests.naishi.games.naishi.lessons.shared import ALL


def test_who_has_no_expansion_never_comes_to_its_puzzles() -> None:
    assert Place(puzzles()[-1]).next(set()) is None
    assert Place(LESSONS[-1], len(LESSONS[-1].tasks) - 1).next(set()) is None
    assert first_unsolved({LESSONS[0].id}) is LESSONS[1]
    assert first_unsolved({each.id for each in LESSONS}) is puzzles()[0]


def test_easy_puzzles_come_first_and_hard_ones_are_missed_by_most_bots() -> None:
    grades = [grade(puzzle) for puzzle in puzzles()]
    assert grades == sorted(grades, key=["easy", "medium", "hard"].index)
    assert {grade(each) for each in puzzles() if len(each.missed_by) >= 3} == {"hard"}
    assert {grade(each) for each in puzzles() if not each.missed_by} == {"easy"}


def test_the_praise_says_how_often_the_answer_wins() -> None:
    for puzzle in ALL:
        ((won, others),) = re.findall(r"(\d+) of 100 games; the next best action wins (\d+)\.", praise(Place(puzzle)))
        assert 0 <= int(others) < int(won) <= 100
        assert abs(int(won) - int(others) - 100 * puzzle.lead) <= 1
