"""Lessons, puzzles and own mistakes: the list, and tasks worked on at the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from typing_extensions import override

from naishi.common.i18n import NaishiError, _, ngettext
from naishi.games.naishi.analysis.exercises import Exercise
from naishi.games.naishi.editor.draft import ExerciseParticipant
from naishi.games.naishi.editor.exercise_run import ExerciseRun
from naishi.games.naishi.game.bot_names import levels
from naishi.games.naishi.lessons import Hint, Lesson, Place, Puzzle, Solved, TaskParticipant, course
from naishi.games.naishi.lessons.task import PANELS, Panel
from naishi.games.naishi.rules.actions import Action, Copy, Develop, Give
from naishi.games.naishi.rules.cards import LEGENDS_TRAVELLERS, LINE, RIVER, Phase, expansion_title
from naishi.sessions.participant import Ask
from naishi.settings.key_table import groups
from naishi.settings.keymap import KEY, arrows
from naishi_tui.dialogs.screens import SteadyScreen
from naishi_tui.drawing.cells import cut_off, wrap
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board_view import BoardView, CardScreen
from naishi_tui.games.naishi.gift import GiftControl, GiftScreen, NinjaControl, NinjaScreen
from naishi_tui.games.naishi.messages import ShowTask
from naishi_tui.games.naishi.prompt_text import Advice
from naishi_tui.games.naishi.table import Nudges, TurnInProgress
from naishi_tui.messages import PlayBot, back_bindings, bindings, bindings_of, table_bindings
from naishi_tui.parts.input_guard import TeachesGame
from naishi_tui.table.part import Handlers, Part
from naishi_tui.widgets.text_rows import KeyHint, KeyLine, Menu, PromptLine, Span, TextRow, TextRows, hint

if TYPE_CHECKING:
    from textual.widget import Widget

    from naishi.games.naishi.analysis.study import ExerciseBook
    from naishi.settings.schema import Settings


class LessonText(TextRows):
    """A paragraph wrapped to the width; what is good stands out."""

    text = ""
    good = False

    def show(self, text: str, *, good: bool) -> None:
        self.text, self.good = text, good
        self.rows = self.fitted()

    @override
    def fitted(self) -> tuple[TextRow, ...]:
        if not self.size:
            return ()
        lines, (width, height) = wrap(self.text, self.size.width - 2), self.size
        shown = lines if len(lines) <= height else cut_off(lines, height, width - 2)
        return tuple((Span(f" {line}", "good" if self.good else ""),) for line in shown)


TAUGHT: Mapping[Panel, tuple[str, ...]] = {
    "court": ("swap", "discard", "bonus", "decree"),
    "turn": ("recall", "declare"),
}
"""The commands that come with a panel."""


class TaskGuide(Part):
    """Stands beside whatever the task is about."""

    def __init__(self, screen: TaskScreen, control: TurnInProgress | GiftControl | NinjaControl) -> None:
        self.screen, self.participant, self.control = screen, screen.participant, control
        self.place, self.progress = screen.place, screen.progress
        self.text = LessonText(id="lesson")
        self.handlers: Handlers = {"skip": self.skip, "again": lambda: screen.post_message(ShowTask(self.place))}
        self.is_puzzle = isinstance(self.place.exercise, Puzzle)

    @property
    def solved(self) -> bool:
        return self.participant.solved

    def widgets(self) -> tuple[Widget, ...]:
        return *(() if self.is_puzzle else (self.text,)), *self.control.widgets()

    def draw(self) -> None:
        task = self.place.task
        parts = [self._praise()] if self.solved else [_(part) for part in (task.text, task.marks) if part]
        self.text.show(" ".join(parts).format(key=KEY), good=self.solved)
        self.control.draw()

    def updated(self) -> None:
        earned = self.solved and course.is_earned(self.place, self.participant)
        if earned and self.place.exercise.id not in self.progress.solved:
            self.screen.run_worker(self._remember(), exclusive=True, group="progress")

    async def _remember(self) -> None:
        try:
            await self.progress.remember(self.place.exercise.id)
        except NaishiError as error:
            self.screen.refuse(str(error))

    def way_on(self) -> str:
        if self.is_puzzle:
            return self._praise()
        here, following = self.place.exercise, self.place.next(self.progress.solved)
        if following is None and course.course_of(here).expansion:
            words = _("Well done! {key:choose}: your first game with the expansion.")
        elif following is None:
            words = _("Well done! {key:choose}: your first game.")
        elif following.exercise is here:
            words = _("{key:choose}: continue.")
        else:
            words = _("Well done! {key:choose}: the next lesson.")
        return words.format(key=KEY)

    def _praise(self) -> str:
        return course.praise(self.place, shown=self.participant.was_shown)

    def question(self) -> str:
        """Ask for the answer of a puzzle, or for a card where no lesson has told of the court; else say nothing."""
        if not self.is_puzzle:
            return "" if "court" in self.panels else _("Develop: choose a card to replace.")
        question, view = _(self.place.task.text), self.screen.view
        return _("Your last turn! {question}").format(question=question) if view.last == view.seat else question

    @property
    def panels(self) -> Collection[Panel]:
        exercise = self.place.exercise
        return exercise.panels if isinstance(exercise, Lesson) else PANELS

    def taught(self, turn: Handlers) -> Handlers:
        """Return the commands of a turn, those of a later lesson refused."""

        def refuse() -> None:
            self.screen.refuse(self.participant.refusal(Ask.PLAY) or _("That comes in a later lesson."))

        later = {command for panel, commands in TAUGHT.items() if panel not in self.panels for command in commands}
        return {command: refuse if command in later else run for command, run in turn.items()}

    def instruction(self) -> str:
        return self.way_on() if self.solved else self.control.instruction()

    def cursor_help(self) -> PromptLine:
        if not self.solved:
            return self.control.cursor_help()
        if not self.is_puzzle:
            return PromptLine("")
        after, reasons = _("{key:choose}: the next puzzle.").format(key=KEY), course.why(self.place)
        return PromptLine("" if reasons else after, reasons=reasons, after=after)

    def choose(self, complain: Callable[[], Awaitable[None]]) -> Handlers:
        """Return the command that chooses, as `complain` does it, and goes on once the task is done."""

        async def choose() -> None:
            if self.solved:
                self.skip()
            else:
                await complain()

        return {"choose": choose}

    def give_hint(self) -> None:
        """Give the next hint: a nudge, the card, the action."""
        if self.solved:
            self.screen.refuse(self.participant.refusal(Ask.ADVISE))
            return
        hint = self.participant.hint()
        if not self.screen.point_out(hint):
            self.screen.show_prompt(PromptLine(hint.text.format(key=KEY)))

    def skip(self) -> None:
        """Go on to the next task, whether this one is done or not; after the last lesson to a first game."""
        if (following := self.place.next(self.progress.solved)) is not None:
            self.screen.post_message(ShowTask(following))
        elif self.solved and not self.is_puzzle:
            options = {"expansion": LEGENDS_TRAVELLERS} if course.course_of(self.place.exercise).expansion else {}
            self.screen.post_message(PlayBot(levels()[0][0], options))
        else:
            self.screen.go_back()


class TaskScreen(CardScreen, TeachesGame):
    """A task being worked on: its guide says what to do, and which keys help."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("task.skip", "task.again")]
    moving_keys = "←↑↓→"
    participant: TaskParticipant
    guide: TaskGuide

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        if isinstance(place.exercise, Puzzle):  # it is judged by a perfect memory
            settings = replace(settings, memory_aid=True)
        elif "points" not in place.exercise.panels:  # they wait for their lesson
            settings = replace(settings, hints=False)
        super().__init__(TaskParticipant(place.task), settings)
        self.place, self.progress = place, progress

    def point_out(self, hint: Hint) -> bool:
        """Point at what a hint is about; return whether that says enough."""
        raise NotImplementedError

    @override
    def draw_header(self) -> None:
        """Draw which task it is; of a puzzle, also how the game stands."""
        self.header.show_heading(course.heading(self.place), self.view if self.guide.is_puzzle else None)

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        if self.guide.solved:
            yield hint("choose", _("continue"), gives="skip")
        else:
            yield KeyHint("", arrows(self.moving_keys), _("move"))
            yield hint("choose", minor=True)
            yield hint("advice", _("hint"), minor=False)
            yield hint("task.skip")
        yield hint("task.again")
        yield from self.requests.hints()
        yield hint("explain", minor=False)
        yield hint("rules", minor=True)
        yield hint("back", _("leave"))


