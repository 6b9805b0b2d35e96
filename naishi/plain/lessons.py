"""Lessons and puzzles in line mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.lessons import Place, Progress, TaskParticipant
from naishi.lessons.course import first_unsolved, heading, praise
from naishi.lessons.progress import ProgressNotSavedError
from naishi.plain import facts
from naishi.plain.answers import answer
from naishi.plain.commands import ACTIONS, CommandWord, action_of, commands, find, learning
from naishi.plain.console import Console
from naishi.rules.phase import Phase
from naishi.text.sentences import last_turn, sentences

if TYPE_CHECKING:
    from naishi.settings.layers import Layers


class PlainLessons:
    """A person who learns, from the first exercise on that isn't solved."""

    def __init__(self, console: Console, layers: Layers, progress: Progress) -> None:
        self.console = console
        self.layers = layers
        self.progress = progress

    async def run(self) -> None:
        """Go through the tasks until the person leaves or nothing is left.

        Raises:
            NaishiError: A script asked for something that isn't possible.
        """
        place: Place | None = Place(first_unsolved(self.progress.solved))
        while place is not None:
            place = await self._work_on(place)

    async def _work_on(self, place: Place) -> Place | None:
        """Have the person do a task; return the one to go on with."""
        learner = TaskParticipant(place.task)
        self._tell(place, learner)
        while not learner.solved:
            line = self.console.read("> ")
            if line is None:
                return None
            if not (words := line.split()):
                continue
            try:
                command = find(words[0], learning())
                match command.id:
                    case "quit":
                        return None
                    case "again":
                        return place
                    case "skip":
                        return place.next(self.progress.solved)
                    case "task":
                        self._tell(place, learner)
                    case _:
                        await self._obey(learner, command, words[1:])
            except NaishiError as error:
                self.console.refuse(error)
        return self._solved(place)

    async def _obey(self, learner: TaskParticipant, command: CommandWord, words: Sequence[str]) -> None:
        before = learner.view
        match command.id:
            case "undo":
                await learner.undo()
                self.console.write(_("Undone."))
            case "hint":
                hint = learner.hint()
                self.console.write(_("Type: {action}.").format(action=hint.text) if hint.action else _spoken(hint.text))
            case verb if verb in ACTIONS:
                await learner.play(action_of(verb, words))
                self.console.write(*sentences(learner.view, learner.view.events[len(before.events) :]))
            case _:
                self.console.write(*answer(before, command.id, words, self.layers))

    def _tell(self, place: Place, learner: TaskParticipant) -> None:
        """Say what there is to do."""
        view = learner.view
        self.console.write(heading(place), *sentences(view, last_turn(view)), _spoken(_(place.task.text)))
        if view.phase is Phase.GIFT:
            self.console.write(*facts.dealt_lines(view))
        self.console.write(_("To look: river, line, hand, court. For help: hint, what, skip, quit."))

    def _solved(self, place: Place) -> Place | None:
        """Remember it, and say how to go on."""
        self.console.write(_spoken(praise(place)))
        if place.is_last:
            try:
                self.progress.add(place.exercise.id)
            except ProgressNotSavedError as error:
                self.console.write(str(error))
        return place.next(self.progress.solved)


def _spoken(text: str) -> str:
    """Name commands by their words, where the app names keys."""
    return text.format(**{command.id: command.word for command in commands().values()}, explain=_("why"))
