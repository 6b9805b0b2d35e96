"""A Hand: five cards that only their player may see until the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from naishi.games.naishi.game.view import Side
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import HAND, Cell
from naishi_tui.drawing import card_text
from naishi_tui.drawing.card_face import CardFace
from naishi_tui.drawing.faces import Highlights, side_faces
from naishi_tui.widgets.card import CardRow


class Hand(CardRow):
    """The viewer's own Hand, or an open one at the end."""

    def show(self, side: Side, worth: Mapping[Cell, str], highlights: Highlights) -> None:
        """Draw a Hand, each card with what it is worth now."""
        self.faces = side_faces(side, HAND, worth, highlights)


class HiddenHand(CardRow):
    """The opponent's Hand: five backs; with the memory aid, the cards that the viewer can know."""

    def show(self, known: Sequence[Card | None], changed: Collection[Cell], *, face_up: bool = False) -> None:
        """Draw five backs, with the name on those `known`, those of `changed` marked as changed; or five open cards."""
        self.faces = tuple(
            CardFace(look=str(card), name=card_text.name(card), kind=card_text.kind_mark(card))
            if face_up and card is not None
            else _back(card, changed=cell in changed)
            for cell, card in zip(HAND, known, strict=True)
        )


def _back(card: Card | None, *, changed: bool) -> CardFace:
    return CardFace(look="back", name=f" {card_text.name(card)} " if card is not None else "", changed=changed)
