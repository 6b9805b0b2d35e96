"""Exercises one after the other: tried, judged, answered."""

from collections.abc import Sequence

from naishi.common.i18n import _, listed, ngettext
from naishi.games.naishi.analysis import words
from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.analysis.exercises import Exercise
from naishi.games.naishi.analysis.study import ExerciseBook
from naishi.games.naishi.editor.draft import ExerciseParticipant
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action


class ExerciseRun:
    """The exercises that are due, each until it is solved, answered or skipped.

    A try is `attempt`, then `settle`; once the exercise is `done`, `keep` remembers how it went, and `go_on` leads to
    the next one.
    """

    def __init__(self, exercises: Sequence[Exercise], book: ExerciseBook) -> None:
        """Start with the first of some exercises from a book; there must be one.

        Raises NaishiError: its game can't have come to this.
        """
        self.exercises, self.number = exercises, 0
        self._book = book
        self._open()

    def _open(self) -> None:
        self.participant = ExerciseParticipant(self.exercise.view())
        self.tried: Action | None = None
        self.judged: Decision | None = None
        """What it would have lost; None where that needn't be asked, or isn't known yet."""
        self.judging = False
        self._helped = False
        """A try failed, or the answer was shown: the exercise comes again soon."""

    @property
    def exercise(self) -> Exercise:
        return self.exercises[self.number]

    @property
    def game(self) -> Game:
        return Game(self.exercise.record)

    @property
    def done(self) -> bool:
        return not self.participant.open

    def attempt(self, action: Action) -> None:
        """Take a legal action as a try, which `settle` judges."""
        decision = self.exercise.decision
        self.tried, self.judged = action, None
        self.judging = action not in {decision.best, decision.played}

    async def settle(self) -> None:
        """Judge the last try, which may take a moment; the exercise is done if it will do.

        Raises NaishiError: it can't be judged now.
        """
        exercise, action = self.exercise, self.tried
        if action is None:
            return
        if self.judging:
            try:
                judged = await self._book.judge(exercise, action)
            finally:
                if exercise is self.exercise:
                    self.judging = False
            if exercise is not self.exercise:  # it was skipped meanwhile
                return
            self.judged = judged
        if action == exercise.decision.best or (self.judged and exercise.is_solved_by(action, self.judged)):
            self.participant.open = False
        else:
            self._helped = True

    def show_answer(self) -> None:
        self.tried = self.judged = None
        self._helped, self.participant.open = True, False

    async def keep(self) -> None:
        """Remember how the exercise went, once it is done. Raises NaishiError: it can't be stored."""
        if self.done:
            await self._book.answer(self.exercise, solved=not self._helped)

    def go_on(self) -> bool:
        """Go to the next exercise; return whether there is one."""
        if self.number + 1 == len(self.exercises):
            return False
        self.number += 1
        self._open()
        return True

    def task(self) -> str:
        played = self._in_words(self.exercise.decision.played)
        return _("You played: {action}. What would have been better?").format(action=played)

    def outcome(self) -> str:
        """Say what came of the last try, or what the answer is; before both, the task."""
        decision = self.exercise.decision
        if self.judging:
            return _("Thinking …")
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
        return self.task()

    def why(self) -> tuple[str, ...]:
        """Say why the best action is better; nothing where another one solved the exercise."""
        decision = self.exercise.decision
        return words.why(decision, self.game) if self.tried in {None, decision.best} else ()

    def cost(self) -> str:
        return words.cost(self.exercise.decision)

    def _in_words(self, *turn: Action) -> str:
        return listed(words.turn(self.game, turn), conjunction=False)
