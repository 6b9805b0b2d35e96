"""One's own mistakes in line mode: the moment before each, to do better."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.errors import IllegalActionError, NaishiError
from naishi.common.formats import listed
from naishi.common.i18n import _, ngettext
from naishi.games.naishi.analysis import words as analysis_words
from naishi.games.naishi.analysis.exercises import Exercise
from naishi.games.naishi.analysis.study import ExerciseBook
from naishi.games.naishi.editor.exercise_participant import ExerciseParticipant
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.plain.answers import answer
from naishi.plain.commands import ACTIONS, Commands, CommandWord, acting, alone, by_id, common, looking
from naishi.plain.context import Context
from naishi.plain.facts import table_lines
from naishi.plain.parsing import action_of
from naishi.plain.room import LOOK, MORE, Room, groups_of


def exercising() -> Commands:
    """The commands of an exercise."""
    own = (
        alone("answer", _("answer"), _("The answer; the exercise comes again soon.")),
        alone("skip", _("skip"), _("Go on to the next exercise.")),
        alone("task", _("task"), _("What you played, and what there is to do.")),
    )
    return by_id(own, looking(), (each for each in acting() if each.id != "advice"), common())


class PlainExercises(Room):
    """Each action that is tried is judged, and nothing is played."""

    def __init__(self, context: Context, book: ExerciseBook, due: Sequence[Exercise]) -> None:
        """Begin with the first of some exercises.

        Raises:
            NaishiError: None is due.
        """
        if not due:
            words = _("No exercise is due today. They are made of your mistakes when a finished game is analysed.")
            raise NaishiError(words)
        super().__init__(context)
        self._book, self._due, self._number = book, due, 0
        self._helped = False
        self.me = ExerciseParticipant(due[0].view())

    @property
    def exercise(self) -> Exercise:
        """The present exercise."""
        return self._due[self._number]

    def commands(self) -> Commands:
        """Return what can be typed here."""
        return exercising()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        own = {_("Learn"): ("task", "answer", "skip")}
        return {**own, **groups_of(look=LOOK, act=("what", *sorted(ACTIONS)), back=("last", "log"), more=MORE)}

    def enter(self) -> None:
        """Say what the first exercise is."""
        self._tell()
        super().enter()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what a command says."""
        match command.id:
            case "task":
                self._tell()
            case "skip":
                self._next()
            case "answer":
                self._helped = True
                turn = self._in_words(*self.exercise.decision.best_turn)
                await self._finish(_("The answer: {turn}.").format(turn=turn), *self._why())
            case verb if verb in ACTIONS:
                await self._try(action_of(verb, words, self.me.view))
            case _:
                answer(self.me.view, command.id, words, self.context)

    def _in_words(self, *turn: Action) -> str:
        """Say what some actions do, one after the other."""
        return listed(analysis_words.turn(Game(self.exercise.record), turn), conjunction=False)

    async def _try(self, action: Action) -> None:
        """Judge an action.

        Raises:
            IllegalActionError: The rules don't allow it.
        """
        decision = self.exercise.decision
        if refusal := self.me.view.refusal(action):
            raise IllegalActionError(refusal)
        if action == decision.played:
            self._helped = True
            self.console.write(_("That is what you played. Try something else."))
            return
        judged = None if action == decision.best else await self._book.judge(self.exercise, action)
        if judged is None or self.exercise.is_solved_by(action, judged):
            why = self._why() if action == decision.best else ()
            await self._finish(_("Right: {action}.").format(action=self._in_words(action)), *why)
            return
        self._helped = True
        self.console.write(
            ngettext(
                "That costs {count} percentage point of win chance ({action}). Try again.",
                "That costs {count} percentage points of win chance ({action}). Try again.",
                round(100 * judged.loss),
                action=self._in_words(action),
            )
        )

    def _why(self) -> tuple[str, ...]:
        """Say why the answer is better."""
        return analysis_words.why(self.exercise.decision, Game(self.exercise.record))

    async def _finish(self, *said: str) -> None:
        """Say how the exercise went, remember it, and go on."""
        self.console.write(" ".join(said), analysis_words.cost(self.exercise.decision))
        await self._book.answer(self.exercise, solved=not self._helped)
        self._next()

    def _next(self) -> None:
        self._number, self._helped = self._number + 1, False
        if self._number == len(self._due):
            self.console.write(_("That was the last exercise for today."))
            self.left = True
            return
        self.me = ExerciseParticipant(self.exercise.view())
        self._tell()

    def _tell(self) -> None:
        decision = self.exercise.decision
        self.console.write(
            _("Exercise {number} of {count}. {name}, round {round}.").format(
                number=self._number + 1,
                count=len(self._due),
                name=self.me.view.names[decision.seat],
                round=decision.round,
            ),
            *table_lines(self.me.view),
            _("You played: {action}. What would have been better?").format(action=self._in_words(decision.played)),
        )
