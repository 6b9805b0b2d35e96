"""Cached results of finished games in a saves folder.

A file could hold any number, and most could be neither drawn nor written.

The ends are a little wide: means of what lies at the end of a range may lie beyond it by a rounding error.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from naishi.common import files
from naishi.common.files import SaveLock
from naishi.common.i18n import SaveError
from naishi.common.paths import save_files
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.record import GameRecord
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Card, Phase
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.totals import points_by_card
from naishi.saves.document import NAISHI, SIZE_LIMIT as SAVE_LIMIT, SaveId, read_fields
from naishi.saves.listing import FROM, MANY, Watch, stem
from naishi.tabletop.players import PlayerKind, PlayerName


def digest(record: GameRecord, actions: Iterable[Action]) -> str:
    if (deal := record.deal) is None:
        beginning = (record.position or "").encode()
    else:
        beginning = bytes(chain.from_iterable((*deal.river, *deal.gifts, *deal.shuffles)))
    return hashlib.sha256(beginning + bytes(action.code for action in actions)).hexdigest()


def digest_of(game: Game) -> str:
    """Return the digest of a game as it stands, without what was undone."""
    return digest(game.record, game.actions)


Chance = Annotated[float, Field(ge=-0.001, le=1.001)]
"""A chance to win, or a part of one."""
Difference = Annotated[float, Field(ge=-1.001, le=1.001)]
"""Between two chances."""
Accuracy = Annotated[float, Field(ge=-0.001, le=100.001)]
Points = Annotated[float, Field(ge=-1000, le=1000)]
Seat = Annotated[int, Field(ge=0, le=1)]


FILE = ".results.json"
SIZE_LIMIT = 50_000_000
"""In bytes. A game has about 700."""


_Points = Annotated[int, Field(ge=-1000, le=1000)]


class GameResult(BaseModel):
    """What came of a finished game."""

    model_config = ConfigDict(frozen=True)

    id: SaveId
    names: tuple[PlayerName, PlayerName]
    kinds: tuple[PlayerKind, PlayerKind]
    winner: Seat | None
    """The seat that won; None after a draw."""
    points: tuple[_Points, _Points]
    by_card: tuple[dict[Card, _Points], dict[Card, _Points]]
    expansion: bool = False
    ryokan: tuple[_Points, _Points] = (0, 0)
    played: AwareDatetime
    """When the game was played last."""
    game: Annotated[str, Field(pattern=re.compile(r"^[0-9a-f]{64}\Z"))]
    """The digest of the game, by which its analysis is found."""
    counted: bool = True
    """Whether the points were counted: on a server, a game may be given up before."""


class _KnownResult(BaseModel):
    """A file as it was when it was read."""

    stamp: tuple[int, int]
    """Its time of change in nanoseconds, and its size."""
    result: GameResult | None
    """None if the game wasn't over, can't be read, or isn't one of Naishi."""


class _ResultsFile(BaseModel):
    format: Literal["naishi-results"] = "naishi-results"
    version: Literal[2] = 2
    """2: games with the expansion count; in files of version 1 they were remembered as unfinished."""
    files: dict[str, _KnownResult] = Field(default_factory=dict)


def results(folder: Path, watch: Watch | None = None) -> tuple[GameResult, ...]:
    """Return the results of all finished games in a folder of saves, oldest first.

    A file that has not changed since is not read again. A game that is open somewhere is left alone.

    Args:
        watch: Hears how many of how many files have been looked at, where they have to be read.
    """
    paths = _saves(folder)
    if heard := watch is not None and len(paths) >= MANY:
        watch(0, len(paths))
    before = _read(folder).files
    now: dict[str, _KnownResult] = {}
    number = 0
    try:
        for number, path in enumerate(paths, 1):
            with suppress(OSError):
                status = os.stat(path, follow_symlinks=False)
                stamp = status.st_mtime_ns, status.st_size
                known = before.get(path.name)
                if known is not None and known.stamp == stamp:
                    now[path.name] = known
                elif not _is_open(path):
                    now[path.name] = _KnownResult(stamp=stamp, result=_result(path))
                    if watch is not None and len(paths) >= FROM:
                        heard = True
                        watch(number, len(paths))
        if watch is not None and heard:
            watch(len(paths), len(paths))
    finally:
        if now != before:
            _write(folder, now if number == len(paths) else {**before, **now})
    found = (known.result for known in now.values() if known.result is not None)
    return tuple(sorted(found, key=lambda each: (each.played, each.id)))


def _saves(folder: Path) -> list[Path]:
    try:
        return list(save_files(folder))
    except OSError:
        return []


def _is_open(path: Path) -> bool:
    """Return whether someone has a game open; the file that names them is there only then, or after a crash."""
    lock = path.parent / ".locks" / f"{stem(path)}.lock"
    return lock.with_suffix(".owner").exists() and SaveLock(lock).owner() is not None


def _result(path: Path) -> GameResult | None:
    try:
        header, fields = read_fields(files.read_file(path, SAVE_LIMIT))
        if header.id != stem(path) or fields.get("game", NAISHI) != NAISHI:
            return None
        return result_of(GameRecord.model_validate(fields), header.id, header.updated)
    except (ValueError, OSError):  # pydantic's errors and ours are both
        return None


def result_of(record: GameRecord, game_id: str, played: datetime) -> GameResult | None:
    """Return the result of a game; None if it isn't over. Its position is enough for that, and faster than the game.

    A game that began at a position that someone has set up proves nothing, and has no result.
    """
    if record.deal is None:
        return None
    (first, second), actions, end = record.players, record.actions[: record.cursor], record.early_end
    if end is not None:
        if end.how in {"aborted", "unplayed"}:  # called off
            return None
        winner, points, ryokan = end.winner, (0, 0), (0, 0)
        by_card: tuple[Mapping[Card, int], ...] = {}, {}
    else:
        position = Position(record.deal)
        for action in actions:
            position.push(action)
        if position.phase is not Phase.OVER:
            return None
        one, other = position.totals()
        winner, points = None if one == other else int(other > one), (one.points, other.points)
        ryokan = position.ryokan(0), position.ryokan(1)
        by_card = tuple(map(points_by_card, position.territories, position.copies, ryokan))
    return GameResult.model_construct(
        id=game_id,
        names=(first.name, second.name),
        kinds=(first.kind, second.kind),
        winner=winner,
        points=points,
        by_card=by_card,
        expansion=record.deal.expansion is not None,
        ryokan=ryokan,
        played=played,
        game=digest(record, actions),
        counted=end is None,
    )


def _read(folder: Path) -> _ResultsFile:
    with suppress(OSError, SaveError, ValidationError):
        return _ResultsFile.model_validate_json(files.read_file(folder / FILE, SIZE_LIMIT))
    return _ResultsFile()


def _write(folder: Path, found: dict[str, _KnownResult]) -> None:
    with suppress(OSError):
        files.write_atomically(folder / FILE, _ResultsFile(files=found).model_dump_json().encode())
