"""A run of exercises: tries, answers, and what is kept of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from naishi.common.i18n import NaishiError
from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.analysis.exercises import Exercise, Exercises
from naishi.games.naishi.editor.exercise_run import ExerciseRun
from naishi.games.naishi.rules.actions import Action
from tests.naishi.games.naishi.analysis.analysed import made_up
from tests.naishi_tui.games import over

pytestmark = pytest.mark.ci


class Book:
    """A book that judges every try to lose this much, once it may."""

    def __init__(self, exercises: Sequence[Exercise], loss: float) -> None:
        self.exercises, self.loss = exercises, loss
        self.may_judge = asyncio.Event()
        self.may_judge.set()
        self.refuses = False
        self.answered: list[tuple[Exercise, bool]] = []

    async def due(self) -> Sequence[Exercise]:
        return self.exercises

    async def judge(self, exercise: Exercise, action: Action) -> Decision:
        await self.may_judge.wait()
        if self.refuses:
            raise NaishiError("Too many analyses wait.")
        return exercise.decision.model_copy(update={"played": action, "loss": self.loss})

    async def answer(self, exercise: Exercise, *, solved: bool) -> None:
        self.answered.append((exercise, solved))


@pytest.fixture
def book(tmp_path: Path) -> Book:
    exercises = Exercises(tmp_path)
    exercises.add(over(), made_up(over()), date(2026, 1, 1))
    return Book(exercises.due(date.max), loss=0.2)


def another(exercise: Exercise) -> Action:
    known = {exercise.decision.best, exercise.decision.played}
    return next(each for each in exercise.view().legal_actions if each not in known)


async def test_the_best_action_solves_an_exercise_without_a_judge(book: Book) -> None:
    run = ExerciseRun(book.exercises, book)
    assert run.outcome() == run.task()
    book.may_judge.clear()
    run.attempt(run.exercise.decision.best)
    await run.settle()
    assert run.done
    assert run.outcome().startswith("Right: ")
    await run.keep()
    assert book.answered == [(book.exercises[0], True)]


async def test_after_a_failed_try_it_comes_again_soon(book: Book) -> None:
    run = ExerciseRun(book.exercises, book)
    run.attempt(another(run.exercise))
    assert run.outcome() == "Thinking …"
    await run.settle()
    assert run.outcome().startswith("That costs 20 percentage points of win chance (")
    run.attempt(run.exercise.decision.played)
    await run.settle()
    assert run.outcome() == "That is what you played. Try something else."
    await run.keep()
    assert not book.answered, "it isn't over"
    run.attempt(run.exercise.decision.best)
    await run.settle()
    await run.keep()
    assert book.answered == [(book.exercises[0], False)]


async def test_another_good_action_solves_it_and_the_best_is_not_explained(book: Book) -> None:
    book.loss = 0.0
    run = ExerciseRun(book.exercises, book)
    run.attempt(another(run.exercise))
    await run.settle()
    assert run.done
    assert not run.why()


async def test_the_answer_ends_it_unsolved(book: Book) -> None:
    run = ExerciseRun(book.exercises, book)
    run.show_answer()
    assert run.outcome().startswith("The answer: ")
    assert run.why()
    await run.keep()
    assert book.answered == [(book.exercises[0], False)]


async def test_a_verdict_on_an_exercise_that_was_skipped_is_dropped(book: Book) -> None:
    run = ExerciseRun(book.exercises, book)
    book.may_judge.clear()
    run.attempt(another(run.exercise))
    judging = asyncio.create_task(run.settle())
    await asyncio.sleep(0)
    assert run.go_on()
    book.may_judge.set()
    await judging
    assert run.outcome() == run.task()
    assert run.judged is None


async def test_a_try_that_can_not_be_judged_says_nothing_of_the_one_before(book: Book) -> None:
    run = ExerciseRun(book.exercises, book)
    run.attempt(another(run.exercise))
    await run.settle()
    book.refuses = True
    run.attempt(another(run.exercise))
    with pytest.raises(NaishiError):
        await run.settle()
    assert not run.judging
    assert run.outcome() == run.task()


def test_after_the_last_exercise_there_is_none(book: Book) -> None:
    run = ExerciseRun(book.exercises, book)
    assert [run.go_on() for _each in book.exercises] == [True] * (len(book.exercises) - 1) + [False]
    assert run.number == len(book.exercises) - 1
