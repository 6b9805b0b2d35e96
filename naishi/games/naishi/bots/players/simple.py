"""A bot for tests."""

from __future__ import annotations

from naishi.bots.protocol import Clock, random_for
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action


class RandomBot:
    """Chooses any legal action."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: PlayerView, clock: Clock) -> Action:
        """Choose an action at random."""
        clock.check()
        return random_for(self._seed, view).choice(view.legal_actions)