class TableTask(TaskScreen):
    """A turn on the board."""

    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings()]

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        super().__init__(place, settings, progress)
        self.board_view = BoardView(self)
        self.cursor = self.board_view.cursor
        self.turn = TurnInProgress(self, self.board_view)
        self.guide = self.middle = self.control = TaskGuide(self, self.turn)
        self.nudges = Nudges(self, self.turn, self._way_on, newcomer=True)
        self.parts += self.turn, self.board_view, self.nudges, self.guide
        self.offer(self.game_commands, self.guide.taught(self.turn.handlers), self.guide.choose(self.turn.choose))
        self.offer(self.guide.handlers, {"memory": self.show_memory})
        self.offer({"advice": self.give_hint, "back": partial(self.turn.back, self.go_back)})
        left_out = [panel for panel in PANELS if panel not in self.guide.panels]
        for part in (*left_out, "opponent") if place.task.hides == "opponent" else left_out:
            self.board_view.board.leave_out(part)
        self.set_class(place.task.hides == "river", "-low-cards")
        leads_there = self.participant.leads_there  # the cursor begins where Enter alone solves nothing
        column = next((column for column in (1, 2, 3, 0, 4) if not leads_there(Develop(LINE[column]))), 1)
        self.board_view.board.point_at(position=column)
        self.set_class(bool(place.task.hides), "-with-text")
        self.draw()

    def instruction(self) -> str:
        """Say how to go on, or what is asked for; of a puzzle, the best action where nothing is begun."""
        begun = self.turn.begun or self.turn.advice is not None or bool(self.participant.attempt.actions)
        return (self.guide.question() if not begun and not self.guide.solved else "") or super().instruction()

    @override
    def listed(self) -> Iterable[str]:
        return next(groups())[1]

    def _way_on(self) -> str:
        if self.turn.advised is not None:
            return self.turn.way_on()
        return _("{key:advice}: a hint.").format(key=KEY)

    async def give_hint(self) -> None:
        """Give the next hint; do the action that the last one showed."""
        if self.turn.advised is not None and not self.guide.solved:
            await self.turn.do(self.turn.advised)
        else:
            self.guide.give_hint()

    @override
    def point_out(self, hint: Hint) -> bool:
        """Point at the card, or make the action so far that Enter does it."""
        if hint.action is not None:
            do_it = _("One way to do it. {key:advice}: do it.").format(key=KEY)
            self.turn.advise(advice := Advice(do_it, hint.reasons, hint.action))
            self.show_prompt(advice.line())
        elif hint.cell is not None and not (hint.cell in RIVER and self.place.task.hides == "river"):
            self.board_view.board.point_at_cell(hint.cell)
        return hint.action is not None


