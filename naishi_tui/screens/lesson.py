"""A task on the board: what there is to do above it, hints on demand, and the way on once it is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from naishi.common.i18n import _
from naishi.lessons import Hint, Place, Progress, Puzzle, TaskParticipant
from naishi.lessons.course import heading, praise
from naishi.lessons.progress import ProgressNotSavedError
from naishi.rules.actions import Copy, Develop, Give
from naishi.rules.phase import Phase
from naishi.rules.territory import LINE, RIVER
from naishi.sessions.participant import Ask
from naishi.settings.keymap import KEYS
from naishi_tui.advice import Advice
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.messages import ShowTask
from naishi_tui.partial_action import PartialAction
from naishi_tui.screens.game_screen import GameScreen
from naishi_tui.screens.gift import Gift
from naishi_tui.screens.ninja import Ninja
from naishi_tui.screens.table import Table
from naishi_tui.widgets.key_line import KeyHint
from naishi_tui.widgets.lesson_text import LessonText

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

    _Screen = GameScreen
else:
    _Screen = object  # Textual takes styles and keys from the first base that is a widget: the screen of the game

SKIP, AGAIN = "n", "0"
"""The keys that only tasks have."""


KEYS_OF_TASKS: list[BindingType] = [
    Binding("a", "advice", id="advice", show=False),
    Binding(SKIP, "skip", show=False),
    Binding(AGAIN, "again", show=False),
]


class TaskScreen(_Screen):
    """What the screens of tasks have in common, beside the screen of a game that each of them is."""

    participant: TaskParticipant

    def __init__(self, place: Place, settings: Settings, progress: Progress) -> None:
        self.place, self.progress = place, progress
        self.text = LessonText(id="lesson")
        if isinstance(place.exercise, Puzzle):  # its answer is judged by what a perfect memory knows
            settings = replace(settings, memory_aid=True)
        super().__init__(TaskParticipant(place.task), settings)

    def compose(self) -> ComposeResult:
        """Lay out the screen of the game, with the text of a lesson below its first line."""
        for widget in super().compose():
            yield widget
            if widget is self.header and not isinstance(self.place.exercise, Puzzle):
                yield self.text

    @property
    def solved(self) -> bool:
        """Whether the task is done."""
        return self.participant.solved

    def draw(self) -> None:
        """Draw the game, and what there is to say about it."""
        super().draw()
        self.header.show_heading(heading(self.place))
        text = praise(self.place) if self.solved else _(self.place.task.text)
        self.text.show(self._with_keys(text), good=self.solved)

    def outdated(self) -> bool:
        """Nothing comes after a task by itself."""
        return False

    def update(self) -> None:
        """Draw the game as it stands now, and remember an exercise that is over with it."""
        super().update()
        if self.solved and self.place.is_last and self.place.exercise.id not in self.progress.solved:
            try:
                self.progress.add(self.place.exercise.id)
            except ProgressNotSavedError as error:
                self.refuse(str(error))

    def instruction(self) -> str:
        """Say how to go on, or what is asked for."""
        if not self.solved:
            return super().instruction()
        here = self.place.exercise
        if isinstance(here, Puzzle):
            return praise(self.place)
        following = self.place.next(self.progress.solved)
        if following is None:
            return _("Well done! Enter: back to the list.")
        return _("Enter: continue.") if following.exercise is here else _("Well done! Enter: the next lesson.")

    def cursor_help(self) -> PromptLine:
        """Say what Enter would do."""
        if not self.solved:
            return super().cursor_help()
        return PromptLine(_("Enter: the next puzzle.") if isinstance(self.place.exercise, Puzzle) else "")

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        if self.solved:
            yield KeyHint("skip", _("Enter"), _("go on"))
        else:
            yield KeyHint("", "←↑↓→", _("move"))
            yield KeyHint("choose", _("Enter"), _("choose"), minor=True)
            yield self.hint("advice", _("hint"))
            yield KeyHint("skip", SKIP, _("skip"))
        yield KeyHint("again", AGAIN, _("again"))
        yield from self.hints_for_undo()
        yield self.hint("explain", _("card"))
        yield self.hint("rules", _("help"), minor=True)
        yield self.hint("back", _("leave"))

    async def action_advice(self) -> None:
        """Give the next hint: a nudge, the card, the action."""
        if self.solved:
            self.refuse(self.participant.refusal(Ask.ADVISE))
        else:
            self.show_hint(self.participant.hint())

    def show_hint(self, hint: Hint) -> None:
        """Point at what a hint is about, and say it."""
        self.show_prompt(PromptLine(self._with_keys(hint.text)))

    def action_skip(self) -> None:
        """Go on to the next task, whether this one is done or not; back to the list after the last."""
        if (following := self.place.next(self.progress.solved)) is not None:
            self.post_message(ShowTask(following))
        else:
            self.leave()

    def action_again(self) -> None:
        """Begin the task again."""
        self.post_message(ShowTask(self.place))

    def leave(self) -> None:
        """Go back to the list."""
        if self.is_active:
            self.dismiss()

    def _with_keys(self, text: str) -> str:
        """Fill in the keys that a sentence of a task names."""
        return text.format(**{command: self.keymap.shown(command) for command in KEYS})


class TableTask(TaskScreen, Table):
    """A turn on the board."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS_OF_TASKS

    def __init__(self, place: Place, settings: Settings, progress: Progress) -> None:
        super().__init__(place, settings, progress)
        self.board.leave_out(place.task.hides)
        self.board.point_at(position=self._first_column())
        self.newcomer = True
        self.set_class(bool(place.task.hides), "-with-text")

    def _first_column(self) -> int:
        """The column where the cursor begins: one where Enter alone solves nothing."""
        leads_there = self.participant.leads_there
        return next((column for column in (1, 2, 3, 0, 4) if not leads_there(Develop(LINE[column]))), 1)

    def instruction(self) -> str:
        """Ask for the best action where nothing is begun."""
        puzzle = isinstance(self.place.exercise, Puzzle) and not self.solved
        if puzzle and self.partial == PartialAction() and self.advice is None and not self.participant.attempt.actions:
            return _(self.place.task.text)
        return super().instruction()

    async def action_choose(self) -> None:
        """Go on, or choose the card under the cursor."""
        if self.solved:
            self.action_skip()
        else:
            await super().action_choose()

    def way_on(self) -> str:
        """Name the key that gives a hint."""
        return _("{advice}: a hint.").format(advice=self.keymap.shown("advice"))

    async def action_begin(self, verb: str) -> None:
        """Begin an action of another kind, unless the task is done."""
        if self.solved:
            self.refuse(self.participant.refusal(Ask.PLAY))
        else:
            await super().action_begin(verb)

    async def action_advice(self) -> None:
        """Give the next hint; do the action that the last one showed."""
        if self.advised is not None and not self.solved:
            await self.do(self.advised)
        else:
            await super().action_advice()

    def show_hint(self, hint: Hint) -> None:
        """Point at the card, or make the action so far that Enter does it."""
        if hint.action is None:
            if hint.cell is not None and not (hint.cell in RIVER and self.place.task.hides == "river"):
                self.board.point_at_cell(hint.cell)
            super().show_hint(hint)
            return
        do_it = _("One way to do it. {advice}: do it.").format(advice=self.keymap.shown("advice"))
        self.advice = Advice(do_it, "", hint.action)
        self.partial, cell = PartialAction.all_but_last(hint.action)
        self.board.point_at_cell(cell)
        self.draw()


