"""Numeric views and actions, for programs that learn or search.

A view is a row of `VIEW_WIDTH` small ints, always from the viewer's side; `VIEW_LEGEND` names its fields in order and
`VIEW_COLUMNS` says where each stands. An action is its number (`Action.code`). Both are append-only: a column or number
always keeps its meaning, and new ones come at the end.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from operator import index
from typing import NamedTuple

from naishi.common.i18n import InvalidActionError, _, quoted
from naishi.games.naishi.game.view import PlayerView, Side
from naishi.games.naishi.rules.actions import ACTIONS, Action
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, TERRITORY, TRAVELLERS, Card, Phase

NO_CARD = 12
"""Stands for a card that is unknown or isn't there: the one number that `Card` leaves out."""


class ViewField(NamedTuple):
    """Columns of an encoded view."""

    name: str
    size: int
    meaning: str


VIEW_LEGEND = (
    ViewField("own_cards", 10, "the viewer's cards, L1 to H5; NO_CARD where the public can't see them"),
    ViewField("their_line", 5, "the other seat's Line"),
    ViewField("their_hand", 5, "the other seat's Hand; NO_CARD for what not even a perfect memory knows"),
    ViewField("tops", 5, "the face-up card of each River pile; NO_CARD for an empty one, and for one not turned up"),
    ViewField("exposed", 5, "1 for each card of the viewer's Hand that the other seat is sure to know"),
    ViewField("heights", 5, "the number of cards in each River pile"),
    ViewField("to_act", 1, "1 in play if it is the viewer's turn"),
    ViewField("developed", 1, "1 if the viewer is to act and has developed this turn"),
    ViewField("bonus", 1, "1 if the viewer is to act and has taken its bonus this turn"),
    ViewField("last_turn", 1, "who plays the last turn: 0 nobody yet, 1 the viewer, 2 the other seat"),
    ViewField("hands_open", 1, "1 once the last turn is over and both Hands are open"),
    ViewField("sent", 3, "the viewer's emissaries on swap, discard and decree"),
    ViewField("their_sent", 3, "the other seat's emissaries likewise"),
    ViewField("seat", 1, "the viewer's seat: 0 plays first"),
    ViewField("sure_mountains", 1, "mountains in the other Hand at unknown positions"),
    ViewField("sure_gift", 1, "the card that the viewer gave, if it is in the other Hand at an unknown position"),
    ViewField("kept", 1, "1 if the card that the other seat kept at the start is in its Hand, unseen"),
    ViewField("unseen", 12, "of each card the number that the viewer has not seen"),
    ViewField("phase", 1, "0 gift, 1 play, 2 copy, 3 over"),
    ViewField("turn", 1, "0 nobody, 1 the viewer, 2 the other seat is to act"),
    ViewField("public", 1, "1 for the view of somebody who only watches"),
    ViewField("dealt", 2, "in the gift phase the viewer's two dealt cards"),
    ViewField("copies", 10, "what the viewer's ninja at each cell copies; NO_CARD for nothing yet, or no ninja"),
    ViewField("their_copies", 10, "what the other seat's ninjas copy likewise"),
    ViewField("discarded", 12, "of each card the number that has been discarded"),
    ViewField("top_discard", 1, "the card discarded last"),
    ViewField("expansion", 1, "1 in a game with the expansion; without it, all that follows is 0"),
    ViewField("ryokan", 1, "who has the Ryokan: 0 nobody, 1 the viewer, 2 the other seat"),
    ViewField("ryokan_side", 1, "the side of the Ryokan that lies up: 4 or 7"),
    ViewField("legends", 7, "1 for each Legend that takes part, in card order"),
    ViewField("pending", 6, "1 for each Traveller whose effect is pending, in card order"),
    ViewField("unturned", 5, "1 for each River pile whose next card isn't turned up yet"),
    ViewField("unseen_expansion", 13, "as unseen, of the cards 13 to 25; one unseen Traveller stayed in the box"),
    ViewField("discarded_expansion", 13, "as discarded, of the cards 13 to 25"),
)
"""The fields of an encoded view, in order. Cards are numbered as `Card` does; NO_CARD stands for none."""

