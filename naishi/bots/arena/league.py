"""Bot league, kept in a file and resumable.

A line of the file is a game, as `naishi.bots.arena.games.RESULT` writes it. It is there before the next game counts;
what a killed process has left of a line is cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pydantic import ValidationError

from naishi.bots.arena.games import RESULT, Result
from naishi.bots.arena.ratings import middle_of
from naishi.bots.arena.tournament import Tournament
from naishi.bots.registry import FIRST
from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.tabletop.kinds import kind_of

ANCHORS = ("strong", "intermediate", "master", "improver", "apprentice", "beginner")
"""The bots that others are rated by, the one that all others meet most evenly first."""


@dataclass(frozen=True)
class Difference:
    """How far apart two neighbours in the table are, in Elo."""

    one: str
    """The one above."""
    other: str
    low: float
    high: float
    """Between these it is, with 95 % confidence."""

    @property
    def clear(self) -> bool:
        """Whether the one above is stronger, with that confidence."""
        return self.low > 0


def anchor_of(bots: Sequence[str], module: str | None, game: str = FIRST) -> str | None:
    """Return the bot that keeps its rating: one of ours, and only in the base game, for which it was measured."""
    if module:
        return None
    measured = [level.kind for level in kind_of(game).levels() if level.rating is not None and level.kind in bots]
    return next((bot for bot in ANCHORS if bot in measured), None)


def differences(tournament: Tournament) -> list[Difference]:
    """Compare each bot with the next one in the table."""
    drawn = tournament.samples()
    bots = [each.bot for each in tournament.standings()]
    return [
        Difference(one, other, *middle_of(each[one] - each[other] for each in drawn)) for one, other in pairwise(bots)
    ]


def read(file: Path) -> list[Result]:
    """Return the games of a file; none if there is no such file yet.

    Raises:
        NaishiError: A line of it is no game.
        OSError: It can't be read.
    """
    if not file.exists():
        return []
    games = []
    for number, line in enumerate(_whole_lines(file.read_bytes()).splitlines(), 1):
        try:
            games.append(RESULT.validate_json(line))
        except ValidationError as error:
            words = _("Line {number} of {file} isn't a league game.")
            raise NaishiError(words.format(number=number, file=file.name)) from error
    return games


def keep(file: Path, results: Iterable[Result]) -> Iterator[Result]:
    """Write games to a file as they come, and pass each on once it is there.

    Raises:
        OSError: It can't be written.
    """
    with file.open("ab") as lines:
        lines.truncate(len(_whole_lines(file.read_bytes())))
        for result in results:
            lines.write(RESULT.dump_json(result) + b"\n")
            lines.flush()
            yield result


def _whole_lines(data: bytes) -> bytes:
    return data[: data.rfind(b"\n") + 1]
