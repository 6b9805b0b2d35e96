"""Own mistakes as exercises, and the background analyses that find them in a folder of saves.

The schedule of exercises is Leitner's (Sebastian Leitner, "So lernt man lernen", 1972): one that was solved moves to
the next box, whose exercises come less often; one that wasn't goes back to the first.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from naishi.common import files
from naishi.common.i18n import NaishiError, SaveError, _
from naishi.common.worker_process import WorkerProcess
from naishi.games.naishi.analysis.decisions import DEPTHS, INACCURACY, Assessor, Decision, Verdict, decisions_of
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.results import digest_of
from naishi.games.naishi.analysis.truth import Truth
from naishi.games.naishi.game.game import Game, check_finished
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


FOLDER, BEGUN = ".analysis", "-begun"
NAME_LENGTH = 24
"""How many letters of a game's digest the name of a file begins with."""
SIZE_LIMIT = 2_000_000
"""In bytes. The analysis of a long game has about 60,000."""


class AnalysisStore:
    """A folder of analyses. Each belongs to a game by its deal and actions, not by its id: a changed save has none."""

    def __init__(self, saves: Path) -> None:
        self._folder = saves / FOLDER

    def find(self, game: Game, depth: str) -> Analysis | None:
        """Return the analysis of a game, at least as thorough as asked for; None where there is none."""
        return next((each for each in self._kept(digest_of(game), depth) if each.fits(game)), None)

    def find_by_digest(self, game: str, depth: str) -> Analysis | None:
        """Return the analysis of the game with a digest, as `find` does, but unchecked beyond each of its numbers."""
        return next(self._kept(game, depth), None)

    def names(self) -> frozenset[str]:
        """Return what the files of analyses begin with: the first letters of their games' digests."""
        with suppress(OSError):
            return frozenset(name[:NAME_LENGTH] for name in os.listdir(self._folder))
        return frozenset()

    def keep(self, analysis: Analysis, *, begun: bool = False) -> None:
        """Keep an analysis, or what was begun of it, if the folder allows it; it can be made again."""
        path = self._path(analysis.game, analysis.depth, BEGUN if begun else "")
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            files.write_atomically(path, analysis.model_dump_json().encode())
            if not begun:
                self._path(analysis.game, analysis.depth, BEGUN).unlink(missing_ok=True)

    def begun(self, game: Game, depth: str) -> Analysis | None:
        """Return what an analysis had found of a game when it was stopped; None where there is none."""
        found = self._read(self._path(digest_of(game), depth, BEGUN), digest_of(game), depth)
        return found if found is not None and found.fits(game) else None

    def _kept(self, game: str, depth: str) -> Iterator[Analysis]:
        """Read what claims to be an analysis of a game, the most thorough first."""
        depths = list(DEPTHS)
        for each in reversed(depths[depths.index(depth) :]):
            if (found := self._read(self._path(game, each), game, each)) is not None:
                yield found

    def _read(self, path: Path, game: str, depth: str) -> Analysis | None:
        """Read what claims to be an analysis of a game; None where there is none of the present kind."""
        with suppress(OSError, SaveError, ValidationError):
            found = Analysis.model_validate_json(files.read_file(path, SIZE_LIMIT))
            if (found.game, found.depth) == (game, depth) and found.is_current():
                return found
        return None

    def _path(self, game: str, depth: str, suffix: str = "") -> Path:
        return self._folder / f"{game[:NAME_LENGTH]}-{depth}{suffix}.json"


