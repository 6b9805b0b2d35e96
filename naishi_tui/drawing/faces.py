"""From cards to card faces: what a card on the table shows, and what stands out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from naishi.game.view import PlayerView, Side
from naishi.rules.cards import Card
from naishi.rules.scoring import ScoreSheet
from naishi.rules.territory import Cell
from naishi_tui.drawing import card_text
from naishi_tui.partial_action import PartialAction
from naishi_tui.widgets.card import CardFace


@dataclass(frozen=True, slots=True)
class Highlights:
    """Which cells stand out, and how."""

    targets: Collection[Cell] = ()
    chosen: Collection[Cell] = ()
    fresh: Collection[Cell] = ()
    advised: Collection[Cell] = ()
    dim_others: bool = False

    @classmethod
    def of(cls, choice: PartialAction, view: PlayerView, fresh: Collection[Cell]) -> Highlights:
        """Light what a half-made choice can go on with; the develop that one begins with dims nothing."""
        if choice == PartialAction():
            return cls(fresh=fresh)
        return cls(choice.targets(view.legal_actions), choice.cells, fresh, dim_others=True)


def card_face(card: Card, cell: Cell, *, foot: str, worth: str = "", highlights: Highlights | None = None) -> CardFace:
    """Show a card face up.

    Args:
        card: The card.
        cell: Where it lies.
        foot: What stands in its lower left corner.
        worth: What it is worth now.
        highlights: What stands out.
    """
    light = highlights or Highlights()
    target, chosen = cell in light.targets, cell in light.chosen
    return CardFace(
        look=str(card),
        name=card_text.name(card),
        kind=card_text.kind_mark(card),
        rule=card_text.rule(card),
        scoring=card_text.short(card),
        worth=worth,
        foot=foot,
        target=target,
        chosen=chosen,
        dim=light.dim_others and not (target or chosen),
        fresh=cell in light.fresh,
        advised=cell in light.advised,
    )


def side_faces(
    side: Side, row: Sequence[Cell], worth: Mapping[Cell, str], highlights: Highlights
) -> tuple[CardFace, ...]:
    """A Line or Hand, each card that is known with what it is worth."""
    return tuple(
        card_face(card, cell, foot=str(cell), worth=worth.get(cell, ""), highlights=highlights)
        if (card := side.card(cell)) is not None
        else CardFace(look="back")
        for cell in row
    )


def worth_of_cells(sheet: ScoreSheet) -> dict[Cell, str]:
    """What each card is worth; those that score together show the points of the group and its size."""
    worth: dict[Cell, str] = {}
    for line in sheet.lines:
        share = f"/{len(line.cells)}" if len(line.cells) > 1 and line.points else ""
        for cell in line.cells:
            worth[cell] = f"{line.points:+}{share}" if line.points else "0"
    return worth
