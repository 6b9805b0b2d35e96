"""Lessons and puzzles in line mode."""

from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from itertools import groupby

from naishi.common.i18n import NaishiError, _, listed
from naishi.games.naishi.game.turns import last_turn
from naishi.games.naishi.lessons import Place, Solved, TaskParticipant, course
from naishi.games.naishi.lessons.puzzles import THEMES
from naishi.games.naishi.lessons.task import Exercise, Lesson
from naishi.games.naishi.rules.cards import Phase, expansion_title
from naishi.games.naishi.text.sentences import sentences
from naishi.plain import console
from naishi.plain.naishi import facts, parsing
from naishi.plain.naishi.answers import answer, typed
from naishi.plain.naishi.parsing import action_of
from naishi.plain.naishi.telling import undone_lines
from naishi.plain.room import LOOK, MORE, Context, Room, find_number, groups_of


def learning() -> console.Commands:
    own = (
        console.alone("hint", _("hint"), _("A hint; again, a better one.")),
        console.of_key("task.skip"),
        console.of_key("task.again"),
        console.alone("task", _("task"), _("What there is to do.")),
    )
    of_games = [each for each in (*console.looking(), *console.acting()) if each.id not in {"advice", "memory"}]
    return console.by_id(
        own, console.choosing(), of_games, [each for each in console.undoing() if each.id == "undo"], console.common()
    )


class PlainLessons(Room):
    """A person who learns, from an exercise on.

    Args:
        place: The task to begin with; by default the first one that isn't solved.
    """

    def __init__(self, context: Context, progress: Solved, place: Place | None = None) -> None:
        super().__init__(context)
        self.progress = progress
        self.place = place or Place(course.first_unsolved(progress.solved))
        self.me = TaskParticipant(self.place.task)
        self._told_how = False

    def commands(self) -> console.Commands:
        return learning()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        own = {_("Learn"): ("hint", "skip", "again", "task", "undo", "lessons", "lesson", "puzzles", "puzzle")}
        return {**own, **groups_of(look=LOOK, act=("what", *sorted(console.ACTIONS)), back=("last", "log"), more=MORE)}

    def enter(self) -> None:
        self.go_to(self.place)
        super().enter()

    def go_to(self, place: Place | None) -> None:
        """Begin a task; leave where there is none."""
        if place is None:
            self.console.write(*self._all_done())
            self.left = True
            return
        self.place, self.me = place, TaskParticipant(place.task)
        self.show_change(self.me)
        self._tell()

    async def obey(self, command: console.CommandWord, words: Sequence[str]) -> None:
        match command.id:
            case "again":
                self.go_to(self.place)
            case "skip":
                self.go_to(self.place.next(self.progress.solved))
            case "task":
                self._tell()
            case "hint":
                hint = self.me.hint()
                told = _("Type: {action}.").format(action=typed(hint.action)) if hint.action else in_words(hint.text)
                self.console.write(" ".join((told, *hint.reasons)))
            case "lessons" | "puzzles":
                self.console.write(*course_lines(command.id, self.progress))
            case "lesson" | "puzzle":
                self.go_to(Place(chosen(command, words)))
            case "undo":
                before = self.me.view
                await self.me.undo()
                self.show_change(self.me)
                self.console.write(*undone_lines(before, self.me.view))
            case verb if verb in console.ACTIONS:
                await self._play(verb, words)
            case _:
                answer(self.me.view, command.id, words, self.context)

    async def _play(self, verb: str, words: Sequence[str]) -> None:
        before = self.me.view
        await self.me.play(action_of(verb, words, before))
        self.show_change(self.me)
        self.console.write(*sentences(self.me.view, self.me.view.events[len(before.events) :]))
        if self.me.solved:
            await self._solved()
        elif self.me.view.pending:
            self.console.write(*parsing.asked(self.me.view))

    def _tell(self) -> None:
        view = self.me.view
        self.console.write(
            course.heading(self.place), *sentences(view, last_turn(view)), in_words(_(self.place.task.text))
        )
        if view.phase is Phase.GIFT:
            self.console.write(*facts.dealt_lines(view))
        if not self._told_how:
            self._told_how = True
            self.console.write(_("To look: table, river, line, hand. For help: hint, what, skip, help, quit."))

    async def _solved(self) -> None:
        trouble = list[str]()
        if course.is_earned(self.place, self.me):
            try:
                await self.progress.remember(self.place.exercise.id)
            except NaishiError as error:
                trouble.append(str(error))
        self.console.write(
            in_words(" ".join((course.praise(self.place, shown=self.me.was_shown), *course.why(self.place))))
        )
        self.console.write_exactly(*trouble)
        self.go_to(self.place.next(self.progress.solved))

    def _all_done(self) -> Iterator[str]:
        which = course.course_of(self.place.exercise)
        left = [each for each in which.puzzles if each.id not in self.progress.solved]
        if isinstance(self.place.exercise, Lesson):
            if which.expansion:
                yield _("For a first game with the expansion, type bot beginner expansion.")
            yield _("That was the last lesson. Now solve puzzles: type puzzle {number}.").format(
                number=which.puzzles[0].number
            )
        elif left:
            yield _("That was the last puzzle. Still unsolved: {numbers}.").format(
                numbers=listed(str(each.number) for each in left)
            )
        else:
            yield _("You have solved all puzzles.")


