"""Points without reasons for territories with Legends, Travellers or the Ryokan (see `rules.totals`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from naishi.games.naishi.rules.arrangements import AROUND, BITS, RONIN_POINTS, Table, points
from naishi.games.naishi.rules.base_cards import (
    ADVISOR,
    BANNER,
    FORT,
    HORSEMAN,
    MONK,
    MOUNTAIN,
    NAISHI,
    NINJA,
    RICE,
    RONIN,
    SENTINEL,
    TOGETHER,
    TORII,
)
from naishi.games.naishi.rules.cards import BASE_CARDS, COPYABLE, LEGENDS, Card, Colour, counts_as
from naishi.games.naishi.rules.legends import EACH_LEGEND
from naishi.games.naishi.rules.ninjas import NINJAS

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
    ADVISOR: (_Look((NAISHI,), AROUND),),
    SENTINEL: (_Look((SENTINEL,), AROUND), _Look((FORT,), AROUND)),
    MONK: (_Look((TORII,), AROUND),),
    HORSEMAN: (_Look((BANNER,), AROUND),),
    Card.LEGENDARY_ADVISOR: (_Look((NAISHI,), _ANYWHERE), _Look((ADVISOR,), _ANYWHERE)),
    Card.LEGENDARY_SENTINEL: (_Look((SENTINEL,), AROUND), _Look((FORT, RICE), _ROW)),
    Card.LEGENDARY_MONK: (_Look(COPYABLE, AROUND),),
    Card.LEGENDARY_HORSEMAN: (_Look((BANNER,), AROUND), _Look((FORT, TORII, RICE), AROUND)),
}

_RULES = tuple(
    (card, card in TOGETHER, _LOOKS.get(card, ()))
    for card in (*BASE_CARDS, *EACH_LEGEND)
    if card not in {NINJA, RONIN, LEGENDARY_RONIN}
)
"""What scores by its place and what it looks at; whether all that counts as the card scores together."""

_COUNTED = tuple((legend, counts_as(legend)) for legend in LEGENDS if legend not in NINJAS)
_COLOUR_BITS = [0] * (max(Card) + 1)
"""By the number of a card, a bit for its colour; a ninja has none, nor has a Traveller."""
for _card in Card:
    if _card.colour and _card not in NINJAS:
        _COLOUR_BITS[_card] = 1 << list(Colour).index(_card.colour)
_BLACK = 1 << list(Colour).index(Colour.BLACK)
_NOWHERE = [0] * (max(Card) + 1)

_known: dict[int, int] = {}
"""The points of arrangements: by the card, where it lies, and where what it looks at lies, ten bits each."""

_SERIES = Table(lambda count: points(LEGENDARY_RONIN, 1, [(RONIN, (1 << count) - 1)]))
"""What the Legendary Ronin is worth, by the number of cards that count as the same."""


def expansion_total(faces: Sequence[Card], ryokan: int) -> tuple[int, int]:
    """Count the points and the colours of a territory, each ninja being what it copies."""
    place = _NOWHERE.copy()
    colours = _BLACK if ryokan else 0
    for bit, card in zip(BITS, faces, strict=True):
        place[card] |= bit
        colours |= _COLOUR_BITS[card]
    counted = place[: len(BASE_CARDS)]
    counted[NINJA] = 0
    for legend, types in _COUNTED:
        if place[legend]:
            for each in types:
                counted[each] |= place[legend]
    earned = ryokan + _by_place(place, counted)
    counted[MOUNTAIN] = 0
    if place[RONIN]:
        earned += place[RONIN].bit_count() * RONIN_POINTS[sum(map(bool, counted)) + (ryokan > 0)]
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
    if card in TOGETHER or mask in BITS:
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
