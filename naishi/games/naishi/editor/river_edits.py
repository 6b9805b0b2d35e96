"""Edits of the River's piles below the face-up cards, whose cards come from the box."""

from __future__ import annotations

import random
from collections import Counter

from naishi.common.errors import InvalidPositionError
from naishi.common.i18n import _, ngettext
from naishi.games.naishi.rules.cards import BASE_CARDS, Card
from naishi.games.naishi.rules.fields import Fields
from naishi.games.naishi.rules.piles import EXPANSION_PILE_HEIGHT, PILE_HEIGHT


def lengthen(fields: Fields, pile: int, left: Counter[Card], chance: random.Random) -> None:
    """Slip a card below a pile.

    Args:
        fields: The position; it is changed.
        pile: The number of the pile, 0-4.
        left: The cards of the box that lie nowhere; one of them is drawn.
        chance: Draws it.

    Raises:
        InvalidPositionError: There is no room, or no card.
    """
    cards = _development(left)
    if fields.expansion is not None and len(fields.river[pile]) == EXPANSION_PILE_HEIGHT:
        raise InvalidPositionError(_("A pile has no more than seven cards."))
    if fields.expansion is None and len(fields.river[pile]) == PILE_HEIGHT:
        raise InvalidPositionError(_("A pile has no more than six cards."))
    if not cards:
        raise InvalidPositionError(_("No card is left in the box."))
    fields.river[pile].insert(0, chance.choice(cards))


def shorten(fields: Fields, pile: int) -> None:
    """Take the lowest card of a pile away.

    Raises:
        InvalidPositionError: The pile is empty.
    """
    if not fields.river[pile]:
        raise InvalidPositionError(_("This pile is empty."))
    del fields.river[pile][0]


def deal_face_down(fields: Fields, left: Counter[Card], chance: random.Random) -> None:
    """Deal the face-down cards anew, from all cards that lie nowhere else.

    Args:
        fields: The position; it is changed.
        left: The cards of the box that lie nowhere.
        chance: Deals.

    Raises:
        InvalidPositionError: There aren't enough cards.
    """
    face_down = [len(pile) - 1 for pile in fields.river if pile]
    pool = _development(left) + [card for card in _lying(fields) if card is not Card.MOUNTAIN]
    if len(pool) < sum(face_down):
        raise InvalidPositionError(
            ngettext(
                "The box has only {count} card for {places} face-down ones.",
                "The box has only {count} cards for {places} face-down ones.",
                len(pool),
                places=sum(face_down),
            )
        )
    _lay(fields, chance.sample(pool, sum(face_down)))


def shuffle_face_down(fields: Fields, chance: random.Random) -> None:
    """Shuffle the face-down cards among themselves."""
    cards = _lying(fields)
    chance.shuffle(cards)
    _lay(fields, cards)


def _lying(fields: Fields) -> list[Card]:
    return [card for pile in fields.river for card in pile[:-1]]


def _lay(fields: Fields, cards: list[Card]) -> None:
    """Lay cards face down below the face-up ones, as many as lay there."""
    drawn = iter(cards)
    for pile in fields.river:
        pile[:-1] = [next(drawn) for _card in pile[:-1]]


def _development(cards: Counter[Card]) -> list[Card]:
    """List the cards of a count, without mountains, which never lie in the River, and cards of the expansion.

    Which of these take part is said by those that lie on the table.
    """
    return sorted(card for card in cards.elements() if card in BASE_CARDS and card is not Card.MOUNTAIN)
