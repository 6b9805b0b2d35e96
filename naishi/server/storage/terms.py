"""Terms of a match, agreed before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Terms:
    """What is agreed on with a game."""

    expansion: str | None = None
    """The module that a game of Naishi is played with."""
    control: str = ""
    """The clock, see `clock.TimeControl`; empty for none."""
    rated: bool = False
    """Whether the game counts for ratings."""
    game: str = "naishi"
    """The key of its kind."""
    places: int = 2
    """How many seats it has."""
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Options of its kind that aren't the usual ones."""

    @property
    def chosen(self) -> Mapping[str, str]:
        """All options that aren't the usual ones."""
        return self.options if self.expansion is None else {**self.options, "expansion": self.expansion}


PLAIN = Terms()
"""The base game, without a clock, for nothing but itself."""
