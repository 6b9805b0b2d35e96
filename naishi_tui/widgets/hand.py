"""A Hand: five cards that only their player may see until the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from naishi.territory import HAND, Cell
from naishi.view import Side
from naishi_tui.faces import Lighting, side_faces
from naishi_tui.widgets.card import CardFace, CardRow


class Hand(CardRow):
    """The viewer's own Hand, or an open one at the end."""

    def show(self, side: Side, worth: Mapping[Cell, str], lighting: Lighting) -> None:
        """Draw a Hand, each card with what it is worth now."""
        self.faces = side_faces(side, HAND, worth, lighting)


class HiddenHand(CardRow):
    """The opponent's Hand: five backs."""

    def show(self, fresh: Collection[Cell]) -> None:
        """Draw five backs, those of `fresh` marked as changed."""
        self.faces = tuple(CardFace(look="back", fresh=cell in fresh) for cell in HAND)