class GiftTask(TaskScreen, Gift):
    """A gift."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS_OF_TASKS

    async def action_give(self) -> None:
        """Go on, or give the card away."""
        if self.solved:
            self.action_skip()
        else:
            await super().action_give()

    async def action_choose(self) -> None:
        """Do what Enter does, where it is clicked in the key line."""
        await self.action_give()

    def show_hint(self, hint: Hint) -> None:
        """Point at the card to give."""
        if isinstance(hint.action, Give):
            self.action_point(hint.action.which - 1)
        else:
            super().show_hint(hint)


class NinjaTask(TaskScreen, Ninja):
    """What a ninja copies."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS_OF_TASKS

    async def action_choose(self) -> None:
        """Go on, or copy the character under the cursor."""
        if self.solved:
            self.action_skip()
        else:
            await super().action_choose()

    def show_hint(self, hint: Hint) -> None:
        """Point at the card to copy."""
        if isinstance(hint.action, Copy):
            copied = hint.action.card
            self.pointed = self.view.seat, next(cell for cell in self.targets if self.view.mine.card(cell) is copied)
            self.show_cursor()
        else:
            super().show_hint(hint)


def task_screen(place: Place, settings: Settings, progress: Progress) -> TableTask | GiftTask | NinjaTask:
    """Return the screen that a task is worked on."""
    match place.task.game().phase:
        case Phase.GIFT:
            return GiftTask(place, settings, progress)
        case Phase.COPY:
            return NinjaTask(place, settings, progress)
        case _:
            return TableTask(place, settings, progress)
