"""Observations: what one seat knows of a game as a row of small ints, so that many positions fit in one array.

A row is from the point of view of its seat: its own cards come first. It contains nothing that the seat's `PlayerView`
doesn't.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from naishi.bots.protocol import check_playable
from naishi.game.encoding import NO_CARD, VIEW_COLUMNS, encode_view
from naishi.game.memory import Memory
from naishi.game.view import PlayerView
from naishi.rules.cards import BASE_CARDS, Card
from naishi.rules.phase import Phase
from naishi.rules.position import Position

Observations = npt.NDArray[np.uint8]
"""Rows of observations: the first `WIDTH` columns of an encoded view (see `naishi.game.encoding`)."""

OWN = VIEW_COLUMNS["own_cards"]
"""The seat's own ten cards."""
OWN_HAND = slice(OWN.start + 5, OWN.stop)
THEIR_LINE = VIEW_COLUMNS["their_line"]
THEIR_HAND = VIEW_COLUMNS["their_hand"]
"""The cards of the other Hand; `UNKNOWN` if not even a perfect memory knows them."""
TOPS = VIEW_COLUMNS["tops"]
"""The face-up cards of the River: `EMPTY` for no pile, `DOWN` for a card that is not turned up yet."""
EXPOSED = VIEW_COLUMNS["exposed"]
"""1 if the other seat knows the card of this seat's Hand."""
HEIGHTS = VIEW_COLUMNS["heights"]
FLOW = slice(VIEW_COLUMNS["to_act"].start, VIEW_COLUMNS["their_sent"].stop)
"""The state of the turn and of the court: see `flow`."""
TO_ACT, DEVELOPED, BONUS, LAST, OVER, SWAPS, DISCARDS, DECREE, THEIR_SWAPS, THEIR_DISCARDS, THEIR_DECREE = range(
    FLOW.start, FLOW.stop
)
SEAT = VIEW_COLUMNS["seat"].start
SURE_MOUNTAINS = VIEW_COLUMNS["sure_mountains"].start
"""The number of mountains in the other Hand at unknown positions."""
SURE_GIFT = VIEW_COLUMNS["sure_gift"].start
"""The card given at the start, if it is in the other Hand at an unknown position; else `UNKNOWN`."""
KEPT = VIEW_COLUMNS["kept"].start
"""1 if the card that the other seat kept at the start is in its Hand, unseen."""
UNSEEN = VIEW_COLUMNS["unseen"]
"""The number of cards of each type that the seat has not seen."""
WIDTH = UNSEEN.stop

UNKNOWN = EMPTY = NO_CARD
DOWN = 13

MIRROR = [
    *(start + 4 - i for start in range(0, HEIGHTS.stop, 5) for i in range(5)),
    *range(HEIGHTS.stop, WIDTH),
]
"""The columns in the order of the mirrored table. The rules are symmetric, so the value stays the same."""


def flow(position: Position, seat: int) -> tuple[int, ...]:
    """Return the state of the turn and of the court for a seat, in the order of the columns of `FLOW`.

    Whether the seat acts next, whether it has developed and has had its bonus this turn, who plays the last turn
    (0 nobody yet, 1 the seat, 2 the other), whether the game is over; then the emissaries sent by both.
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


def observe(view: PlayerView) -> Observations:
    """Return the observation of a view, as one row.

    Raises:
        BotNotReadyError: The networks know nothing of the game that it shows.
    """
    check_playable(view)
    return np.frombuffer(bytes(encode_view(view)[:WIDTH]), dtype=np.uint8)[None].copy()


def raw_observation(position: Position, memories: tuple[Memory, Memory], seat: int, discarded: Sequence[int]) -> bytes:
    """Return the observation of a seat in a position, to be finished by `finish`.

    The columns `UNSEEN` hold the discarded cards for now, since counting is faster for many observations at once.

    Args:
        position: The position, of which only the part that the seat knows is used.
        memories: What both seats remember.
        seat: The seat.
        discarded: The number of discarded cards of each type.
    """
    own, theirs = position.territories[seat], position.territories[1 - seat]
    memory = memories[seat]
    seen = [UNKNOWN if card is None else card for card in deduced(memory)]
    certain = memory.certain if UNKNOWN in seen else ()
    tops = [pile[-1] if pile else EMPTY for pile in position.river]
    return bytes([
        *own, *theirs[:5], *seen, *tops, *[card is not None for card in deduced(memories[1 - seat])],
        *map(len, position.river), *flow(position, seat), seat, *_certain(certain), memory.kept, *discarded,
    ])  # fmt: skip


def finish(raw: Sequence[bytes] | Observations) -> Observations:
    """Make one array of raw observations, with the unseen cards counted.

    The result equals what `observe` makes of the views, except that a view may also deduce the last unseen cards.
    """
    rows = stack(raw).copy() if isinstance(raw, Sequence) else raw
    visible = np.minimum(rows[:, _VISIBLE], UNKNOWN) + np.arange(len(rows))[:, None] * (UNKNOWN + 1)
    counts = np.bincount(visible.ravel(), minlength=len(rows) * (UNKNOWN + 1)).reshape(-1, UNKNOWN + 1)
    left = _COPIES - counts[:, :UNKNOWN] - rows[:, UNSEEN]
    left[:, Card.MOUNTAIN] = 0
    rows[:, UNSEEN] = np.maximum(left, 0)
    return rows


_COPIES = np.array([card.copies for card in BASE_CARDS])
_VISIBLE = [*range(TOPS.stop), SURE_GIFT]


def deduced(memory: Memory) -> tuple[Card | None, ...]:
    """Return the cards of the other Hand that were seen, or follow because all unseen ones are the same."""
    if not memory.kept and len(set(memory.certain)) == 1:
        return tuple(memory.certain[0] if card is None else card for card in memory.seen)
    return memory.seen


def _certain(cards: Sequence[Card]) -> tuple[int, int]:
    """Split the cards at unknown positions into the number of mountains and the gift."""
    gifts = [card for card in cards if card is not Card.MOUNTAIN]
    return len(cards) - len(gifts), gifts[0] if gifts else UNKNOWN


def stack(rows: Sequence[bytes]) -> Observations:
    """Make one array of observations."""
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, WIDTH)
