"""Review of a finished game: its analysis and mistakes.

At home that is a folder of saves (`FolderStudies`); a server has the same for each of its players. Nothing here needs
numpy before someone asks for it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.decisions import Decision
    from naishi.games.naishi.analysis.exercises import Exercise
    from naishi.games.naishi.analysis.report import Analysis
    from naishi.games.naishi.game.game import Game
    from naishi.games.naishi.rules.actions import Action


class Run(Protocol):
    """An analysis under way: `AnalysisRun`, or one that waits for its turn first."""

    depth: str

    @property
    def ahead(self) -> int:
        """How many others are made before this one is begun."""

    @property
    def share(self) -> float: ...

    @property
    def begun(self) -> bool: ...

    @property
    def analysis(self) -> Analysis:
        """What was found; complete once `steps` has ended."""

    def steps(self) -> AsyncGenerator[float, None]:
        """Analyse; yield whenever the share or the place has changed. Closing the iterator ends it."""


class Study(Protocol):
    """A finished game, what an analysis has found in it, and the mistakes to learn from."""

    game: Game
    reader: int | None
    """The seat of the only person who reads this, addressed as "you"; None where both may."""

    @property
    def depths(self) -> Sequence[str]: ...

    @property
    def found(self) -> Analysis | None: ...

    @property
    def to_learn(self) -> int:
        """How many mistakes of this game are to be learned from now, as known when `due` was called last."""

    def run(self, depth: str) -> Run: ...

    async def keep(self, analysis: Analysis) -> None: ...

    async def due(self) -> Sequence[Exercise]:
        """Return the mistakes of this game that are to be learned from now, and count them in `to_learn`."""


class ExerciseBook(Protocol):
    """Someone's mistakes in all games, as exercises that come again."""

    async def due(self) -> Sequence[Exercise]: ...

    async def judge(self, exercise: Exercise, action: Action) -> Decision:
        """Assess an answer; takes a moment. Raises NaishiError: it can't be done now."""

    async def answer(self, exercise: Exercise, *, solved: bool) -> None: ...


class Studies(Protocol):
    """All that someone looks into."""

    @property
    def book(self) -> ExerciseBook: ...

    async def open(self, game: Game) -> Study:
        """Look what is kept of a finished game. Raises NaishiError: it can't be looked into here."""


class FolderStudies:
    """Everything is kept in a folder of saves; see `Studies`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def book(self) -> ExerciseBook:
        from naishi.games.naishi.analysis.exercises import FolderExercises  # noqa: PLC0415 - it brings numpy

        return FolderExercises(self._folder)

    async def open(self, game: Game) -> Study:
        from naishi.games.naishi.analysis.exercises import FolderStudy  # noqa: PLC0415 - it brings numpy

        return FolderStudy(game, self._folder)
