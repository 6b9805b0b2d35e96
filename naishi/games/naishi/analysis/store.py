"""Cached analyses, stored next to the saves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from naishi.common import files
from naishi.common.errors import SaveError
from naishi.games.naishi.analysis.results import digest_of
from naishi.games.naishi.game.game import Game

if TYPE_CHECKING:
    from naishi.games.naishi.analysis.report import Analysis

FOLDER = ".analysis"
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

    def keep(self, analysis: Analysis) -> None:
        """Keep an analysis, if the folder allows it; it can be made again."""
        with suppress(OSError):
            self._write(self._path(analysis.game, analysis.depth), analysis)
            self._begun(analysis.game, analysis.depth).unlink(missing_ok=True)

    def begun(self, game: Game, depth: str) -> Analysis | None:
        """Return what an analysis had found of a game when it was stopped; None where there is none."""
        found = self._read(self._begun(digest_of(game), depth), digest_of(game), depth)
        return found if found is not None and found.fits(game) else None

    def keep_begun(self, analysis: Analysis) -> None:
        with suppress(OSError):
            self._write(self._begun(analysis.game, analysis.depth), analysis)

    def _write(self, path: Path, analysis: Analysis) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, analysis.model_dump_json().encode())

    def _kept(self, game: str, depth: str) -> Iterator[Analysis]:
        """Read what claims to be an analysis of a game, the most thorough first."""
        from naishi.games.naishi.analysis.decisions import DEPTHS  # noqa: PLC0415 - it needs numpy

        depths = list(DEPTHS)
        for each in reversed(depths[depths.index(depth) :]):
            if (found := self._read(self._path(game, each), game, each)) is not None:
                yield found

    def _read(self, path: Path, game: str, depth: str) -> Analysis | None:
        """Read what claims to be an analysis of a game; None where there is none of the present kind."""
        from naishi.games.naishi.analysis.report import Analysis  # noqa: PLC0415

        with suppress(OSError, SaveError, ValidationError):
            found = Analysis.model_validate_json(files.read_file(path, SIZE_LIMIT))
            if (found.game, found.depth) == (game, depth) and found.is_current():
                return found
        return None

    def _path(self, game: str, depth: str) -> Path:
        return self._folder / f"{game[:NAME_LENGTH]}-{depth}.json"

    def _begun(self, game: str, depth: str) -> Path:
        return self._folder / f"{game[:NAME_LENGTH]}-{depth}-begun.json"
