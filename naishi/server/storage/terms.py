"""What the players of a match agree on before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from naishi.games.naishi.rules.expansion import Module


@dataclass(frozen=True)
class Terms:
    """What is agreed on with a game."""

    expansion: Module | None = None
    """The module that is played with."""
    control: str = ""
    """The clock, see `clock.TimeControl`; empty for none."""
    rated: bool = False
    """Whether the game counts for ratings."""


PLAIN = Terms()
"""The base game, without a clock, for nothing but itself."""
