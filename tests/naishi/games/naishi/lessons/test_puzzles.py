"""Puzzles: moments of games with one clear best answer."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from naishi import Action, IllegalActionError, Phase
from naishi.games.naishi.bots.engine.belief import World, likely_determinizations, results
from naishi.games.naishi.bots.engine.rollouts import after
from naishi.games.naishi.game import turns
from naishi.games.naishi.lessons import Place, Puzzle, TaskParticipant, puzzles
from naishi.games.naishi.lessons.course import why
from naishi.games.naishi.lessons.puzzles import (
    EXPANSION_THEMES,
    THEMES,
    expansion_puzzles,
    theme_of,
)
from naishi.games.naishi.lessons.task import split
from naishi.games.naishi.rules.actions import Develop, Discard, Swap
from tests.fuzzing import some
from tests.naishi.games.naishi.lessons.shared import ALL, every_puzzle


def test_there_are_forty_of_every_kind_and_grade() -> None:
    assert len({puzzle.id for puzzle in puzzles()}) == 40
    assert {len(puzzle.missed_by) for puzzle in puzzles()} >= {0, 1, 2, 3}
    kinds = Counter(split(puzzle.tasks[0].answer)[0].split()[0] for puzzle in puzzles())
    assert len(kinds) >= 5
    assert [len(each.missed_by) for each in puzzles()] == sorted(len(each.missed_by) for each in puzzles())


def test_ten_more_are_about_the_expansion_and_numbered_on() -> None:
    more = expansion_puzzles()
    assert len({puzzle.id for puzzle in more}) == 10
    assert {puzzle.id for puzzle in more}.isdisjoint(puzzle.id for puzzle in puzzles())
    assert [puzzle.number for puzzle in ALL] == [*range(1, 51)]
    assert {puzzle.theme for puzzle in more} == {*EXPANSION_THEMES}
    assert all(puzzle.tasks[0].game().module for puzzle in more)
    assert [len(each.missed_by) for each in more] == sorted(len(each.missed_by) for each in more)
    assert sum(not each.missed_by for each in more) >= 2, "some are easy"


def _worlds(puzzle: Puzzle, count: int) -> list[World]:
    """Draw hidden cards that the seat can't tell apart, and play the answer in them."""
    (task,) = puzzle.tasks
    worlds = likely_determinizations(task.game().view(task.seat), count, random.Random(puzzle.id))
    return [after(world, [Action.from_text(text) for text in split(task.answer)]) for world in worlds]


def _ends(world: World, seat: int) -> Iterator[World]:
    """Go through all ways in which a seat's turn can go on, up to the other seat's turn or the end."""
    if not world.playing or world.position.turn != seat:
        yield world
        return
    for action in world.position.legal_actions():
        yield from _ends(after(world, [action]), seat)


def _share(world: World, seat: int) -> float:
    return float(abs(seat - results([world])[0][0]))


AT_THE_END = [each for each in ALL if (view := each.tasks[0].game().view(each.tasks[0].seat)).last == view.seat]


SURE_ENDS = [each for each in ALL if each.chance == 1 and each.tasks[0].answer == "declare"]


@pytest.mark.parametrize("puzzle", SURE_ENDS, ids=lambda puzzle: puzzle.id)
def test_an_end_that_is_said_to_win_surely_wins_against_every_last_turn(puzzle: Puzzle) -> None:
    """A tie in points, too, is decided: by colours."""
    seat = puzzle.tasks[0].seat
    for world in _worlds(puzzle, 3):
        assert {_share(end, seat) for end in _ends(world, 1 - seat)} == {1}


@pytest.mark.parametrize("puzzle", AT_THE_END, ids=lambda puzzle: puzzle.id)
def test_the_last_turn_of_a_game_wins_as_often_as_is_said(puzzle: Puzzle) -> None:
    """Nothing is left to judge there: whoever sees the cards that it turns up goes on by what they are worth."""
    seat, count = puzzle.tasks[0].seat, 60
    won = sum(max(_share(end, seat) for end in _ends(world, seat)) for world in _worlds(puzzle, count))
    assert won / count == pytest.approx(puzzle.chance, abs=0.2)
    assert won == count or puzzle.chance < 1


@every_puzzle
async def test_it_is_solved_by_its_answer_and_by_the_hints(puzzle: Puzzle) -> None:
    (task,) = puzzle.tasks
    learner = TaskParticipant(task)
    assert learner.view.phase is Phase.PLAY
    assert {learner.view.developed, learner.view.bonus} == {False}
    for action in split(task.answer):
        assert not learner.solved
        await learner.play(action)
    assert learner.solved
    learner = TaskParticipant(task)
    while not learner.solved:
        if (hinted := learner.hint().action) is not None:
            await learner.play(hinted)


@every_puzzle
async def test_what_is_not_the_answer_is_refused(puzzle: Puzzle) -> None:
    (task,) = puzzle.tasks
    learner, answer = TaskParticipant(task), {Action.from_text(text) for text in split(task.answer)}
    others = (action for action in learner.view.legal_actions if action not in answer)
    wholly_other = [action for action in others if not isinstance(action, Swap | Discard | Develop)]
    for action in wholly_other:
        with pytest.raises(IllegalActionError, match=f"^{re.escape(task.wrong)}$"):
            await learner.play(action)
    assert learner.attempt.actions == ()


@every_puzzle
def test_its_theme_is_what_its_answer_is_about(puzzle: Puzzle) -> None:
    (task,) = puzzle.tasks
    answer = [Action.from_text(text) for text in split(task.answer)]
    assert puzzle.theme == theme_of(task.game().view(task.seat), answer)
    assert task.nudge == THEMES[puzzle.theme].nudge


@pytest.mark.parametrize("puzzle", [*some(puzzles(), 4), *expansion_puzzles()], ids=lambda puzzle: puzzle.id)
def test_its_answer_has_a_reason(puzzle: Puzzle) -> None:
    """What is said to be gained at once is what the first action gains, and no later one."""
    (task,) = puzzle.tasks
    said, view = " ".join(why(Place(puzzle))), task.game().view(task.seat)
    assert said
    if found := re.search(r"^It (?:brings|makes|puts|leaves) .*?\(?([+]\d+)\)?", said):
        sheets = turns.sheets(view, Action.from_text(split(task.answer)[0]))
        assert sheets is not None
        before, after = sheets
        whole, ryokan = after.total - before.total, after.ryokan - before.ryokan
        assert int(found[1]) in {whole, whole - ryokan}, "all points, or those of the cards"


@pytest.mark.parametrize("puzzle", expansion_puzzles(), ids=lambda puzzle: puzzle.id)
def test_with_the_expansion_it_is_said_first_how_many_points_are_at_stake(puzzle: Puzzle) -> None:
    first = why(Place(puzzle))[0]
    assert max(int(points) for each in re.findall(r"[+](\d+)|(\d+) point", first) for points in each if points) >= 5
