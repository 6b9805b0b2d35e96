"""Analyses and mistakes kept in a folder of saves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from naishi.games.naishi.analysis.decisions import Decision
from naishi.games.naishi.analysis.exercises import Exercise, Exercises
from naishi.games.naishi.analysis.report import Analysis
from naishi.games.naishi.analysis.running import AnalysisRun
from naishi.games.naishi.analysis.store import AnalysisStore
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.rules.actions import Action
from naishi.tabletop.players import HUMAN

WORKERS = {"quick": 1, "deep": 2}
"""In how many processes an analysis of each depth is made."""


class FolderStudy:
    """A game beside whose folder of saves everything is kept; see `Study`."""

    depths = ("quick", "deep")

    def __init__(self, game: Game, folder: Path) -> None:
        """Look what is kept of a game.

        Args:
            game: The game.
            folder: A folder of saves.
        """
        self.game = game
        people = [seat for seat, player in enumerate(game.players) if player.kind == HUMAN]
        self.reader = people[0] if len(people) == 1 else None
        self._store, self._exercises = AnalysisStore(folder), Exercises(folder)
        self.found = self._store.find(game, "quick")
        self.to_learn = 0
        if self.found is not None:
            self._add(self.found)

    def run(self, depth: str) -> AnalysisRun:
        """Prepare an analysis."""
        return AnalysisRun(self.game, depth, workers=WORKERS[depth], store=self._store)

    async def keep(self, analysis: Analysis) -> None:
        """Keep a whole analysis, and the mistakes in it to learn from."""
        self.found = analysis
        self._store.keep(analysis)
        self._add(analysis)

    async def due(self) -> Sequence[Exercise]:
        """Return the mistakes of this game that are to be learned from now."""
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
        """Return what is to be solved now, the longest due first."""
        return self._exercises.due(date.today())

    async def judge(self, exercise: Exercise, action: Action) -> Decision:
        """Assess an answer beside the loop."""
        return await asyncio.to_thread(exercise.judge, action)

    async def answer(self, exercise: Exercise, *, solved: bool) -> None:
        """Put an exercise where it comes again."""
        self._exercises.answer(exercise, date.today(), solved=solved)
