"""Sanity checks of positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from naishi.common.errors import InvalidPositionError
from naishi.common.formats import listed
from naishi.common.i18n import _
from naishi.games.naishi.rules.base_cards import ninjas
from naishi.games.naishi.rules.cards import (
    BASE_CARDS,
    DEVELOPING,
    EXCHANGING,
    LEGENDS,
    ON_ENTERING,
    ON_LEAVING,
    RECALLING,
    REPLACED,
    TRAVELLERS,
    Card,
)
from naishi.games.naishi.rules.court import HOME
from naishi.games.naishi.rules.expansion import LEGENDS_DRAWN, TRAVELLERS_DRAWN, Expansion
from naishi.games.naishi.rules.fields import Fields
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.piles import EXPANSION_PILE_HEIGHT, PILE_HEIGHT, PILES


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


MOST_CARDS = 100
"""Cards of a position: twice as many as in the box, so that they can be set up in any order. No action adds a card."""


def check(fields: Fields) -> None:
    """Refuse a position from which the game could not continue.

    Raises:
        InvalidPositionError: It is one; the text says why.
    """
    cards = sum(map(len, (*fields.river, *fields.territories, fields.discards)))
    if cards > MOST_CARDS:
        raise InvalidPositionError(
            _("A position has at most {most} cards, not {count}.").format(most=MOST_CARDS, count=cards)
        )
    _check_cards(fields)
    if fields.phase is Phase.PLAY:
        _check_turn(fields)
    if fields.phase is Phase.GIFT:
        _check_setup(fields)
    if fields.phase in {Phase.COPY, Phase.OVER}:
        _check_copies(fields)


def check_fault(fields: Fields) -> None:
    """Refuse what no game with the expansion can have come to.

    Someone who sets up a position puts cards in any order, so it is asked only where the position is used.

    Raises:
        InvalidPositionError: It is such; the text says why.
    """
    if fields.expansion is not None and (why := fault(fields, mountains=False)):
        raise InvalidPositionError(why)


def _check_cards(fields: Fields) -> None:
    """Refuse cards that the game doesn't have. (Expansion: setup.)"""
    most = PILE_HEIGHT if fields.expansion is None else EXPANSION_PILE_HEIGHT
    if any(len(pile) > most for pile in fields.river):
        if fields.expansion is None:
            raise InvalidPositionError(_("A River pile has 1 to 6 cards; an empty one is written as -."))
        raise InvalidPositionError(_("A River pile has 1 to 7 cards; an empty one is written as -."))
    drawn = [card for card in chain(*fields.river, *fields.territories, fields.discards) if card not in BASE_CARDS]
    if drawn and fields.expansion is None:
        raise InvalidPositionError(_("Legends and Travellers need a ninth field, which says where the Ryokan is."))
    check_drawn(drawn)


def _check_turn(fields: Fields) -> None:
    if fields.last not in {None, fields.turn}:
        raise InvalidPositionError(_("The seat playing the last turn must be the seat to act."))
    if fields.expansion is not None and fields.expansion.pending:
        _check_pending(fields, fields.expansion)
        return
    if fields.bonus and not any(fields.river):
        raise InvalidPositionError(_("After a bonus, there must be a River card to develop with."))
    _check_bonus(fields)


def _check_pending(fields: Fields, expansion: Expansion) -> None:
    """Refuse effects that no develop of this turn can have triggered. (Expansion: play, Travellers.)"""
    pending, mine = expansion.pending, fields.territories[fields.turn]
    again = DEVELOPING not in pending and fields.discards[-2:-1] == [DEVELOPING]
    left = [card for card in pending if card in ON_LEAVING]
    came = [card for card in pending if card in ON_ENTERING]
    if left and left != fields.discards[-1:]:
        raise InvalidPositionError(_("An effect on leaving is pending only for the card discarded last."))
    if not fields.discards:
        raise InvalidPositionError(_("An effect is pending only after a develop, which discards a card."))
    if left and expansion.owner is None:
        raise InvalidPositionError(_("After a Traveller has left a territory, somebody must have the Ryokan."))
    if any(card not in mine for card in came) or len(came) > 1 + again:
        raise InvalidPositionError(_("An effect on entering is pending only for a card that has just entered."))
    if came and expansion.owner != fields.turn:
        raise InvalidPositionError(_("After a Traveller has entered, the Ryokan belongs to the seat to act."))
    _check_possible(fields, expansion)
    _check_developed(fields, expansion, came, again=again)


