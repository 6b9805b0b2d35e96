"""The way through the lessons and the puzzles, and what they are called."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeVar

from naishi.common.formats import number
from naishi.common.i18n import _, ngettext
from naishi.lessons.first_steps import LESSONS
from naishi.lessons.puzzles import puzzles
from naishi.lessons.task import Exercise, Lesson, Puzzle, Task

E = TypeVar("E", Lesson, Puzzle)


class Place(NamedTuple):
    """A task of an exercise."""

    exercise: Exercise
    step: int = 0

    @property
    def task(self) -> Task:
        """The task."""
        return self.exercise.tasks[self.step]

    @property
    def is_last(self) -> bool:
        """Whether the exercise is over with it."""
        return self.step + 1 == len(self.exercise.tasks)

    def next(self, solved: Collection[str]) -> Place | None:
        """Return the next task: of this exercise, else of the next one like it.

        Lessons follow each other; of the puzzles, solved ones are passed over. After the last one comes nothing.
        """
        if not self.is_last:
            return self._replace(step=self.step + 1)
        if isinstance(self.exercise, Lesson):
            return next((Place(each) for each in _after(self.exercise, LESSONS)), None)
        return next((Place(each) for each in _after(self.exercise, puzzles()) if each.id not in solved), None)


def first_unsolved(solved: Collection[str]) -> Exercise:
    """Return where to go on: at the first lesson that isn't solved, then at the first puzzle."""
    exercises: tuple[Exercise, ...] = (*LESSONS, *puzzles())
    return next((each for each in exercises if each.id not in solved), exercises[0])


def title(exercise: Exercise) -> str:
    """Return what an exercise is called."""
    return _(exercise.title) if isinstance(exercise, Lesson) else _("Puzzle {number}").format(number=exercise.number)


def heading(place: Place) -> str:
    """Return what stands above a task."""
    exercise = place.exercise
    if isinstance(exercise, Puzzle):
        return _("Puzzle {number} of {all}").format(number=exercise.number, all=len(puzzles()))
    lesson = _("Lesson {number} of {all}: {title}").format(
        number=LESSONS.index(exercise) + 1, all=len(LESSONS), title=title(exercise)
    )
    return f"{lesson} · {place.step + 1}/{len(exercise.tasks)}"


def grade(puzzle: Puzzle) -> str:
    """Say how hard a puzzle is: how many of the four levels of bots miss it."""
    missed = len(puzzle.missed_by)
    if not missed:
        return _("found by every bot")
    return ngettext("missed by {count} of 4 bots", "missed by {count} of 4 bots", missed)


def praise(place: Place) -> str:
    """Say what solving a task has brought."""
    if isinstance(place.exercise, Puzzle):
        return _("Right! That wins {games} more of 100 games than anything else.").format(
            games=number(100 * place.exercise.lead)
        )
    return _(place.task.done)


def _after(exercise: E, among: Sequence[E]) -> Sequence[E]:
    return among[among.index(exercise) + 1 :]
