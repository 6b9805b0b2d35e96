"""Background analyses, kept in a folder of saves."""

import asyncio
import os
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from naishi.common import files
from naishi.common.i18n import NaishiError, SaveError, _
from naishi.common.worker_process import WorkerProcess
from naishi.games.naishi.analysis.decisions import DEPTHS, Decision, decisions_of
from naishi.games.naishi.analysis.exercises import Exercise, Exercises
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.results import digest_of
from naishi.games.naishi.analysis.truth import Truth
from naishi.games.naishi.game.game import Game, check_finished
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.actions import Action
from naishi.tabletop.players import HUMAN

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
