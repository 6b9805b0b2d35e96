"""What widgets say to their screen, and screens to the app."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from naishi.game.game import Game
    from naishi.settings.layers import Layers


@dataclass
class Command(Message):
    """A command of the table was clicked, possible or not."""

    id: str
    """The id of its key."""


@dataclass
class Proceed(Message):
    """The person at this screen is done with it; show what comes next in the game."""

    seat: int | None = None
    """The seat whose player is now at the keyboard, where somebody has just said so."""


class LeaveGame(Message):
    """Leave the game, saved as it is, for the home screen."""


class Rematch(Message):
    """Play again with the same players; the other one begins."""


@dataclass
class GoOn(Message):
    """Resume a saved game."""

    id: str


class ShowNewGame(Message):
    """Ask for the players of a new game."""


class ShowSaves(Message):
    """Show the saved games."""


class ShowRules(Message):
    """Show the rules."""


@dataclass
class Begin(Message):
    """Deal a new game."""

    game: Game
    series: dict[str, int] = field(default_factory=dict)
    """Where it goes on a series of rematches: how many games each player has won in it."""


class ShowSettings(Message):
    """Show the settings."""


@dataclass
class ChangeSettings(Message):
    """Change the settings from now on."""

    layers: Layers


class PauseBots(Message):
    """Let the bots that are watched pause, or go on."""


@dataclass
class PaceBots(Message):
    """Let the bots that are watched act faster (1) or slower (-1)."""

    step: int
