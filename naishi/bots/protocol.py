"""Bot interface, and the clock that limits its thinking.

A complete bot, for Naishi:

    class Careless:
        def __init__(self, seed: int) -> None:
            self.seed = seed

        def choose(self, view: PlayerView, clock: Clock) -> Action:
            return random.Random(f"{self.seed}/{len(view.events)}").choice(view.legal_actions)

    naishi.bots.register("careless", Careless)

A package adds a bot with an entry point of the group `naishi.bots` that names the class; a bot for another game with
one of the group `naishi.bots.` and the key of the game.
"""

import math
import random
import time
from collections.abc import Callable
from typing import Any, Protocol

from naishi.common.i18n import ThinkingCancelledError, _
from naishi.tabletop.game import View


class Bot(Protocol):
    """A player that knows only the view of its seat, in Naishi a `PlayerView`."""

    def choose(self, view: Any, clock: "Clock") -> Any:
        """Choose one of `view.legal_actions`; where there are too many to list, an action that the view doesn't refuse.

        The same view and the same seed must give the same action, so that games are reproducible.
        """


class Clock:
    """A time limit for one choice, and a way to cancel it."""

    def __init__(self, seconds: float = math.inf, *, cancelled: Callable[[], bool] | None = None) -> None:
        """Start the clock.

        Args:
            seconds: The time limit.
            cancelled: Returns whether the choice has been cancelled; called often, from the thinking thread.
        """
        self._began = time.monotonic()
        self._deadline = self._began + seconds
        self._cancelled = cancelled

    @property
    def left(self) -> float:
        """The seconds left; infinite without a limit."""
        return self._deadline - time.monotonic()

    @property
    def spent(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self._began

    @property
    def expired(self) -> bool:
        """Whether the bot should answer at once with the best action found so far."""
        return self.left <= 0

    def check(self) -> None:
        """Return if the bot should go on thinking.

        Raises:
            ThinkingCancelledError: The choice has been cancelled.
        """
        if self._cancelled is not None and self._cancelled():
            raise ThinkingCancelledError(_("The bot was stopped while it was thinking."))


def random_for(seed: int, view: View) -> random.Random:
    """Return a random generator that depends only on the seed and the moment of the game.

    A bot that uses it needs no memory between choices, and plays the same after an undo or a load.
    """
    return random.Random(f"{seed}/{view.seat}/{len(view.events)}")  # noqa: S311 - a game, not a secret
