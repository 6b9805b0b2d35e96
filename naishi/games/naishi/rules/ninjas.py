"""What ninjas may copy. (Rulebook: the cards, ninja; ruling. Expansion: scoring, ninjas.)"""

from __future__ import annotations

from collections.abc import Mapping

from naishi.games.naishi.rules.cards import COPYABLE, Card
from naishi.games.naishi.rules.territory import TERRITORY, Cell, Territory

NINJAS = Card.NINJA, Card.LEGENDARY_NINJA
"""A tuple: to compare two cards costs less than to hash one."""


def choices(territory: Territory) -> tuple[Card, ...]:
    """What there is to copy in a territory: its basic characters, but no ninja. (Rulebook: ninja; ruling.)"""
    present = set(territory.cards)
    return tuple(card for card in COPYABLE if card in present)


def ninjas(own: Territory, opponent: Territory | None) -> dict[Cell, tuple[Card, ...]]:
    """Return what each ninja of a territory may copy, from L1 to H5.

    A ninja copies a character of its own territory, the Legendary Ninja one of the opponent's: any at all where that
    isn't known.
    """
    may_copy: dict[Cell, tuple[Card, ...]] = {}
    mine = choices(own) if Card.NINJA in own.cards else ()
    for cell, card in zip(TERRITORY, own.cards, strict=True):
        if card is Card.NINJA:
            may_copy[cell] = mine
        elif card is Card.LEGENDARY_NINJA:
            may_copy[cell] = COPYABLE if opponent is None else choices(opponent)
    return may_copy


def copied(territory: Territory, copies: Mapping[Cell, Card]) -> Territory:
    """Put what it copies in the place of each ninja: it counts as that card for its neighbours. (Ruling.)"""
    faces = tuple(copies.get(cell, card) for cell, card in zip(TERRITORY, territory.cards, strict=True))
    return Territory(faces, territory.ryokan)
