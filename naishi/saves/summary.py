"""A saved game in a list: only what everyone at the table may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from naishi.saves.document import Saved
from naishi.tabletop.early_end import EarlyEnd, in_a_list
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.result import Result


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game in a list."""

    id: str
    path: Path
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
