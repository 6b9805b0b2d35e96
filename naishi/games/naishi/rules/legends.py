"""What each Legend scores, and why, instead of the card that it replaces. (Expansion: scoring.)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from naishi.common.i18n import _, ngettext
from naishi.games.naishi.rules.base_cards import ADVISOR, BANNER, FORT, MOUNTAIN, NAISHI, RICE, SENTINEL
from naishi.games.naishi.rules.cards import BASE_CARDS, Card, Kind, counts_as
from naishi.games.naishi.rules.sheet import Part
from naishi.games.naishi.rules.territory import HAND, LINE, NEIGHBOURS, Cell, Territory, Zone


def legendary_naishi(territory: Territory, at: Cell) -> Iterator[Part]:
    """10 at L1, L3, L5 or H3. (Expansion: scoring, Naishi; ruling.)"""
    if at in (LINE[0], LINE[2], LINE[4], HAND[2]):
        yield Part(10, _("at {cell}").format(cell=at.noun))
    else:
        yield Part(0, _("not at L1, L3, L5 or H3"))


def legendary_advisor(territory: Territory, at: Cell) -> Iterator[Part]:
    """5 for each advisor, itself included, if there is no naishi in the territory. (Expansion: Advisor; ruling.)"""
    if territory.counting(NAISHI):
        yield Part(0, _("a naishi in the territory"))
    else:
        advisors = len(territory.counting(ADVISOR))
        yield Part(5 * advisors, ngettext("{count} advisor", "{count} advisors", advisors))


def legendary_sentinel(territory: Territory, at: Cell) -> Iterator[Part]:
    """5 with no sentinel beside it, and 3 for each fort and rice in its row. (Expansion: scoring, Sentinel.)"""
    if territory.beside(at, SENTINEL):
        yield Part(0, _("beside a sentinel"))
    else:
        yield Part(5, _("no sentinel beside it"))
    row = LINE if at.zone is Zone.LINE else HAND
    if fields := len(territory.counting(FORT, among=row) + territory.counting(RICE, among=row)):
        yield Part(3 * fields, ngettext("{count} fort or rice in its row", "{count} forts and rice in its row", fields))


def legendary_monk(territory: Territory, at: Cell) -> Iterator[Part]:
    """2 for each character beside it. (Expansion: scoring, Monk; ruling.)"""
    beside = _beside(territory, at, Kind.CHARACTER)
    yield Part(2 * len(beside), ngettext("beside {count} character", "beside {count} characters", len(beside)))


def legendary_horseman(territory: Territory, at: Cell) -> Iterator[Part]:
    """For each province beside it 4, for a banner 8. (Expansion: scoring, Horseman; ruling.)"""
    beside = _beside(territory, at, Kind.PROVINCE)
    banners = territory.beside(at, BANNER)
    others = len(beside) - banners
    if not banners:
        yield Part(4 * others, ngettext("beside {count} province", "beside {count} provinces", others))
        return
    yield Part(8 * banners, ngettext("beside a banner", "beside {count} banners", banners))
    if others:
        yield Part(4 * others, ngettext("beside {count} other province", "beside {count} other provinces", others))


def legendary_ronin(territory: Territory, at: Cell) -> Iterator[Part]:
    """By the most of one character or province: 3, 4, 5 give 8, 15, 25. (Expansion: scoring, Ronin; ruling.)"""
    most = max(len(territory.counting(card)) for card in BASE_CARDS if card is not MOUNTAIN)
    yield Part({3: 8, 4: 15}.get(most, 25 if most > 4 else 0), _series(most))


def _series(most: int) -> str:
    return ngettext("no two alike", "at most {count} alike", most)


def _beside(territory: Territory, at: Cell, kind: Kind) -> list[Cell]:
    """List the cells beside one whose cards count as something of a kind."""
    return [
        cell for cell in NEIGHBOURS[at] if any(card.kind is kind for card in counts_as(territory.cards[cell]))
    ]  # fmt: skip


EACH_LEGEND: Mapping[Card, Callable[[Territory, Cell], Iterator[Part]]] = {
    Card.LEGENDARY_NAISHI: legendary_naishi,
    Card.LEGENDARY_ADVISOR: legendary_advisor,
    Card.LEGENDARY_SENTINEL: legendary_sentinel,
    Card.LEGENDARY_MONK: legendary_monk,
    Card.LEGENDARY_HORSEMAN: legendary_horseman,
    Card.LEGENDARY_RONIN: legendary_ronin,
}
"""The rules of the Legends. The Legendary Ninja scores as what it copies."""
