"""What one seat knows of a game, as a row of small ints: the form in which many positions are thought about at once.

A row is always seen from the seat that it is about: its own cards first. It holds nothing that the seat's
`PlayerView` doesn't.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from naishi.game.memory import Memory
from naishi.game.view import PlayerView
from naishi.rules.cards import Card
from naishi.rules.court import Sent
from naishi.rules.legal import Phase
from naishi.rules.position import Position

Facts = npt.NDArray[np.uint8]
"""Rows of facts; the columns are named below."""

OWN = slice(0, 10)
"""The seat's own ten cards."""
THEIR_LINE = slice(10, 15)
THEIR_HAND = slice(15, 20)
"""The cards of the other Hand, `UNKNOWN` where not even a perfect memory knows them."""
TOPS = slice(20, 25)
"""The face-up cards of the River: `EMPTY` for no pile, `DOWN` for a card that is yet to be turned up."""
EXPOSED = slice(25, 30)
"""1 where the other seat knows the card of the own Hand."""
HEIGHTS = slice(30, 35)
FLOW = slice(35, 46)
"""What follows, and the court: see `flow`."""
TO_ACT, DEVELOPED, BONUS, LAST, OVER, SWAPS, DISCARDS, DECREE, THEIR_SWAPS, THEIR_DISCARDS, THEIR_DECREE = range(35, 46)
SEAT = 46
SURE_MOUNTAINS = 47
"""Mountains that lie in the other Hand, no telling where."""
SURE_GIFT = 48
"""The card given at the start, if it lies in the other Hand, no telling where; else `UNKNOWN`."""
KEPT = 49
"""1 if the card that the other seat kept at the start lies in its Hand, unseen."""
UNSEEN = slice(50, 62)
"""How many of each card the seat has not seen."""
WIDTH = 62

UNKNOWN = EMPTY = 12
DOWN = 13

MIRROR = [
    *(start + 4 - i for start in range(0, HEIGHTS.stop, 5) for i in range(5)),
    *range(HEIGHTS.stop, WIDTH),
]
"""The columns in the order that shows the table in a mirror. No rule tells left from right, so neither side changes."""

_COPIES = tuple(card.copies for card in Card)


def flow(position: Position, seat: int) -> tuple[int, ...]:
    """Tell what follows, seen from a seat, in the order of the columns of `FLOW`.

    Whether the seat acts next, whether it has developed and has had its bonus this turn, who plays the last turn
    (0 nobody yet, 1 the seat, 2 the other), whether all is over; then the emissaries sent by both.
    """
    to_act = position.turn == seat and position.phase is Phase.PLAY
    last = 0 if position.last is None else 1 if position.last == seat else 2
    return (
        to_act,
        to_act and position.developed,
        to_act and position.bonus,
        last,
        position.phase in _DONE,
        *position.court[seat],
        *position.court[1 - seat],
    )


_DONE = {Phase.COPY, Phase.OVER}


def facts_of(view: PlayerView) -> Facts:
    """Write down what a view holds, as one row."""
    seat = view.seat
    line, hand = view.mine.line, tuple(_number(card) for card in view.mine.hand)
    theirs = tuple(_number(card) for card in view.theirs.hand)
    tops = tuple(_number(pile.top) for pile in view.river)
    heights = tuple(pile.height for pile in view.river)
    to_act = view.turn == seat and view.phase is Phase.PLAY
    last = 0 if view.last is None else 1 if view.last == seat else 2
    following = to_act, to_act and view.developed, to_act and view.bonus, last, view.phase in _DONE
    sure = view.certain
    kept = theirs.count(UNKNOWN) > len(sure)
    row = [
        *line, *hand, *view.theirs.line, *theirs, *tops, *view.exposed, *heights, *following,
        *view.mine.sent, *view.theirs.sent, seat, *_sure(sure), kept,
        *(view.unseen.get(card, 0) for card in Card),
    ]  # fmt: skip
    return np.frombuffer(bytes(row), dtype=np.uint8)[None].copy()


def facts_bytes(position: Position, memories: tuple[Memory, Memory], seat: int, discarded: Sequence[int]) -> bytes:
    """Write down what a seat knows in a position, as `facts_of` does from its view.

    Args:
        position: The whole truth, of which only the seat's part is used.
        memories: What both seats remember.
        seat: The seat.
        discarded: How many of each card have been discarded.
    """
    own, theirs = position.territories[seat], position.territories[1 - seat]
    memory = memories[seat]
    seen = [UNKNOWN if card is None else card for card in deduced(memory)]
    sure = memory.certain if UNKNOWN in seen else ()
    tops = [pile[-1] if pile else EMPTY for pile in position.river]
    court: tuple[Sent, Sent] = position.court.sent
    row = [
        *own, *theirs[:5], *seen, *tops, *[card is not None for card in deduced(memories[1 - seat])],
        *map(len, position.river), *flow(position, seat)[:5], *court[seat], *court[1 - seat], seat,
        *_sure(sure), memory.kept,
    ]  # fmt: skip
    unseen = list(_COPIES)
    for card in (*own, *theirs[:5], *seen, *tops, *sure):
        if card < UNKNOWN:
            unseen[card] -= 1
    unseen[0] = 0
    row += [max(count - gone, 0) for count, gone in zip(unseen, discarded, strict=True)]
    return bytes(row)


def deduced(memory: Memory) -> tuple[Card | None, ...]:
    """Tell the cards of the other Hand that were seen, or must lie there because all unseen ones are alike."""
    if not memory.kept and len(set(memory.certain)) == 1:
        return tuple(memory.certain[0] if card is None else card for card in memory.seen)
    return memory.seen


def _sure(cards: Sequence[Card]) -> tuple[int, int]:
    """Split the cards that surely lie somewhere into the number of mountains and the gift."""
    gifts = [card for card in cards if card is not Card.MOUNTAIN]
    return len(cards) - len(gifts), gifts[0] if gifts else UNKNOWN


def _number(card: Card | None) -> int:
    return UNKNOWN if card is None else card
