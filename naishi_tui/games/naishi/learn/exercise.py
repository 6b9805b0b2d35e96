"""Exercise screen: a past mistake, to be improved."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from typing_extensions import override

from naishi.common.i18n import NaishiError, _
from naishi.games.naishi.analysis.exercises import Exercise
from naishi.games.naishi.editor.draft import ExerciseParticipant
from naishi.games.naishi.editor.exercise_run import ExerciseRun
from naishi.games.naishi.rules.actions import Action
from naishi.settings.key_table import groups
from naishi.settings.keymap import arrows
from naishi_tui.games.naishi.board_view import BoardView, CardScreen
from naishi_tui.games.naishi.table import Nudges, TurnInProgress
from naishi_tui.messages import bindings_of, table_bindings
from naishi_tui.widgets.text_rows import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import ExerciseBook
    from naishi.settings.schema import Settings


class ExerciseScreen(CardScreen):
    """The board at the moment of a mistake; each action that is tried is judged, and nothing is played."""

    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings(), *bindings_of("exercise.next_exercise")]
    participant: ExerciseParticipant

    def __init__(self, exercises: Sequence[Exercise], settings: "Settings", book: "ExerciseBook") -> None:
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
