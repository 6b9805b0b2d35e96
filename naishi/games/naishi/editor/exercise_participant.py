"""One moment of a game, at which a seat has to choose."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.sessions.participant import Ask
from naishi.sessions.static_participant import StaticParticipant


class ExerciseParticipant(StaticParticipant):
    """A seat at a moment of a game that doesn't go on: what is chosen there is for the screen to judge."""

    def __init__(self, view: PlayerView) -> None:
        """Show what the seat knows at that moment."""
        self._view = view
        self.open = True
        """Whether an action can still be chosen."""

    @property
    def view(self) -> PlayerView:
        """What the seat knows."""
        return self._view

    @property
    def allowed(self) -> frozenset[Ask]:
        """An action can be chosen, until one will do."""
        return frozenset({Ask.PLAY}) if self.open else frozenset()

    def _why_not(self, ask: Ask) -> str:
        return _("This is an exercise; the game doesn't continue here.")