class GiftTask(TaskScreen, GiftScreen):
    """A gift."""

    moving_keys = "←→"

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        super().__init__(place, settings, progress)
        self.gift = self.cursor = GiftControl(self, _("Your two dealt cards"))
        self.guide = self.middle = self.control = TaskGuide(self, self.gift)
        self.parts.append(self.guide)
        self.offer(self.game_commands, self.gift.handlers, self.guide.choose(self.gift.give))
        self.offer(self.guide.handlers, {"advice": self.guide.give_hint, "back": self.go_back})
        self.draw()

    @override
    def point_out(self, hint: Hint) -> bool:
        if isinstance(hint.action, Give):
            self.gift.point(hint.action.which - 1)
        return isinstance(hint.action, Give)


class NinjaTask(TaskScreen, NinjaScreen):
    """What a ninja copies."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("advice")]

    def __init__(self, place: Place, settings: Settings, progress: Solved) -> None:
        super().__init__(place, settings, progress)
        self.ninja = NinjaControl(self)
        self.cursor = self.ninja.territories
        self.guide = self.middle = self.control = TaskGuide(self, self.ninja)
        self.parts += self.ninja, self.guide
        self.offer(self.game_commands, self.ninja.handlers, self.guide.choose(self.ninja.copy))
        self.offer(self.guide.handlers, {"advice": self.guide.give_hint, "back": self.go_back})
        self.draw()

    @override
    def point_out(self, hint: Hint) -> bool:
        if not isinstance(hint.action, Copy):
            return False
        seat, copied = self.ninja.seat, hint.action.card
        at = next(cell for cell in self.ninja.targets if self.view.sides[seat].card(cell) is copied)
        self.ninja.territories.point_at(seat, at)
        return True


def task_screen(place: Place, settings: Settings, progress: Solved) -> TaskScreen:
    by_phase: Mapping[Phase, type[TaskScreen]] = {Phase.GIFT: GiftTask, Phase.COPY: NinjaTask}
    return by_phase.get(place.task.game().phase, TableTask)(place, settings, progress)


SOLVED, UNSOLVED = "●", "○"
DAILY = "daily"
"""The id of the row of the puzzle of the day; no exercise has it."""


class Lessons(SteadyScreen[None]):
    """A list to choose from; the cursor is where there is something left to learn."""

    CSS_PATH = stylesheet("games/naishi/learn/lessons.tcss")
    AUTO_FOCUS = "#exercises"
    BINDINGS: ClassVar[list[BindingType]] = [*back_bindings(), *bindings({"screen.rules": "rules"})]

    def __init__(self, progress: Solved, daily: Puzzle) -> None:
        super().__init__()
        self.progress, self.daily = progress, daily
        self.exercises = course.every_exercise()
        self.opened = ""
        """The id of the row that was chosen last; empty for none."""
        self.solved_before = frozenset(progress.solved)
        """What was solved when the list was left."""

    @override
    def compose(self) -> ComposeResult:
        yield TextRows(id="heading")
        yield Menu(id="exercises", compact=True)
        yield Static(id="said")
        start, back = KeyHint("open", _("Enter"), _("begin")), KeyHint("back", _("Esc"), _("back"))
        yield KeyLine([KeyHint("", "↑↓", _("choose")), start, back], id="keys")

    def on_mount(self) -> None:
        self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), Span(" "), Span(_("learn"))),)

    def on_screen_resume(self) -> None:
        """Draw the list; a lesson may have been solved meanwhile."""
        solved = self.progress.solved
        menu = self.query_one("#exercises", OptionList)
        menu.clear_options()
        width = max(cell_len(course.title(each)) for each in self.exercises)
        mark = SOLVED if self.daily.id in solved else UNSOLVED
        words = _("{mark} Puzzle of the day: {title}").format(mark=mark, title=course.title(self.daily))
        menu.add_option(Option(Content(words), id=DAILY))
        for which in course.courses():
            if which.expansion:
                words = _("With the expansion, {name}").format(name=expansion_title())
                menu.add_option(Option(Content.styled(words, "$quiet"), disabled=True))
            for exercise in which.exercises:
                if exercise is which.puzzles[0]:
                    words = _("Puzzles, from games between bots")
                    menu.add_option(Option(Content.styled(words, "$quiet"), disabled=True))
                menu.add_option(Option(Content(_line(exercise, exercise.id in solved, width)), id=exercise.id))
        menu.highlighted = menu.get_option_index(self._goes_on_at())
        self.query_one("#said", Static).update(Content(self._said()))

    def _goes_on_at(self) -> str:
        """Return the row to go on at: the one that was chosen, or what there is to solve after it once it is solved."""
        solved = self.progress.solved
        if not self.opened:
            return course.first_unsolved(solved).id
        ids = [exercise.id for exercise in self.exercises]
        if self.opened == DAILY or self.opened not in solved or self.opened in self.solved_before:
            return self.opened
        left = {each.id for each in course.unsolved(solved)}
        return next((each for each in ids[ids.index(self.opened) :] if each in left), self.opened)

    def _said(self) -> str:
        base, more = course.courses()
        left = [each for each in base.lessons if each.id not in self.progress.solved]
        if len(left) == len(base.lessons):
            return _("Eight short lessons, about ten minutes in all, and two with the expansion.")
        if left:
            return ngettext("{count} lesson to go.", "{count} lessons to go.", len(left))
        solved, all_ = self._solved(base), len(base.puzzles)
        if not any(each.id in self.progress.solved for each in more.exercises):
            return _("You know the game. Puzzles solved: {solved} of {all}.").format(solved=solved, all=all_)
        return _("Puzzles solved: {solved} of {all}, with the expansion {more} of {ten}.").format(
            solved=solved, all=all_, more=self._solved(more), ten=len(more.puzzles)
        )

    def _solved(self, which: course.Course) -> int:
        return sum(each.id in self.progress.solved for each in which.puzzles)

    def action_open(self) -> None:
        self.query_one("#exercises", OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        chosen = self.daily.id if event.option_id == DAILY else event.option_id
        exercise = next(each for each in self.exercises if each.id == chosen)
        self.opened, self.solved_before = event.option_id or "", frozenset(self.progress.solved)
        self.post_message(ShowTask(Place(exercise)))


def _line(exercise: Lesson | Puzzle, solved: bool, width: int) -> str:
    mark = SOLVED if solved else UNSOLVED
    if isinstance(exercise, Lesson):
        return f"{mark} {course.number_of(exercise)}  {course.title(exercise)}"
    return f"{mark}    {set_cell_size(course.title(exercise), width)}   {course.grade(exercise)}"


class ExerciseScreen(CardScreen):
    """The board at the moment of a mistake; each action that is tried is judged, and nothing is played."""

    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings(), *bindings_of("exercise.next_exercise")]
    participant: ExerciseParticipant

    def __init__(self, exercises: Sequence[Exercise], settings: Settings, book: ExerciseBook) -> None:
        self.run = ExerciseRun(exercises, book)
        super().__init__(self.run.participant, settings)
        self.board_view = BoardView(self)
        self.cursor = self.board_view.cursor
        self.turn = self.middle = self.control = TurnInProgress(self, self.board_view, self.play)
        self.parts += self.turn, self.board_view, Nudges(self, self.turn)
        self.offer(self.game_commands, self.turn.handlers, {"memory": self.show_memory})
        self.offer({"choose": self.choose, "back": partial(self.turn.back, self.dismiss)})
        self.offer({"advice": self.show_answer, "next_exercise": self.go_to_next})
        self.draw()

    @override
    def listed(self) -> Iterable[str]:
        return next(groups())[1]

    @property
    @override
    def note(self) -> str:
        return _("exercise {number} of {count}").format(number=self.run.number + 1, count=len(self.run.exercises))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if self.run.done:
            yield hint("choose", _("next"))
        else:
            yield hint("choose")
            yield hint("advice", _("answer"), minor=False)
            yield hint("exercise.next_exercise")
        yield from self.reading.hints()
        yield hint("back")

    def instruction(self) -> str:
        return self.turn.instruction() if self.turn.begun and not self.run.judging else self.run.outcome()

    def cursor_help(self) -> PromptLine:
        """Say why the answer is better once the exercise is over; before, what Enter would do."""
        if not self.run.done:
            return self.turn.cursor_help()
        return PromptLine("", reasons=(*self.run.why(), self.run.cost()))

    async def play(self, action: Action) -> None:
        """Judge an action, one at a time, until one will do."""
        if self.run.done or self.run.judging:
            return
        self.turn.forget()
        self.run.attempt(action)
        if self.run.judging:
            self.draw()
            self.run_worker(self._settle(), exclusive=True, group="judge")
        else:
            await self._settle()

    async def _settle(self) -> None:
        exercise = self.run.exercise
        try:
            await self.run.settle()
        except NaishiError as error:
            self.refuse(str(error))
        else:
            if exercise is self.run.exercise:
                await self._show_outcome()

    async def _show_outcome(self) -> None:
        """Show what came of a try; remember how the exercise went, if it is over."""
        if self.run.done:
            self.turn.forget()
        self.draw()
        try:
            await self.run.keep()
        except NaishiError as error:
            self.refuse(str(error))

    async def show_answer(self) -> None:
        """Show the answer; the exercise comes again soon."""
        if not self.run.done and not self.run.judging:
            self.run.show_answer()
            await self._show_outcome()

    async def choose(self) -> None:
        """Choose the card under the cursor; once the exercise is over, go on."""
        if self.run.done:
            self.go_to_next()
        elif not self.run.judging:
            await self.turn.choose()

    def go_to_next(self) -> None:
        """Go to the next exercise; after the last one, back."""
        if not self.run.go_on():
            self.dismiss()
            return
        self.participant = self.run.participant
        before, self.view = self.view, self.participant.view
        self.view_changed(before)
        self.draw()
