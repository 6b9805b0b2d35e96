"""What a ninja had best copy at the end, everything being open."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from naishi.actions import Action, Copy
from naishi.cards import Card
from naishi.scoring import choices, score
from naishi.territory import Cell
from naishi.view import PlayerView


def best_copy(view: PlayerView) -> Action:
    """Choose the copy that, with the best copies of the seat's other ninjas, earns most points, then most colours."""
    side = view.mine
    territory = side.territory()
    waiting = [cell for cell in territory.where(Card.NINJA) if cell not in side.copies]
    legal = {action.card: action for action in view.legal_actions if isinstance(action, Copy)}

    def worth(copies: Mapping[Cell, Card]) -> tuple[int, int]:
        sheet = score(territory, {**side.copies, **copies})
        return sheet.total, sheet.colours

    ways = [dict(zip(waiting, cards, strict=True)) for cards in product(choices(territory), repeat=len(waiting))]
    best = max(ways, key=worth)
    return legal[best[next(iter(legal.values())).cell]]
