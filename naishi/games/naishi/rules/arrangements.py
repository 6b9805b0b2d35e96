"""Arrangements of cards as masks (bit 0 is L1, bit 9 H5), and what the rules give for them.

The tables of points are built from here, that is from the rules of `rules.scoring`, each asked once for every
arrangement that turns up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from naishi.games.naishi.rules.base_cards import MOUNTAIN, NINJA, RONIN, TOGETHER
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.games.naishi.rules.scoring import EACH
from naishi.games.naishi.rules.territory import NEIGHBOURS, TERRITORY, Cell, Territory

BITS = tuple(1 << cell for cell in TERRITORY)


class Table(dict[int, int]):
    """The result of a function of one int, kept for each argument."""

    def __init__(self, function: Callable[[int], int]) -> None:
        self._function = function

    def __missing__(self, argument: int) -> int:
        self[argument] = result = self._function(argument)
        return result


@cache
def cells_of(mask: int) -> tuple[Cell, ...]:
    """List the cells of a mask."""
    return tuple([cell for bit, cell in zip(BITS, TERRITORY, strict=True) if mask & bit])


def points(card: Card, mask: int, others: Iterable[tuple[Card, int]] = ()) -> int:
    """Ask the card's rule, on a territory of nothing else but ninjas that copy nothing: no rule looks at those.

    Args:
        card: The card.
        mask: Where it lies.
        others: Other cards that the rule looks at, and where they lie.
    """
    cards = [NINJA] * len(TERRITORY)
    for each, where in (*others, (card, mask)):
        for cell in cells_of(where):
            cards[cell] = each
    territory = Territory(tuple(cards))
    if card in TOGETHER:
        return sum(line.points for line in TOGETHER[card](territory))
    return sum(part.points for cell in cells_of(mask) for part in EACH[card](territory, cell))


def _around(mask: int) -> int:
    return sum(1 << cell for cell in {neighbour for cell in cells_of(mask) for neighbour in NEIGHBOURS[cell]})


def _ronin(types: int) -> int:
    others = [card for card in BASE_CARDS if card not in {MOUNTAIN, NINJA, RONIN}]
    cards = [RONIN, *others[: types - 1]]
    territory = Territory((*cards, *[NINJA] * (len(TERRITORY) - len(cards))), ryokan=4 if types > len(cards) else 0)
    return sum(part.points for part in EACH[RONIN](territory, TERRITORY[0]))


AROUND = Table(_around)
"""The cells beside those of a mask."""

RONIN_POINTS = Table(_ronin)
"""What a ronin is worth, by the number of types."""