def _check_developed(fields: Fields, expansion: Expansion, came: Sequence[Card], *, again: bool) -> None:
    """Refuse piles and emissaries that the develops of this turn can't have left. (Expansion: resolving effects.)"""
    mine = fields.territories[fields.turn]
    unturned = {at for at in range(PILES) if expansion.unturned >> at & 1}
    empty = {at for at, pile in enumerate(fields.river) if not pile}
    if unturned & empty:
        raise InvalidPositionError(_("An empty River pile has no card to turn up."))
    if len(unturned) > 1 + again:
        raise InvalidPositionError(_("Only the piles of this turn's develops can be waiting to be turned up."))
    if len(unturned | empty) < max(1, len(came)):
        raise InvalidPositionError(_("A pile just developed from is empty, or its next card isn't turned up yet."))
    used = (ON_ENTERING.intersection(mine) | ON_LEAVING.intersection(fields.discards[-1:])) - {*expansion.pending}
    if used.isdisjoint(EXCHANGING) and any(mine.index(card) % PILES not in unturned | empty for card in came):
        raise InvalidPositionError(_("A card that has just entered lies at the position of its River pile."))
    if used.isdisjoint(RECALLING):
        _check_bonus(fields)


def _check_bonus(fields: Fields) -> None:
    spent = fields.court[fields.turn]
    if fields.bonus and not spent.swap + spent.discard:
        raise InvalidPositionError(_("After a bonus, an emissary must be on a swap or discard spot."))


def _check_possible(fields: Fields, expansion: Expansion) -> None:
    """Refuse effects that lapse. (Expansion: resolving effects.)"""
    piles = sum([1 << at for at, pile in enumerate(fields.river) if pile])
    recall = fields.court.openings[fields.turn].recall
    if expansion.settled(recall=recall, piles=piles).pending != expansion.pending:
        raise InvalidPositionError(_("An effect that can do nothing is not pending."))


def _check_setup(fields: Fields) -> None:
    """Refuse what only a turn can bring about: none has been played yet. (Rulebook: setup.)"""
    if (fields.turn, len(fields.given)) not in {(0, 0), (1, 1)}:
        raise InvalidPositionError(_("Seat 0 gives first, then seat 1."))
    if any(cards[:8] != [Card.MOUNTAIN] * 8 for cards in fields.territories):
        raise InvalidPositionError(_("During setup, each seat has 8 mountains followed by its two dealt cards."))
    if fields.last is not None:
        raise InvalidPositionError(_("During setup, there is no last turn yet."))
    if fields.court.sent != (HOME, HOME):
        raise InvalidPositionError(_("During setup, no emissary is at court yet."))
    if fields.discards:
        raise InvalidPositionError(_("During setup, nothing has been discarded yet."))
    if any(card not in BASE_CARDS for cards in fields.territories for card in cards[8:]):
        raise InvalidPositionError(_("No Legend or Traveller is dealt to a player."))
    if fields.expansion not in {None, Expansion()}:
        raise InvalidPositionError(_("During setup, nobody has the Ryokan."))


def _check_copies(fields: Fields) -> None:
    """Refuse copies that could not have been chosen or settled one after the other."""
    waiting: int | None = None
    for seat in (0, 1):
        may_copy = ninjas(fields.territory(seat), fields.territory(1 - seat))
        order, chosen = [cell for cell, may in may_copy.items() if may], list(fields.copies[seat])
        if chosen != order[: len(chosen)] or (chosen and waiting is not None):
            raise InvalidPositionError(out_of_order())
        if waiting is None and len(chosen) < len(order):
            if len(may_copy[order[len(chosen)]]) == 1:
                raise InvalidPositionError(out_of_order())
            waiting = seat
    if fields.phase is Phase.OVER and waiting is not None:
        raise InvalidPositionError(_("A ninja still has to choose what to copy."))
    if fields.phase is Phase.COPY and waiting is None:
        raise InvalidPositionError(_("No ninja has to choose any more: the game is over."))
    if fields.phase is Phase.COPY and waiting != fields.turn:
        raise InvalidPositionError(_("The seat to act must be the one whose ninja chooses next."))


def out_of_order() -> str:
    """Return the sentence about copies in the wrong order."""
    return _("Ninjas copy in order, seat 0's first; a ninja with at most one choice needs no entry.")
