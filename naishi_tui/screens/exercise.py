"""Learn from your mistakes: the moment before one, to do better."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType

from naishi.analysis import words
from naishi.analysis.decisions import Decision
from naishi.analysis.exercises import Exercise
from naishi.common.errors import NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.rules.actions import Action, Declare, End, Pass, Recall
from naishi.sessions.exercise_participant import ExerciseParticipant
from naishi_tui.drawing.prompt_text import PromptLine
from naishi_tui.partial_action import PartialAction
from naishi_tui.screens.table import Table
from naishi_tui.widgets.key_line import KeyHint

if TYPE_CHECKING:
    from naishi.settings.schema import Settings

Answered = Callable[[Exercise, bool], None]
"""Called once for each exercise, with whether it was solved at the first try."""


class ExerciseScreen(Table):
    """The table at the moment of a mistake; each action that is tried is judged, and nothing is played."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("n", "next_exercise", show=False)]
    participant: ExerciseParticipant

    def __init__(self, exercises: Sequence[Exercise], settings: Settings, answered: Answered) -> None:
        """Begin with the first of some exercises."""
        self.exercises, self.number, self.answered = exercises, 0, answered
        self.tried: Action | None = None
        """What was tried last."""
        self.judged: Decision | None = None
        """What it would have lost; None before anything was tried."""
        self.judging = False
        self.helped = False
        """A try failed, or the answer was shown: the exercise comes again soon."""
        super().__init__(ExerciseParticipant(exercises[0].view()), settings)

    @property
    def exercise(self) -> Exercise:
        """The present exercise."""
        return self.exercises[self.number]

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
        yield KeyHint("", "←↑↓→", _("move"))
        if self.done:
            yield self.hint("choose", _("next"))
        else:
            yield self.hint("choose", _("choose"))
            yield self.hint("advice", _("answer"))
            yield KeyHint("next_exercise", "n", _("skip"))
        yield from self.hints_for_reading()
        yield self.hint("back", _("back"))

    def instruction(self) -> str:
        """Say what is asked for, or what came of the last try."""
        decision = self.exercise.decision
        if self.judging:
            return _("Thinking …")
        if self.partial != PartialAction():
            return super().instruction()
        if self.done and self.tried is not None:
            return _("Right: {action}.").format(action=_in_words(self.tried))
        if self.done:
            turn = listed(map(_in_words, decision.best_turn), conjunction=False)
            return _("The answer: {turn}.").format(turn=turn)
        if self.tried == decision.played:
            return _("That is what you played. Try something else.")
        if self.judged is not None and self.tried is not None:
            return ngettext(
                "That costs {count} point of win chance ({action}). Try again.",
                "That costs {count} points of win chance ({action}). Try again.",
                round(100 * self.judged.loss),
                action=_in_words(self.tried),
            )
        return _("You played: {action}. What would have been better?").format(action=_in_words(decision.played))

    def cursor_help(self) -> PromptLine:
        """Say what was wrong once the exercise is over; before, what Enter would do."""
        return PromptLine(words.decision(self.exercise.decision)) if self.done else super().cursor_help()

    async def play(self, action: Action) -> None:
        """Judge an action."""
        self.partial, self.tried = PartialAction(), action
        if action == self.exercise.decision.best:
            self._finish()
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
            judged = await asyncio.to_thread(exercise.judge, action)
        except NaishiError as error:
            self.judging = False
            self.refuse(str(error))
            return
        if exercise is not self.exercise:
            return
        self.judging, self.judged = False, judged
        if exercise.is_solved_by(action, judged):
            self._finish()
        else:
            self.helped = True
            self.draw()

    def _finish(self) -> None:
        """End the exercise, solved or not."""
        self.participant.open = False
        self.partial = PartialAction()
        self.answered(self.exercise, not self.helped)
        self.draw()

    async def action_advice(self) -> None:
        """Show the answer; the exercise comes again soon."""
        if not self.done and not self.judging:
            self.helped, self.tried = True, None
            self._finish()

    async def action_choose(self) -> None:
        """Choose the card under the cursor; once the exercise is over, go on."""
        if self.done:
            self.action_next_exercise()
        elif not self.judging:
            await super().action_choose()

    def action_next_exercise(self) -> None:
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

    def action_back(self) -> None:
        """Leave what was begun; else close."""
        if self.partial != PartialAction():
            super().action_back()
        else:
            self.dismiss()


def _in_words(action: Action) -> str:
    """Return the text of an action, or words where the text would be a bare verb in a sentence."""
    match action:
        case Recall():
            return _("recall your emissaries")
        case Declare():
            return _("declare the end")
        case End():
            return _("end the turn")
        case Pass():
            return _("pass")
        case _:
            return action.text


def today() -> date:
    """Return the day by the clock on the wall."""
    return date.today()
