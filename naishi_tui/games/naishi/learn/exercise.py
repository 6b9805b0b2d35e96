"""Learn from your mistakes: the moment before one, to do better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import BindingType

from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.analysis.exercises import Exercise
from naishi.games.naishi.editor.participant import ExerciseParticipant
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.settings.key_table import groups
from naishi.settings.keymap import arrows
from naishi_tui.drawing.theme import stylesheet
from naishi_tui.games.naishi.board_view import BoardView, memory_aid
from naishi_tui.games.naishi.card_screen import CardScreen
from naishi_tui.games.naishi.nudges import Nudges
from naishi_tui.games.naishi.turn_commands import TurnCommands, TurnInProgress
from naishi_tui.keys import bindings_of, table_bindings
from naishi_tui.widgets.prompt import KeyHint, PromptLine, hint

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.study import ExerciseBook
    from naishi.settings.schema import Settings


class ExerciseScreen(CardScreen):
    """The board at the moment of a mistake; each action that is tried is judged, and nothing is played."""

    CSS_PATH = stylesheet("games/naishi/board_view.tcss")
    DEFAULT_CLASSES = "-board"
    BINDINGS: ClassVar[list[BindingType]] = [*table_bindings(), *bindings_of("exercise.next_exercise")]
    participant: ExerciseParticipant

    def __init__(self, exercises: Sequence[Exercise], settings: Settings, book: ExerciseBook) -> None:
        """Begin with the first of some exercises, each of which is answered once in the book that they are from."""
        super().__init__(ExerciseParticipant(exercises[0].view()), settings)
        self.exercises, self.number, self.book = exercises, 0, book
        self.tried: Action | None = None
        """What was tried last."""
        self.judged: Decision | None = None
        """What it would have lost; None before anything was tried."""
        self.judging = False
        self.helped = False
        """A try failed, or the answer was shown: the exercise comes again soon."""
        self.board_view = BoardView(self)
        self.cursor = self.board_view.cursor
        self.turn = self.middle = self.control = TurnInProgress(self, self.board_view)
        self.turn_commands = TurnCommands(self, self.turn, self.play)
        self.nudges = Nudges(self, self.turn)
        self.parts += self.turn, self.board_view, self.nudges
        self.offer(self.game_commands, self.cursor.moves, memory_aid(self))
        self.offer(self.turn_commands.handlers)
        self.offer({"choose": self.choose, "back": partial(self.turn_commands.back, self.dismiss)})
        self.offer({"advice": self.show_answer, "next_exercise": self.go_to_next})
        self.draw()

    def listed(self) -> Iterable[str]:
        """Return all commands of the table."""
        return next(groups())[1]

    @property
    def exercise(self) -> Exercise:
        """The present exercise."""
        return self.exercises[self.number]

    @property
    def game(self) -> Game:
        """The game before the decision."""
        return Game(self.exercise.record)

    @property
    def note(self) -> str:
        """Which exercise it is."""
        return _("exercise {number} of {count}").format(number=self.number + 1, count=len(self.exercises))

    @property
    def done(self) -> bool:
        """Whether the exercise is over."""
        return not self.participant.open

    def key_hints(self) -> Iterator[KeyHint]:
        """Return what the key line names."""
        yield KeyHint("", arrows("←↑↓→"), _("move"))
        if self.done:
            yield hint("choose", _("next"))
        else:
            yield hint("choose")
            yield hint("advice", _("answer"), minor=False)
            yield hint("exercise.next_exercise")
        yield from self.reading.hints()
        yield hint("back")

    def instruction(self) -> str:
        """Say what is asked for, or what came of the last try."""
        decision = self.exercise.decision
        if self.judging:
            return _("Thinking …")
        if self.turn.begun:
            return self.turn.instruction()
        if self.done and self.tried is not None:
            return _("Right: {action}.").format(action=self._in_words(self.tried))
        if self.done:
            return _("The answer: {turn}.").format(turn=self._in_words(*decision.best_turn))
        if self.tried == decision.played:
            return _("That is what you played. Try something else.")
        if self.judged is not None and self.tried is not None:
            return ngettext(
                "That costs {count} percentage point of win chance ({action}). Try again.",
                "That costs {count} percentage points of win chance ({action}). Try again.",
                round(100 * self.judged.loss),
                action=self._in_words(self.tried),
            )
        return _("You played: {action}. What would have been better?").format(action=self._in_words(decision.played))

    def _in_words(self, *turn: Action) -> str:
        """Say what some actions do, one after the other."""
        return listed(words.turn(self.game, turn), conjunction=False)

    def cursor_help(self) -> PromptLine:
        """Say why the answer is better once the exercise is over; before, what Enter would do."""
        decision = self.exercise.decision
        if not self.done:
            return self.turn.cursor_help()
        reasons = words.why(decision, self.game) if self.tried in {None, decision.best} else ()
        return PromptLine("", reasons=(*reasons, words.cost(decision)))

    async def play(self, action: Action) -> None:
        """Judge an action, one at a time, until one will do."""
        if self.done or self.judging:
            return
        self.turn.forget()
        self.tried = action
        if action == self.exercise.decision.best:
            await self._finish()
        elif action == self.exercise.decision.played:
            self.helped = True
            self.draw()
        else:
            self.judging = True
            self.draw()
            self._judge(self.exercise, action)

    @work(exclusive=True, group="judge")
    async def _judge(self, exercise: Exercise, action: Action) -> None:
        try:
            judged = await self.book.judge(exercise, action)
        except NaishiError as error:
            self.judging = False
            self.refuse(str(error))
            return
        if exercise is not self.exercise:
            return
        self.judging, self.judged = False, judged
        if exercise.is_solved_by(action, judged):
            await self._finish()
        else:
            self.helped = True
            self.draw()

    async def _finish(self) -> None:
        """End the exercise, solved or not."""
        self.participant.open = False
        self.turn.forget()
        self.draw()
        try:
            await self.book.answer(self.exercise, solved=not self.helped)
        except NaishiError as error:
            self.refuse(str(error))

    async def show_answer(self) -> None:
        """Show the answer; the exercise comes again soon."""
        if not self.done and not self.judging:
            self.helped, self.tried = True, None
            await self._finish()

    async def choose(self) -> None:
        """Choose the card under the cursor; once the exercise is over, go on."""
        if self.done:
            self.go_to_next()
        elif not self.judging:
            await self.turn_commands.choose()

    def go_to_next(self) -> None:
        """Go to the next exercise; after the last one, back."""
        self.number += 1
        if self.number == len(self.exercises):
            self.number -= 1
            self.dismiss()
            return
        self.tried = self.judged = None
        self.judging = self.helped = False
        self.participant = ExerciseParticipant(self.exercise.view())
        before, self.view = self.view, self.participant.view
        self.view_changed(before)
        self.draw()