class AnalysisRun:
    """An analysis under way.

    >>> run = AnalysisRun(game, "quick")                        # doctest: +SKIP
    >>> async for done in run.steps():                          # doctest: +SKIP
    ...     print(f"{done:.0%}")
    >>> run.analysis                                            # doctest: +SKIP

    Args:
        depth: One of `DEPTHS`.
        store: Where it goes on from if it is stopped; a whole analysis is kept by others.

    Raises:
        NaishiError: The game isn't over.
    """

    def __init__(
        self, game: Game, depth: str, *, workers: int = 1, nice: int = 0, store: AnalysisStore | None = None
    ) -> None:
        check_finished(game)
        self.game, self.depth = game, depth
        self.plies = decisions_of(game)
        self._nice = nice
        self._workers = max(1, min(workers, len(self.plies)))  # one for what was true, even where nothing was decided
        self._store = store
        before = store.begun(game, depth) if store is not None else None
        self._truth: Truth | None = None if before is None else before.truth
        known = {} if before is None else {each.ply: each for each in before.decisions}
        self._found: dict[int, Decision] = {ply: known[ply] for ply in self.plies if ply in known}

    ahead = 0
    """It waits for nobody."""

    @property
    def share(self) -> float:
        return (len(self._found) + (self._truth is not None)) / (len(self.plies) + 1)

    @property
    def analysis(self) -> Analysis:
        """What was found; complete once `steps` has ended."""
        assert self._truth is not None  # noqa: S101 - see `begun`
        found = tuple(self._found[ply] for ply in sorted(self._found))
        return Analysis.of(self.game, self.depth, self._truth, found)

    @property
    def begun(self) -> bool:
        return self._truth is not None

    async def steps(self) -> AsyncGenerator[float, None]:
        """Analyse; yield the share that is done, whenever it has grown. Closing the iterator ends the processes.

        Raises NaishiError: the analysis failed.
        """
        answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        processes: list[WorkerProcess] = []
        readers: list[asyncio.Task[None]] = []
        try:
            left = [ply for ply in self.plies if ply not in self._found]
            for number in range(self._workers):
                truth, plies = number == 0 and self._truth is None, left[number :: self._workers]
                processes.append(await WorkerProcess.start("naishi.games.naishi.analysis.worker"))
                processes[-1].send(_request(self.game.record, self.depth, plies, truth=truth, nice=self._nice))
                readers.append(asyncio.create_task(_read(processes[-1], answers)))
            while self.share < 1:
                self._take(await answers.get())
                yield self.share
        finally:
            if self._store is not None and self.begun and self.share < 1:
                self._store.keep(self.analysis, begun=True)
            await asyncio.gather(*(process.end() for process in processes), *readers, return_exceptions=True)

    def _take(self, answer: dict[str, Any]) -> None:
        if "truth" in answer:
            self._truth = Truth.model_validate(answer["truth"])
        elif "decision" in answer:
            decision = Decision.model_validate(answer["decision"])
            self._found[decision.ply] = decision
        else:
            raise _failed(answer)


async def judge(exercise: Exercise, action: Action, *, nice: int = 0) -> Decision:
    """Assess an answer to an exercise in a process of its own: see `Exercise.judge`. Raises NaishiError: it failed."""
    ply = exercise.decision.ply
    process = await WorkerProcess.start("naishi.games.naishi.analysis.worker")
    try:
        process.send(_request(exercise.answered_by(action), "quick", (ply,), truth=False, nice=nice))
        answer = await process.receive()
    except (EOFError, ValueError):
        raise _failed({}) from None
    finally:
        await process.end()
    if "decision" not in answer:
        raise _failed(answer)
    return Decision.model_validate(answer["decision"])


def _request(record: GameRecord, depth: str, plies: Sequence[int], *, truth: bool, nice: int) -> dict[str, object]:
    """Return what a process is asked for: see `naishi.games.naishi.analysis.worker`."""
    document = record.model_dump(mode="json")
    return {"record": document, "depth": DEPTHS[depth], "plies": plies, "truth": truth, "nice": nice}


def _failed(answer: Mapping[str, Any]) -> NaishiError:
    return NaishiError(str(answer.get("failure") or _("The analysis failed: its process ended.")))


async def _read(process: WorkerProcess, answers: asyncio.Queue[dict[str, Any]]) -> None:
    """Queue the answers of a process; an empty one if it ends before its work is done."""
    try:
        while (answer := await process.receive()) != {"done": True}:
            answers.put_nowait(answer)
    except (EOFError, ValueError):
        answers.put_nowait({})


WORKERS = {"quick": 1, "deep": 2}
"""In how many processes an analysis of each depth is made."""


class FolderStudy:
    """A game beside whose folder of saves everything is kept; see `Study`."""

    depths = ("quick", "deep")

    def __init__(self, game: Game, folder: Path) -> None:
        self.game = game
        people = [seat for seat, player in enumerate(game.players) if player.kind == HUMAN]
        self.reader = people[0] if len(people) == 1 else None
        self._store, self._exercises = AnalysisStore(folder), Exercises(folder)
        self.found = self._store.find(game, "quick")
        self.to_learn = 0
        if self.found is not None:
            self._add(self.found)

    def run(self, depth: str) -> AnalysisRun:
        return AnalysisRun(self.game, depth, workers=WORKERS[depth], store=self._store)

    async def keep(self, analysis: Analysis) -> None:
        self.found = analysis
        self._store.keep(analysis)
        self._add(analysis)

    async def due(self) -> Sequence[Exercise]:
        due = self._exercises.due(date.today(), self.game)
        self.to_learn = len(due)
        return due

    def _add(self, analysis: Analysis) -> None:
        self._exercises.add(self.game, analysis, date.today())
        self.to_learn = len(self._exercises.due(date.today(), self.game))


class FolderExercises:
    """The exercises of a folder of saves; see `ExerciseBook`."""

    def __init__(self, folder: Path) -> None:
        self._exercises = Exercises(folder)

    async def due(self) -> Sequence[Exercise]:
        return self._exercises.due(date.today())

    async def judge(self, exercise: Exercise, action: Action) -> Decision:
        return await asyncio.to_thread(exercise.judge, action)

    async def answer(self, exercise: Exercise, *, solved: bool) -> None:
        self._exercises.answer(exercise, date.today(), solved=solved)