_ENDS = [0, *accumulate(field.size for field in VIEW_LEGEND)]

VIEW_COLUMNS: Mapping[str, slice] = {
    field.name: slice(start, end) for field, (start, end) in zip(VIEW_LEGEND, pairwise(_ENDS), strict=True)
}
"""Where each field stands: `row[VIEW_COLUMNS["tops"]]`."""

VIEW_WIDTH = _ENDS[-1]
"""The length of an encoded view."""

_PHASES = {Phase.GIFT: 0, Phase.PLAY: 1, Phase.COPY: 2, Phase.OVER: 3}


def encode_view(view: PlayerView) -> tuple[int, ...]:
    """Write a view as `VIEW_WIDTH` ints from 0 to 25, in the order of `VIEW_LEGEND`."""
    mine, theirs = view.mine, view.theirs
    to_act = view.phase is Phase.PLAY and view.turn == view.seat
    hidden = theirs.hand.count(None)
    gifts = [card for card in view.certain if card is not Card.MOUNTAIN]
    row = (
        *mine.line, *_numbers(mine.hand), *theirs.line, *_numbers(theirs.hand),
        *_numbers(pile.top for pile in view.river), *view.exposed, *[pile.height for pile in view.river],
        to_act, to_act and view.developed, to_act and view.bonus, _from(view.seat, view.last),
        view.phase in {Phase.COPY, Phase.OVER}, *mine.sent, *theirs.sent, view.seat,
        len(view.certain) - len(gifts), gifts[0] if gifts else NO_CARD, hidden > len(view.certain),
        *[view.unseen.get(card, 0) for card in BASE_CARDS],
        _PHASES[view.phase], _from(view.seat, view.turn), view.public,
        *_numbers(view.dealt or (None, None)), *_copies(mine), *_copies(theirs),
        *[view.discards.count(card) for card in BASE_CARDS], view.discards[-1] if view.discards else NO_CARD,
        *_expansion(view),
    )  # fmt: skip
    return tuple(map(int, row))  # no members of enums


def _expansion(view: PlayerView) -> Sequence[int]:
    if view.ryokan is None:
        return _NO_EXPANSION
    unturned = [pile.top is None and pile.height > 0 for pile in view.river]
    return (
        1, _from(view.seat, view.ryokan.owner), view.ryokan.side, *[card in view.legends for card in LEGENDS],
        *[card in view.pending for card in TRAVELLERS], *unturned,
        *[view.unseen.get(card, 0) for card in _ADDED], *[view.discards.count(card) for card in _ADDED],
    )  # fmt: skip


_ADDED = *LEGENDS, *TRAVELLERS
_NO_EXPANSION: Sequence[int] = [0] * (VIEW_WIDTH - VIEW_COLUMNS["expansion"].start)


def decode_action(number: int) -> Action:
    """Return the action with a number; the way back is `Action.code`.

    Raises:
        InvalidActionError: There is none.
    """
    try:
        at = index(number)
    except TypeError:
        at = -1
    if not 0 <= at < len(ACTIONS):
        why = _("There is no action number {text}; they run from 0 to {last}.")
        raise InvalidActionError(why.format(text=quoted(str(number)), last=len(ACTIONS) - 1))
    return ACTIONS[at]


def legal_mask(view: PlayerView) -> tuple[int, ...]:
    """Return for each action number 1 if the viewer can do the action now, else 0."""
    legal = {action.code for action in view.legal_actions}
    return tuple([int(number in legal) for number in range(len(ACTIONS))])


def _numbers(cards: Iterable[Card | None]) -> Sequence[int]:
    return [NO_CARD if card is None else card for card in cards]


def _from(viewer: int, seat: int | None) -> int:
    return 0 if seat is None else 1 if seat == viewer else 2


def _copies(side: Side) -> Sequence[int]:
    return [side.copies.get(cell, NO_CARD) for cell in TERRITORY]
