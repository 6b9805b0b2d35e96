"""What several of the test modules here use."""

from __future__ import annotations

from collections import Counter

from naishi import Card, Deal, Game
from naishi.games.naishi.rules.cards import DECK


def levelled(deal: Deal, steps: int, cells: str = "L") -> Game:
    """A long game: nothing but develops, always from a highest pile."""
    game, names = Game.new(deal=deal), iter(cells * steps)
    game.play("give 1")
    game.play("give 1")
    for _step in range(steps):
        heights = [len(pile) for pile in game.position.river]
        game.play(f"develop {next(names)}{heights.index(max(heights)) + 1}")
        if game.position.developed:
            game.play("end")
    return game


def deal_with_last(last: list[Card], first: tuple[Card, Card], second: tuple[Card, Card]) -> Deal:
    """A deal with these cards at the bottom of the first piles, and these gifts."""
    rest = Counter(DECK)
    rest.subtract([*last, *first, *second])
    cards = list(rest.elements())
    ends = last + [cards.pop() for _ in range(5 - len(last))]
    river = [[*(cards.pop() for _ in range(5)), end] for end in ends]
    order = (0, 1, 2, 3, 4)
    return Deal.model_validate({"river": river, "gifts": (first, second), "shuffles": (order, order)})
