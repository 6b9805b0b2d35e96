"""The River: five piles, their face-up cards between the two Lines."""

from __future__ import annotations

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.territory import RIVER
from naishi_tui.drawing.card_face import CardFace
from naishi_tui.drawing.faces import Highlights, card_face
from naishi_tui.widgets.card import CardRow


class River(CardRow):
    """The face-up cards, and how many are left in each pile."""

    def show(self, view: PlayerView, highlights: Highlights) -> None:
        """Draw the River of a view."""
        self.faces = tuple(
            card_face(pile.top, cell, foot=f"{cell.position + 1} {'▪' * pile.height}", highlights=highlights)
            if pile.top is not None
            else CardFace(look="back", name=f" {'▪' * pile.height} ")
            if pile.height
            else CardFace(look="empty", name=_("empty"))
            for cell, pile in zip(RIVER, view.river, strict=True)
        )
