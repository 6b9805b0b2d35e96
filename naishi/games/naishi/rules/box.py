"""How many of each card the box has, and what is said of cards that no game can have on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from naishi.common.errors import InvalidPositionError
from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.games.naishi.rules.cards import LEGENDS, REPLACED, TRAVELLERS, Card
from naishi.games.naishi.rules.expansion import LEGENDS_DRAWN, TRAVELLERS_DRAWN
from naishi.games.naishi.rules.fields import Fields


def too_many(cards: Iterable[Card]) -> str | None:
    """Return the sentence about cards of which the box has fewer; None where it has them all.

    A Legend in play takes the place of one card. (Expansion: setup.)
    """
    counts = Counter(cards)
    most = {card: card.copies for card in sorted(counts)}
    for legend, replaced in REPLACED.items():
        if legend in counts and replaced in most:
            most[replaced] -= 1
    over = [card for card in most if counts[card] > most[card]]
    if not over:
        return None
    words = []
    for card in over:
        beside_legend = _("{card} ({count}, not {most}, with its Legend)")
        each = _("{card} ({count}, not {most})") if most[card] == card.copies else beside_legend
        words.append(each.format(card=card.noun, count=counts[card], most=most[card]))
    return _("More than the box holds: {cards}.").format(cards=listed(words, conjunction=False))


def check_drawn(cards: Iterable[Card]) -> None:
    """Refuse more cards of the expansion than take part in a game. (Expansion: setup.)

    Raises:
        InvalidPositionError: There are more; the text says of which.
    """
    drawn = Counter(cards)
    for card in (*LEGENDS, *TRAVELLERS):
        if drawn[card] > 1:
            raise InvalidPositionError(
                _("There is only one {card:bare}, not {count}.").format(card=card.noun, count=drawn[card])
            )
    if len(drawn.keys() & {*LEGENDS}) > LEGENDS_DRAWN:
        raise InvalidPositionError(_("Only three Legends take part in a game."))
    if len(drawn.keys() & {*TRAVELLERS}) > TRAVELLERS_DRAWN:
        raise InvalidPositionError(_("Only five Travellers take part in a game."))


def check_cards(cards: Iterable[Card]) -> None:
    """Refuse cards that no game can have on the table together.

    Raises:
        InvalidPositionError: There are more of one than the box has, or than take part in a game.
    """
    cards = list(cards)
    check_drawn(cards)
    if why := too_many(cards):
        raise InvalidPositionError(why)


def fault(fields: Fields, *, mountains: bool = True) -> str | None:
    """Return the sentence about what no game can have come to; None where there is nothing such.

    Args:
        fields: A position from which the game could continue.
        mountains: Whether more mountains than the box has are a fault.
    """
    every = [card for cards in (*fields.river, *fields.territories, fields.discards) for card in cards]
    if why := too_many(card for card in every if mountains or card is not Card.MOUNTAIN):
        return why
    entered = [card for cards in fields.territories for card in cards if card in TRAVELLERS]
    if entered and fields.expansion is not None and fields.expansion.owner is None:
        return _("With {card:a} in a territory, somebody must have the Ryokan.").format(card=entered[0].noun)
    return None
