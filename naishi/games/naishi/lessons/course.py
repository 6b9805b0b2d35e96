"""Order and titles of the lessons and puzzles."""

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from naishi.common.i18n import _, number
from naishi.games.naishi.analysis.reasons import sentences
from naishi.games.naishi.lessons.first_steps import EXPANSION_LESSONS, LESSONS
from naishi.games.naishi.lessons.puzzles import THEMES, expansion_puzzles, puzzles, reasons_for
from naishi.games.naishi.lessons.task import Exercise, Lesson, Puzzle, Task, TaskParticipant


class Course(NamedTuple):
    """Lessons, and the puzzles after them. Who plays without the expansion never has to look at its course."""

    lessons: tuple[Lesson, ...]
    puzzles: tuple[Puzzle, ...]
    expansion: bool = False

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return *self.lessons, *self.puzzles


@cache
def courses() -> tuple[Course, Course]:
    return Course(LESSONS, puzzles()), Course(EXPANSION_LESSONS, expansion_puzzles(), expansion=True)


def course_of(exercise: Exercise) -> Course:
    return next(course for course in courses() if exercise in course.exercises)


def every_exercise() -> tuple[Exercise, ...]:
    return tuple(exercise for course in courses() for exercise in course.exercises)


def every_lesson() -> tuple[Lesson, ...]:
    """Return the lessons of both courses; their places here are their numbers."""
    return tuple(lesson for course in courses() for lesson in course.lessons)


def every_puzzle() -> tuple[Puzzle, ...]:
    return tuple(puzzle for course in courses() for puzzle in course.puzzles)


class Place(NamedTuple):
    """A task of an exercise."""

    exercise: Exercise
    step: int = 0

    @property
    def task(self) -> Task:
        return self.exercise.tasks[self.step]

    @property
    def is_last(self) -> bool:
        return self.step + 1 == len(self.exercise.tasks)

    def next(self, solved: Collection[str]) -> "Place | None":
        """Return the next task: of this exercise, else of the next one like it.

        Lessons follow each other; of the puzzles, solved ones are passed over. After the last one comes nothing.
        """
        if not self.is_last:
            return self._replace(step=self.step + 1)
        lessons, others, _expansion = course_of(self.exercise)
        if isinstance(self.exercise, Lesson):
            return next((Place(each) for each in lessons[lessons.index(self.exercise) + 1 :]), None)
        after = others[others.index(self.exercise) + 1 :]
        return next((Place(each) for each in after if each.id not in solved), None)


def first_unsolved(solved: Collection[str]) -> Exercise:
    return next(iter(unsolved(solved)), every_exercise()[0])


def unsolved(solved: Collection[str]) -> tuple[Exercise, ...]:
    """Return what is left to solve: of the expansion only for someone who has solved one of its exercises."""
    base, more = courses()
    begun = any(each.id in solved for each in more.exercises)
    exercises = every_exercise() if begun else base.exercises
    return tuple(each for each in exercises if each.id not in solved)


def number_of(lesson: Lesson) -> int:
    """Return the number of a lesson, from 1; those of the expansion are numbered on from the others."""
    return every_lesson().index(lesson) + 1


def title(exercise: Exercise) -> str:
    if isinstance(exercise, Lesson):
        return _(exercise.title)
    return _("Puzzle {number}: {theme}").format(number=exercise.number, theme=_(THEMES[exercise.theme].title))


def heading(place: Place) -> str:
    exercise = place.exercise
    if isinstance(exercise, Puzzle):
        return _("Puzzle {number} of {all}: {theme}").format(
            number=exercise.number, all=every_puzzle()[-1].number, theme=_(THEMES[exercise.theme].title)
        )
    lesson = _("Lesson {number} of {all}: {title}").format(
        number=number_of(exercise), all=number_of(course_of(exercise).lessons[-1]), title=title(exercise)
    )
    return f"{lesson} · {place.step + 1}/{len(exercise.tasks)}"


def grade(puzzle: Puzzle) -> str:
    """Say how hard a puzzle is, by how many of the four searches that grade puzzles miss it."""
    return (_("easy"), _("medium"), _("medium"), _("hard"), _("hard"))[len(puzzle.missed_by)]


def is_earned(place: Place, task: TaskParticipant) -> bool:
    """Return whether an exercise is solved with a task: with its last one; a puzzle, if nobody has shown how."""
    return place.is_last and not (isinstance(place.exercise, Puzzle) and task.was_shown)


def praise(place: Place, *, shown: bool = False) -> str:
    puzzle = place.exercise
    if isinstance(puzzle, Puzzle):
        words = _("Right! It wins {games} of 100 games; the next best action wins {others}.")
        if shown:
            words = _("Shown, not solved. It wins {games} of 100 games; the next best action wins {others}.")
        return words.format(games=number(100 * puzzle.chance), others=number(100 * (puzzle.chance - puzzle.lead)))
    return _(place.task.done)


def why(place: Place) -> tuple[str, ...]:
    """Say what speaks for the answer of a puzzle, in a few sentences; nothing for a lesson."""
    if not isinstance(place.exercise, Puzzle):
        return ()
    names = place.task.game().view(place.task.seat).names
    return sentences(reasons_for(place.exercise), names[1 - place.task.seat], names[place.task.seat])
