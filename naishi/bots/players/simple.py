"""A bot for tests."""

from __future__ import annotations

from naishi.bots.protocol import Clock, chance_for
from naishi.game.view import PlayerView
from naishi.rules.actions import Action


class RandomBot:
    """Does anything that is allowed."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose any action."""
        clock.check()
        return chance_for(self._seed, view).choice(view.legal_actions)
