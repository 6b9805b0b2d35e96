"""How to play from a position: against whom, and in which seat."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Label

from naishi.game.game import Game
from naishi.i18n import _
from naishi.rules.position import Position
from naishi_tui.screens.against_whom import AgainstWhom, seated
from naishi_tui.widgets.choice_row import ChoiceRow


class PlayFrom(AgainstWhom):
    """Asks for the seat, too."""

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        """Ask how to play.

        Args:
            position: Where the game begins.
            names: What both seats are called.
        """
        super().__init__(_("A new game from this position"))
        self.position, self.names = position, names

    def questions(self) -> ComposeResult:
        """Ask for the seat; the one to act is offered first."""
        yield Label(Content(_("Your seat")))
        yield ChoiceRow(*self.names, id="seat", chosen=self.position.turn)

    def begin(self, kind: str) -> Game:
        """Return the game."""
        seat = self.query_one("#seat", ChoiceRow).chosen
        players = seated(seat, self.names[seat], self.names[1 - seat], kind)
        return Game.from_position(self.position, players)
