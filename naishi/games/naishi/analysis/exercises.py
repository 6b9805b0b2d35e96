"""Own mistakes as exercises, repeated at intervals until solved.

The schedule is Leitner's (Sebastian Leitner, "So lernt man lernen", 1972): an exercise that was solved moves to the
next box, whose exercises come less often; one that wasn't goes back to the first.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from naishi.common import files
from naishi.common.i18n import NaishiError, SaveError
from naishi.games.naishi.analysis.decisions import DEPTHS, INACCURACY, Assessor, Decision, Verdict
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.results import digest_of
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord, Options
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Phase
from naishi.saves.solved_exercises import MISTAKES_FILE, MISTAKES_LIMIT
from naishi.tabletop.players import HUMAN, Player

BOXES = (1, 3, 7, 16, 35)
"""After how many days the exercises of each box come again; one that is solved in the last box is done with."""


class Exercise(BaseModel):
    """A decision that was a mistake, to be taken better."""

    model_config = ConfigDict(frozen=True)

    game: str
    """The digest of the game; on a server, the id of its match."""
    record: GameRecord
    """The game up to the decision."""
    decision: Decision
    box: Annotated[int, Field(ge=0, lt=len(BOXES))] = 0
    due: date

    def view(self) -> PlayerView:
        """Return what the seat knew. Raises NaishiError: the game can't have come to this."""
        return Game(self.record).view(self.decision.seat)

    def is_playable(self) -> bool:
        try:
            legal = self.view().legal_actions
        except NaishiError:
            return False
        decision = self.decision
        at_the_end = decision.ply == self.record.cursor == len(self.record.actions)
        return at_the_end and {decision.played, decision.best} <= {*legal} and len(legal) > 1

    def judge(self, action: Action) -> Decision:
        """Assess an answer, as the decision itself was assessed; takes a moment."""
        return Assessor(Game(self.answered_by(action)), DEPTHS["quick"]).assess(self.decision.ply)

    def answered_by(self, action: Action) -> GameRecord:
        actions = *self.record.actions, action
        return self.record.model_copy(update={"actions": actions, "cursor": len(actions)})

    def is_solved_by(self, action: Action, judged: Decision) -> bool:
        if action == self.decision.played:
            return False
        return action == self.decision.best or judged.loss < INACCURACY or judged.verdict is Verdict.TOO_CLOSE

    def answered(self, today: date, *, solved: bool) -> "Exercise | None":
        """Return the exercise as it comes again; None if it is done with."""
        box = self.box + 1 if solved else 0
        if box == len(BOXES):
            return None
        wait = min(timedelta(days=BOXES[box]), date.max - today)
        return self.model_copy(update={"box": box, "due": today + wait})


class _ExercisesFile(BaseModel):
    format: Literal["naishi-exercises"] = "naishi-exercises"
    exercises: tuple[Exercise, ...] = ()
    known: tuple[str, ...] = ()
    """The games whose mistakes have been added, so that what is done with stays so."""


class Exercises:
    """The exercises of a folder of saves."""

    def __init__(self, saves: Path) -> None:
        self._path = saves / MISTAKES_FILE

    def add(self, game: Game, analysis: Analysis, today: date) -> int:
        """Add the mistakes of the people in a game, once, and return how many there are."""
        document = self._read()
        if digest_of(game) in document.known:
            return 0
        people = {seat for seat, player in enumerate(game.players) if player.kind == HUMAN}
        new = [
            Exercise(game=digest_of(game), record=until(game.record, each.ply), decision=each, due=today)
            for each in worth_learning(game, analysis)
            if each.seat in people
        ]
        self._write(document.exercises + tuple(new), (*document.known, digest_of(game)))
        return len(new)

    def due(self, today: date, game: Game | None = None) -> tuple[Exercise, ...]:
        """Return what is to be solved now, the longest due first; of one game, or of all."""
        only = None if game is None else digest_of(game)
        due = (each for each in self._read().exercises if each.due <= today and only in {None, each.game})
        return tuple(sorted(filter(Exercise.is_playable, due), key=lambda each: each.due))

    def answer(self, exercise: Exercise, today: date, *, solved: bool) -> None:
        document = self._read()
        again = exercise.answered(today, solved=solved)
        answered = exercise.game, exercise.decision.ply
        rest = [each for each in document.exercises if (each.game, each.decision.ply) != answered]
        self._write(rest if again is None else [*rest, again], document.known)

    def _read(self) -> _ExercisesFile:
        return self._whole() or _ExercisesFile()

    def _whole(self) -> _ExercisesFile | None:
        """Read the file; None if it is damaged."""
        try:
            return _ExercisesFile.model_validate_json(files.read_file(self._path, MISTAKES_LIMIT))
        except FileNotFoundError:
            return _ExercisesFile()
        except (OSError, SaveError, ValidationError):
            return None

    def _write(self, exercises: Sequence[Exercise], known: Sequence[str]) -> None:
        document = _ExercisesFile(exercises=tuple(exercises), known=tuple(known))
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._whole() is None:
                files.move_aside(self._path, self._path.parent)
            files.write_atomically(self._path, document.model_dump_json().encode())


def worth_learning(game: Game, analysis: Analysis) -> Iterator[Decision]:
    """Yield the mistakes of both seats, but for inaccuracies, gifts, copies, and what the advice would have been."""
    for each in analysis.mistakes():
        if not each.advised and each.verdict is not Verdict.INACCURACY and game.at(each.ply).phase is Phase.PLAY:
            yield each


def until(record: GameRecord, ply: int) -> GameRecord:
    """Return the record of a game up to a moment, without PINs."""
    first, second = (Player(name=player.name, kind=player.kind) for player in record.players)
    options = Options(expansion=record.options.expansion)
    begun = {"players": (first, second), "options": options, "actions": record.actions[:ply], "cursor": ply}
    return record.model_copy(update=begun)
