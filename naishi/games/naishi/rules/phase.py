"""The phases of a game."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The phases of a game, in order."""

    GIFT = "gift"
    PLAY = "play"
    COPY = "copy"
    OVER = "over"