async def learn(
    context: Context,
    progress: Solved,
    command: console.CommandWord,
    words: Sequence[str],
    visit: Callable[[Room], Awaitable[None]],
) -> None:
    """Do what a command about lessons and puzzles says; `visit` stays in their room until it is left.

    Raises NaishiError: there is no such lesson or puzzle, or everything is solved and none is named.
    """
    match command.id:
        case "lessons" | "puzzles":
            context.console.write(*course_lines(command.id, progress))
        case "lesson" | "puzzle":
            await visit(PlainLessons(context, progress, Place(chosen(command, words))))
        case _ if course.unsolved(progress.solved):
            await visit(PlainLessons(context, progress))
        case _:
            raise NaishiError(_("You have solved everything; lesson 3 and puzzle 7 repeat one."))


def chosen(command: console.CommandWord, words: Sequence[str]) -> Exercise:
    """Return the lesson or puzzle of a number. Raises NaishiError: there is none."""
    exercises: Sequence[Exercise] = course.every_lesson() if command.id == "lesson" else course.every_puzzle()
    return exercises[find_number(words, len(exercises), command) - 1]


def course_lines(what: str, progress: Solved) -> Iterator[str]:
    """List `lessons` or `puzzles`, and which of them are solved; those of the expansion after the others."""
    for which in course.courses():
        exercises: Sequence[Exercise] = which.lessons if what == "lessons" else which.puzzles
        numbers = [course.number_of(each) if isinstance(each, Lesson) else each.number for each in exercises]
        solved = [number for number, each in zip(numbers, exercises, strict=True) if each.id in progress.solved]
        if which.expansion:
            yield _("With the expansion {name}:").format(name=expansion_title())
        yield from _lesson_lines(which, solved) if what == "lessons" else _puzzle_lines(which)
        yield _("Solved: {solved} of {all}.").format(solved=len(solved), all=len(exercises))
        if what == "puzzles" and solved:
            yield _("Solved are {numbers}.").format(numbers=listed(str(number) for number in solved))


def _lesson_lines(which: course.Course, solved: Collection[int]) -> Iterator[str]:
    for lesson in which.lessons:
        number = course.number_of(lesson)
        words = _("{number}: {title}, solved.") if number in solved else _("{number}: {title}.")
        yield words.format(number=number, title=course.title(lesson))


def _puzzle_lines(which: course.Course) -> Iterator[str]:
    for hard, alike in groupby(which.puzzles, key=course.grade):
        numbers = [each.number for each in alike]
        if len(numbers) > 1:
            yield _("{first} to {last}: {grade}.").format(first=numbers[0], last=numbers[-1], grade=hard)
        else:
            yield _("{number}: {title}.").format(number=numbers[0], title=hard)
    for name, theme in THEMES.items():
        if numbered := [str(each.number) for each in which.puzzles if each.theme == name]:
            yield _("{theme}: {numbers}.").format(theme=_(theme.title), numbers=listed(numbered))


class _Word:
    """The words of commands, for texts: what `{key:swap}` stands for where the app names a key."""

    def __format__(self, command: str) -> str:
        return console.of_key(command).word


def in_words(text: str) -> str:
    """Name commands by their words, where the app names keys."""
    return text.format(key=_Word())
