"""What a bot is, and the clock it thinks by.

A bot in ten lines:

    class Careless:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: PlayerView, clock: Clock) -> Action:
            return random.Random(f"{self.seed}/{len(view.events)}").choice(view.legal_actions)

    naishi.bots.register("careless", Careless)

or, from a package of its own, an entry point of the group `naishi.bots` that names `Careless`.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from typing import Protocol

from naishi.errors import NaishiError
from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action


class Bot(Protocol):
    """A player that sees what its seat may know."""

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose one of `view.legal_actions`.

        The same view and the same seed must give the same action, so that a game can be played again.
        """


class ThinkingCancelledError(NaishiError):
    """Nobody waits for the bot's answer any more."""


class Clock:
    """How long a bot may think, and whether it still should."""

    def __init__(self, seconds: float = math.inf, *, cancelled: Callable[[], bool] | None = None) -> None:
        """Start the clock.

        Args:
            seconds: How long the bot may think.
            cancelled: Says whether nobody waits any more; asked often, from the thread that thinks.
        """
        self._began = time.monotonic()
        self._deadline = self._began + seconds
        self._cancelled = cancelled

    @property
    def left(self) -> float:
        """The seconds left; infinite where there is no limit."""
        return self._deadline - time.monotonic()

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self._began

    @property
    def expired(self) -> bool:
        """Whether a bot should answer at once with the best it has."""
        return self.left <= 0

    def check(self) -> None:
        """Go on thinking.

        Raises:
            ThinkingCancelledError: Nobody waits for an answer any more.
        """
        if self._cancelled is not None and self._cancelled():
            raise ThinkingCancelledError(_("The bot was told to stop thinking."))


def chance_for(seed: int, view: PlayerView) -> random.Random:
    """Return a source of chance that depends on the seed and the moment of the game alone.

    A bot that draws from it needs no memory, and plays on the same after an undo or a load.
    """
    return random.Random(f"{seed}/{view.seat}/{len(view.events)}")  # noqa: S311 - a game, no secret
