"""How to play from a position: against whom, in which seat, and with which face-down cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Label

from naishi.common.i18n import _
from naishi.games.naishi.editor.draft import Draft
from naishi.games.naishi.game.game import Game
from naishi.games.naishi.game.seating import seated
from naishi.games.naishi.rules.position import Position
from naishi_tui.screens.against_whom import AgainstWhom
from naishi_tui.widgets.choice_row import ChoiceRow


class PlayFrom(AgainstWhom):
    """Asks for the seat and the face-down cards, too."""

    def __init__(self, position: Position, names: Sequence[str]) -> None:
        """Ask how to play.

        Args:
            position: Where the game begins.
            names: What both seats are called.
        """
        super().__init__(_("A new game from this position"))
        self.position, self.names = position, names

    def questions(self) -> ComposeResult:
        """Ask for the seat, the one to act being offered first, and for the face-down cards."""
        yield Label(Content(_("Your seat")))
        yield ChoiceRow(*self.names, id="seat", chosen=self.position.turn)
        yield Label(Content(_("Hidden cards")))
        yield ChoiceRow(_("as they were"), _("dealt anew"), id="cards", chosen=1)

    def begin(self, kind: str) -> Game:
        """Return the game; who has set it up need not know what lies face down in it."""
        seat = self.query_one("#seat", ChoiceRow).chosen
        players = seated(seat, self.names[seat], self.names[1 - seat], kind)
        draft = Draft(self.position.to_text())
        if self.query_one("#cards", ChoiceRow).chosen == 1:
            draft.shuffle_face_down(random.SystemRandom())
        return Game.from_position(draft.position, players)
