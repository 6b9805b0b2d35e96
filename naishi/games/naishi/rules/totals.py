"""Points without reasons, fast enough for arenas and searches.

The rules of `rules.scoring` are called once for each arrangement that turns up, and their points are kept. An
arrangement is where one card lies and where, beside it, the one other card that matters, as masks: bit 0 is L1, bit 9
H5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from naishi.games.naishi.rules.arrangements import AROUND, BITS, RONIN_POINTS, Table, points
from naishi.games.naishi.rules.base_cards import ANYWHERE, BANNER, MOUNTAIN, NINJA, PARTNERS, RONIN, TOGETHER, TOUCHING
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.games.naishi.rules.expansion_totals import expansion_total
from naishi.games.naishi.rules.ninjas import copied, ninjas
from naishi.games.naishi.rules.scoring import EACH, sheet
from naishi.games.naishi.rules.territory import TERRITORY, Cell, Territory


class Total(NamedTuple):
    """What a territory is worth. The larger of two totals wins, equal ones are a draw."""

    points: int
    colours: int


def total(cards: Sequence[Card], copies: Mapping[Cell, Card] | None = None, ryokan: int = 0) -> Total:
    """Count the points and the colours of a territory, as `score` does with all reasons.

    Args:
        cards: The ten cards.
        copies: What each ninja copies; one without an entry copies nothing.
        ryokan: The points of the Ryokan beside it, 4 or 7; 0 where it lies elsewhere.
    """
    if copies:
        cards = [copies.get(cell, card) for cell, card in zip(TERRITORY, cards, strict=True)]
    masks = _NOWHERE.copy()
    try:
        for bit, card in zip(BITS, cards, strict=True):
            masks[card] |= bit
    except IndexError:  # a Legend or a Traveller
        return Total(*expansion_total(cards, ryokan))
    if ryokan:
        return Total(*expansion_total(cards, ryokan))
    earned = colours = 0
    for card, beside, points_at in _BY_PLACE:
        if mask := masks[card]:
            colours += 1
            near = masks[beside] & AROUND[mask] if beside and masks[beside] else 0
            earned += points_at[mask << 10 | near]
    if ronins := masks[RONIN]:
        colours += 1
        types = colours - (masks[MOUNTAIN] != 0)
        earned += ronins.bit_count() * RONIN_POINTS[types]
    return Total(earned, colours)


def points_by_card(
    cards: Sequence[Card], copies: Mapping[Cell, Card] | None = None, ryokan: int = 0
) -> dict[Card, int]:
    """Return the points of each type of card, as `score` does with all reasons.

    Args:
        cards: The ten cards.
        copies: What each ninja copies; its points are its own, not those of the copied card.
        ryokan: As for `total`; its own points are those of no card.
    """
    faces = [(copies or {}).get(cell, card) for cell, card in zip(TERRITORY, cards, strict=True)]
    if ryokan or max(cards) > BANNER:
        own = Territory(tuple(cards), ryokan)
        return sheet(own, copied(own, copies or {})).points
    masks = _NOWHERE.copy()
    for bit, card in zip(BITS, faces, strict=True):
        masks[card] |= bit
    found: dict[Card, int] = {}
    for card, beside, points_at in _BY_PLACE:
        if mask := masks[card]:
            near = masks[beside] & AROUND[mask] if beside and masks[beside] else 0
            found[card] = points_at[mask << 10 | near]
    if ronins := masks[RONIN]:
        types = len(found) + 1 - (MOUNTAIN in found)
        found[RONIN] = ronins.bit_count() * RONIN_POINTS[types]
    for cell, card in enumerate(cards):
        if card is NINJA:
            earned = _points_of_copy(faces, TERRITORY[cell])
            found[NINJA] = found.get(NINJA, 0) + earned
            if faces[cell] is not NINJA:
                found[faces[cell]] -= earned
    return found


def _points_of_copy(faces: Sequence[Card], at: Cell) -> int:
    if faces[at] is NINJA:
        return 0
    return sum(part.points for part in EACH[faces[at]](Territory(tuple(faces)), at))


def best_copies(territory: Territory, opponent: Territory | None = None) -> dict[Cell, Card]:
    """Return the copies that score most for the ninjas of a territory; the first in card order among equals.

    Args:
        territory: The ten cards.
        opponent: Those of the other seat, of which a Legendary Ninja copies one.
    """
    may_copy = {cell: may for cell, may in ninjas(territory, opponent).items() if may}
    ways = (dict(zip(may_copy, cards, strict=True)) for cards in product(*may_copy.values()))
    return max(ways, key=lambda copies: total(territory.cards, copies, territory.ryokan).points, default={})


_NOWHERE = [0] * len(BASE_CARDS)


def _points_of(card: Card) -> Callable[[int], int]:
    if card in ANYWHERE:
        by_number = Table(lambda number: points(card, (1 << number) - 1))
        return lambda arrangement: by_number[(arrangement >> 10).bit_count()]
    if card in TOGETHER:
        return lambda arrangement: points(card, arrangement >> 10)
    partner, touching = PARTNERS.get(card, NINJA), AROUND if card in TOUCHING else _NEVER

    def points_of_one(key: int) -> int:
        return points(card, key >> 20, [(card, key >> 10 & 0x3FF), (partner, key & 0x3FF)])

    by_cell = Table(points_of_one)

    def points_of_all(arrangement: int) -> int:
        """Add up the points of each card with what is beside it, of which there are far fewer than of arrangements."""
        mask, partners = arrangement >> 10, arrangement & 0x3FF
        cells = [bit for bit in BITS if mask & bit]
        return sum([by_cell[bit << 20 | (mask & touching[bit]) << 10 | partners & AROUND[bit]] for bit in cells])

    return points_of_all


_NEVER = dict.fromkeys(BITS, 0)

_BY_PLACE = tuple(
    (card, PARTNERS.get(card), Table(_points_of(card))) for card in BASE_CARDS if card not in {NINJA, RONIN}
)
"""What scores by its place, what matters beside it, and its points: not the ronin, and a ninja only as a copy."""
