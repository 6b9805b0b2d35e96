"""A Line: five cards face up before their player."""

from __future__ import annotations

from collections.abc import Mapping

from naishi.games.naishi.game.view import Side
from naishi.games.naishi.rules.territory import LINE, Cell
from naishi_tui.drawing.faces import Highlights, side_faces
from naishi_tui.widgets.card import CardRow


class Line(CardRow):
    """A player's Line."""

    def show(self, side: Side, worth: Mapping[Cell, str], highlights: Highlights) -> None:
        """Draw a Line, each card with what it is worth now."""
        self.faces = side_faces(side, LINE, worth, highlights)
