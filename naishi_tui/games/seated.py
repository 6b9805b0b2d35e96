"""Someone who sits down to a game at this keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from naishi.sessions import Session
    from naishi.sessions.series import GamesWon


@dataclass(frozen=True)
class Seated:
    """Someone who sits down to a game that is open at this keyboard."""

    session: Session
    viewer: int
    """From which seat the game is seen."""
    series: GamesWon
    """How many games each player had won before."""
    is_covered: Callable[[], bool]
    """Whether a cover comes before what the next person sees."""
