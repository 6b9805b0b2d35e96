"""A saved game in a list, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

from pydantic import SkipValidation

from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.saves.document import Saved
from naishi.tabletop.early_end import EarlyEnd, in_a_list
from naishi.tabletop.kinds import keys, kind_of
from naishi.tabletop.result import Result


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game in a list."""

    id: str
    path: Annotated[Path, SkipValidation]
    """Whoever reads a summary knows of which file: what an index says isn't used."""
    game: str
    """The key of its kind."""
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    """By seat: `human`, or the name of a bot."""
    round: int
    awaited: tuple[int, ...]
    """The seats that have to decide now; none once the game is over."""
    progress: str
    """How far it is, or how it ended, in words."""
    options: Mapping[str, str]
    """What the players agreed on."""
    updated: datetime
    """In UTC."""
    created: datetime
    finished: bool
    result: Result | None = None
    """Ranks and points; None while it goes on, and where the players ended it before its end."""
    early_end: EarlyEnd | None = None
    """How the players ended it before its end."""
    example: bool = False
    """It comes with the program: opened, it is played as a copy."""

    @classmethod
    def of(cls, saved: Saved, path: Path) -> Summary:
        """Summarize a save."""
        header, game = saved.header, saved.game
        names, early_end = tuple(player.name for player in game.players), game.early_end
        finished = not game.awaited or early_end is not None
        return cls(
            id=header.id,
            path=path,
            game=game.key,
            names=names,
            kinds=tuple(player.kind for player in game.players),
            round=game.round,
            awaited=() if finished else game.awaited,
            progress=kind_of(game.key).progress(game) if early_end is None else in_a_list(early_end, names),
            options={name: str(value) for name, value in game.options.model_dump(mode="json").items()},
            updated=header.updated,
            created=header.created,
            finished=finished,
            result=game.result,
            early_end=early_end,
        )


@dataclass(frozen=True, slots=True)
class Problem:
    """A file in the folder that can't be used."""

    path: Path
    id: str
    """Its name without the ending, safe to display."""
    error: str
    """What is wrong, in one line."""


def state(game: Summary, *, in_short: bool = False) -> str:
    """Return how far a saved game is, or how it ended; and what its players agreed on that isn't usual.

    Args:
        game: The game.
        in_short: Whether there is little room.
    """
    return with_options(game.progress, game, in_short=in_short)


def with_options(words: str, game: Summary, *, in_short: bool = False) -> str:
    """Add to words about a game the options that aren't the usual ones."""
    notes = []
    for row in kind_of(game.game).option_rows():
        value = game.options.get(row.name, row.values[0][0])
        if value != row.values[0][0]:
            spelled = dict(row.values).get(value, value)
            notes.append(row.in_short.get(value, spelled) if in_short else spelled)
    if not notes:
        return words
    note = notes[0] if len(notes) == 1 else listed(notes, conjunction=False)
    return _("{what} ({note})").format(what=words, note=note)


def titles(entries: Iterable[Summary | Problem]) -> dict[str, str]:
    """Return the name of each kind of game in a list, by its key; empty where all games are of the first kind.

    A list that shows the names only then looks the same as before there was a second kind.
    """
    found = {entry.game for entry in entries if isinstance(entry, Summary)}
    if found <= {keys()[0]}:
        return {}
    return {key: kind_of(key).title() for key in sorted(found)}
