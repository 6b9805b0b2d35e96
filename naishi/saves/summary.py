"""What a list of saved games shows: only what everyone at the table may know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from naishi.games.naishi.rules.expansion import Module
from naishi.games.naishi.rules.phase import Phase
from naishi.saves.document import Saved
from naishi.tabletop.early_end import EarlyEnd


@dataclass(frozen=True, slots=True)
class Summary:
    """A saved game in a list."""

    id: str
    path: Path
    names: tuple[str, str]
    kinds: tuple[str, str]
    """`human`, or the name of a bot."""
    round: int
    turn: int | None
    """The seat to act; None once the game is over."""
    phase: Phase
    updated: datetime
    """In UTC."""
    created: datetime
    finished: bool
    winner: int | None = None
    """The seat that won; None before the end, and after a draw."""
    points: tuple[int, int] | None = None
    """Of both seats, once the game is over."""
    early_end: EarlyEnd | None = None
    """How the players ended it before its end; it has no points then."""
    module: Module | None = None
    """The module that it is played with; None for the base game."""
    example: bool = False
    """It comes with the program: opened, it is played as a copy."""

    @classmethod
    def of(cls, saved: Saved, path: Path) -> Summary:
        """Summarize a save."""
        document, game = saved.document, saved.game
        first, second = game.players
        outcome, early_end = game.outcome, game.early_end
        return cls(
            id=document.id,
            path=path,
            names=(first.name, second.name),
            kinds=(first.kind, second.kind),
            round=game.round,
            turn=game.turn if early_end is None else None,
            phase=game.phase,
            updated=document.updated,
            created=document.created,
            finished=game.phase is Phase.OVER or early_end is not None,
            winner=outcome.winner if outcome else early_end.winner if early_end else None,
            early_end=early_end,
            module=game.module,
            points=(outcome.sheets[0].total, outcome.sheets[1].total) if outcome else None,
        )


@dataclass(frozen=True, slots=True)
class Problem:
    """A file in the folder that can't be used."""

    path: Path
    id: str
    """Its name without the ending, safe to display."""
    error: str
    """What is wrong, in one line."""
