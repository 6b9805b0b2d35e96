"""Points without reasons, fast enough for searches."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from naishi.games.naishi.rules import scoring
from naishi.games.naishi.rules.cards import (
    BASE_CARDS,
    COPYABLE,
    LEGENDS,
    NEIGHBOURS,
    TERRITORY,
    Card,
    Cell,
    Colour,
    Territory,
    counts_as,
)

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
    return tuple([cell for bit, cell in zip(BITS, TERRITORY, strict=True) if mask & bit])


def points(card: Card, mask: int, others: Iterable[tuple[Card, int]] = ()) -> int:
    """Ask the rule of a card that lies on a mask, with other cards that the rule looks at, and where they lie.

    All other cells have ninjas that copy nothing: no rule looks at those.
    """
    cards = [scoring.NINJA] * len(TERRITORY)
    for each, where in (*others, (card, mask)):
        for cell in cells_of(where):
            cards[cell] = each
    territory = Territory(tuple(cards))
    if card in scoring.TOGETHER:
        return sum(line.points for line in scoring.TOGETHER[card](territory))
    return sum(part.points for cell in cells_of(mask) for part in scoring.EACH[card](territory, cell))


def _ronin(types: int) -> int:
    others = [card for card in BASE_CARDS if card not in {scoring.MOUNTAIN, scoring.NINJA, scoring.RONIN}]
    cards = [scoring.RONIN, *others[: types - 1]]
    territory = Territory(
        (*cards, *[scoring.NINJA] * (len(TERRITORY) - len(cards))), ryokan=4 if types > len(cards) else 0
    )
    return sum(part.points for part in scoring.EACH[scoring.RONIN](territory, TERRITORY[0]))


AROUND = Table(lambda mask: sum(1 << cell for cell in {each for cell in cells_of(mask) for each in NEIGHBOURS[cell]}))
"""The cells beside those of a mask."""

RONIN_POINTS = Table(_ronin)
"""What a ronin is worth, by the number of types."""


LEGENDARY_RONIN = Card.LEGENDARY_RONIN
"""A module-level name: looking up a member of an enum takes long."""

_ROWS = 0b11111, 0b11111 << 5

_ROW = Table(lambda mask: sum(row for row in _ROWS if mask & row))
_ANYWHERE = Table(lambda _mask: _ROWS[0] | _ROWS[1])


class _Look(NamedTuple):
    """Something else in the territory that a rule looks at."""

    types: tuple[Card, ...]
    """What it must count as, the first being as good as any other."""
    where: Table
    """The cells that matter, by those of the card itself."""


_LOOKS: Mapping[Card, tuple[_Look, ...]] = {
    scoring.ADVISOR: (_Look((scoring.NAISHI,), AROUND),),
    scoring.SENTINEL: (_Look((scoring.SENTINEL,), AROUND), _Look((scoring.FORT,), AROUND)),
    scoring.MONK: (_Look((scoring.TORII,), AROUND),),
    scoring.HORSEMAN: (_Look((scoring.BANNER,), AROUND),),
    Card.LEGENDARY_ADVISOR: (_Look((scoring.NAISHI,), _ANYWHERE), _Look((scoring.ADVISOR,), _ANYWHERE)),
    Card.LEGENDARY_SENTINEL: (_Look((scoring.SENTINEL,), AROUND), _Look((scoring.FORT, scoring.RICE), _ROW)),
    Card.LEGENDARY_MONK: (_Look(COPYABLE, AROUND),),
    Card.LEGENDARY_HORSEMAN: (
        _Look((scoring.BANNER,), AROUND),
        _Look((scoring.FORT, scoring.TORII, scoring.RICE), AROUND),
    ),
}

_RULES = tuple(
    (card, card in scoring.TOGETHER, _LOOKS.get(card, ()))
    for card in (*BASE_CARDS, *scoring.EACH_LEGEND)
    if card not in {scoring.NINJA, scoring.RONIN, LEGENDARY_RONIN}
)
"""What scores by its place and what it looks at; whether all that counts as the card scores together."""

_COUNTED = tuple((legend, counts_as(legend)) for legend in LEGENDS if legend not in scoring.NINJAS)
_COLOUR_BITS = [0] * (max(Card) + 1)
"""By the number of a card, a bit for its colour; a ninja has none, nor has a Traveller."""
for _card in Card:
    if _card.colour and _card not in scoring.NINJAS:
        _COLOUR_BITS[_card] = 1 << list(Colour).index(_card.colour)
_BLACK = 1 << list(Colour).index(Colour.BLACK)
_NOWHERE = [0] * (max(Card) + 1)

_known: dict[int, int] = {}
"""The points of arrangements: by the card, where it lies, and where what it looks at lies, ten bits each."""

_SERIES = Table(lambda count: points(LEGENDARY_RONIN, 1, [(scoring.RONIN, (1 << count) - 1)]))
"""What the Legendary Ronin is worth, by the number of cards that count as the same."""


def expansion_total(faces: Sequence[Card], ryokan: int) -> tuple[int, int]:
    """Count the points and the colours of a territory, each ninja being what it copies."""
    place = _NOWHERE.copy()
    colours = _BLACK if ryokan else 0
    for bit, card in zip(BITS, faces, strict=True):
        place[card] |= bit
        colours |= _COLOUR_BITS[card]
    counted = place[: len(BASE_CARDS)]
    counted[scoring.NINJA] = 0
    for legend, types in _COUNTED:
        if place[legend]:
            for each in types:
                counted[each] |= place[legend]
    earned = ryokan + _by_place(place, counted)
    counted[scoring.MOUNTAIN] = 0
    if place[scoring.RONIN]:
        earned += place[scoring.RONIN].bit_count() * RONIN_POINTS[sum(map(bool, counted)) + (ryokan > 0)]
    if place[LEGENDARY_RONIN]:
        earned += _SERIES[max(map(int.bit_count, counted))]
    return earned, colours.bit_count()


def _by_place(place: Sequence[int], counted: Sequence[int]) -> int:
    earned = 0
    for card, together, looks in _RULES:
        mask = counted[card] if together else place[card]
        if mask:
            key = card << 10 | mask
            for types, where in looks:
                seen = 0
                for each in types:
                    seen |= counted[each]
                key = key << 10 | seen & where[mask]
            earned += _known[key] if key in _known else _look_up(key, card, looks)
    return earned


def _look_up(key: int, card: Card, looks: Sequence[_Look]) -> int:
    """Ask the rule of a card about an arrangement, and keep the answer.

    Cards that score one by one are added up, each with what it looks at: there are far fewer of these arrangements.
    """
    mask, *seen = [key >> shift & 0x3FF for shift in range(10 * len(looks), -1, -10)]
    if card in scoring.TOGETHER or mask in BITS:
        others = [(look.types[0], where) for look, where in zip(looks, seen, strict=True)]
        found = points(card, mask, others)
    else:
        found = 0
        for bit in BITS:
            if mask & bit:
                of_one = card << 10 | bit
                for (_types, where), there in zip(looks, seen, strict=True):
                    of_one = of_one << 10 | there & where[bit]
                found += _known[of_one] if of_one in _known else _look_up(of_one, card, looks)
    _known[key] = found
    return found


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
    masks = _TOTALS_NOWHERE.copy()
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
    if ronins := masks[scoring.RONIN]:
        colours += 1
        types = colours - (masks[scoring.MOUNTAIN] != 0)
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
    if ryokan or max(cards) > scoring.BANNER:
        own = Territory(tuple(cards), ryokan)
        return scoring.sheet(own, scoring.copied(own, copies or {})).points
    masks = _TOTALS_NOWHERE.copy()
    for bit, card in zip(BITS, faces, strict=True):
        masks[card] |= bit
    found: dict[Card, int] = {}
    for card, beside, points_at in _BY_PLACE:
        if mask := masks[card]:
            near = masks[beside] & AROUND[mask] if beside and masks[beside] else 0
            found[card] = points_at[mask << 10 | near]
    if ronins := masks[scoring.RONIN]:
        types = len(found) + 1 - (scoring.MOUNTAIN in found)
        found[scoring.RONIN] = ronins.bit_count() * RONIN_POINTS[types]
    for cell, card, face in zip(TERRITORY, cards, faces, strict=True):
        if card is scoring.NINJA:
            found.setdefault(card, 0)
            if face is not card:
                earned = sum(part.points for part in scoring.EACH[face](Territory(tuple(faces)), cell))
                found[face] -= earned
                found[card] += earned
    return found


def best_copies(territory: Territory, opponent: Territory | None = None) -> dict[Cell, Card]:
    """Return the copies that score most for the ninjas of a territory; the first in card order among equals.

    A Legendary Ninja copies a card of the opponent.
    """
    may_copy = {cell: may for cell, may in scoring.ninjas(territory, opponent).items() if may}
    ways = (dict(zip(may_copy, cards, strict=True)) for cards in product(*may_copy.values()))
    return max(ways, key=lambda copies: total(territory.cards, copies, territory.ryokan).points, default={})


_TOTALS_NOWHERE = [0] * len(BASE_CARDS)


def _points_of(card: Card) -> Callable[[int], int]:
    """Return what a card scores where it lies on a mask, with its partners beside it on another, ten bits each."""
    looks = _LOOKS.get(card, ())

    def points_of_all(arrangement: int) -> int:
        mask, partners = arrangement >> 10, arrangement & 0x3FF
        key = card << 10 | (mask if card not in scoring.ANYWHERE else (1 << mask.bit_count()) - 1)
        for types, where in looks:
            key = key << 10 | (mask if card in types else partners) & where[mask]
        return _known[key] if key in _known else _look_up(key, card, looks)

    return points_of_all


_BY_PLACE = tuple(
    (card, scoring.PARTNERS.get(card), Table(_points_of(card)))
    for card in BASE_CARDS
    if card not in {scoring.NINJA, scoring.RONIN}
)
"""What scores by its place, what matters beside it, and its points: not the ronin, and a ninja only as a copy."""
