"""Participants of a position being set up, and of exercises."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.common.i18n import _
from naishi.games.naishi.editor.draft import Draft
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.view import PlayerView
from naishi.sessions.participant import Ask
from naishi.sessions.spectator import StaticParticipant


class EditorParticipant(StaticParticipant):
    """The viewer of a position in which nothing is hidden and nothing is played."""

    def __init__(self, draft: Draft, names: Sequence[str]) -> None:
        """Look at a draft from the side of the first player.

        Args:
            draft: What is edited.
            names: What both seats are called.
        """
        self.draft, self.names = draft, (names[0], names[1])
        self.seat = 0
        """The side of the table that is drawn nearer."""
        self._views: tuple[str, tuple[PlayerView, PlayerView]] | None = None

    @property
    def view(self) -> PlayerView:
        """The position from the nearer side."""
        return self.view_of(self.seat)

    def view_of(self, seat: int) -> PlayerView:
        """Return the position as it is now, from a side."""
        if self._views is None or self._views[0] != self.draft.text:
            game = Game.from_position(self.draft.position, self.names)
            first, second = (game.view(each).model_copy(update={"legal_actions": ()}) for each in (0, 1))
            self._views = self.draft.text, (first, second)
        return self._views[1][seat]

    @property
    def allowed(self) -> frozenset[Ask]:
        """Nothing is played here."""
        return frozenset()

    def _why_not(self, ask: Ask) -> str:
        return _("This position is only being set up.")


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
