"""Observations: one seat's knowledge as a row of integers.

A row is from the point of view of its seat: its own cards come first. It contains nothing that the seat's `PlayerView`
doesn't.

With the expansion a row is wider: the columns of the base game come first, with the numbers of the expansion's cards
among the others; then who has the Ryokan, what is pending, the Legends in play, and the unseen new cards.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.game.encoding import NO_CARD, VIEW_COLUMNS, encode_view
from naishi.games.naishi.game.hiding import Memory
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, REPLACED, TRAVELLERS, Card, Phase
from naishi.games.naishi.rules.position import Position

Observations = npt.NDArray[np.uint8]
"""Rows of observations: the first `WIDTH` columns of an encoded view (see `game.encoding`); more with the expansion."""

ADDED = *LEGENDS, *TRAVELLERS

_FROM = [VIEW_COLUMNS[name] for name in ("ryokan", "ryokan_side", "pending", "unturned", "legends", "unseen_expansion")]
UNSEEN = VIEW_COLUMNS["unseen"]
"""The number of cards of each type that the seat has not seen."""
WIDTH = UNSEEN.stop
_AT = [
    slice(*ends) for ends in pairwise(accumulate([field.stop - field.start for field in _FROM], initial=WIDTH))
]  # fmt: skip

RYOKAN, SIDE = _AT[0].start, _AT[1].start
"""Who has the Ryokan: 0 nobody, 1 the seat, 2 the other; and the side that lies up, 4 or 7."""
PENDING, UNTURNED = _AT[2], _AT[3]
"""1 for each Traveller whose effect is pending, and for each pile whose next card isn't turned up till all are used."""
TRAVELS = slice(RYOKAN, UNTURNED.stop)
"""What a turn changes of these columns: see `travels`."""
IN_PLAY = _AT[4]
"""1 for each Legend that takes part."""
NINJA_IN_PLAY = IN_PLAY.start + ADDED.index(Card.LEGENDARY_NINJA)
UNSEEN_ADDED = _AT[5]
"""1 for each card of the expansion that the seat has not seen; one Traveller among them stayed in the box."""
WIDE = UNSEEN_ADDED.stop

CARD = {int(card): card for card in Card}

FACE_DOWN = ADDED[-1] + 1
"""Stands for a card that isn't turned up yet, in place of `DOWN`, which is a Legend here."""


def is_wide(rows: Observations) -> bool:
    return bool(rows.shape[1] == WIDE)


def travels(position: Position, seat: int) -> tuple[int, ...]:
    """Return where the Ryokan is and what is pending, for a seat, in the order of `TRAVELS`; nothing in a base game."""
    if position.expansion is None:
        return ()
    owner, side, pending, unturned = position.expansion
    whose = 0 if owner is None else 1 if owner == seat else 2
    if not pending:
        return whose, side, *_NOTHING_PENDING
    return whose, side, *[card in pending for card in TRAVELLERS], *[unturned >> pile & 1 for pile in range(5)]


_NOTHING_PENDING = (0,) * (len(TRAVELLERS) + 5)


def legends_in_play(position: Position) -> bytes:
    """Return the columns `IN_PLAY` of a game; nothing in a base game."""
    if position.expansion is None:
        return b""
    everywhere = {*position.discards, *(card for cards in (*position.river, *position.territories) for card in cards)}
    return bytes(legend in everywhere for legend in LEGENDS)


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

UNKNOWN = EMPTY = NO_CARD
DOWN = 13

MIRROR = [
    *(start + 4 - i for start in range(0, HEIGHTS.stop, 5) for i in range(5)),
    *range(HEIGHTS.stop, UNTURNED.start),
    *reversed(range(UNTURNED.start, UNTURNED.stop)),
    *range(UNTURNED.stop, WIDE),
]
"""The columns in the order of the mirrored table. The rules are symmetric, so the value stays the same."""


def mirrored(rows: Observations) -> Observations:
    return rows[:, MIRROR[: rows.shape[1]]]


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
    encoded = encode_view(view)
    row = [*encoded[:WIDTH]]
    if view.module is not None:
        row += [value for field in _FROM for value in encoded[field]]
        for pile, unturned in enumerate(row[UNTURNED]):
            if unturned:
                row[TOPS.start + pile] = FACE_DOWN
    return np.frombuffer(bytes(row), dtype=np.uint8)[None].copy()


def laid(rows: Observations) -> Observations:
    """Return the cards of the other side, with those that are certain to be in its Hand in the first unknown cells."""
    cards = rows[:, THEIR_LINE.start : THEIR_HAND.stop].copy()
    unknown = cards == UNKNOWN
    place = unknown.cumsum(axis=1)
    mountains = rows[:, SURE_MOUNTAINS, None]
    cards[unknown & (place <= mountains)] = Card.MOUNTAIN
    gift = unknown & (place == mountains + 1)
    cards[gift] = np.broadcast_to(rows[:, SURE_GIFT, None], cards.shape)[gift]
    return cards


def raw_observation(
    position: Position, memories: tuple[Memory, Memory], seat: int, discarded: Sequence[int], legends: bytes = b""
) -> bytes:
    """Return the observation of a seat in a position, to be finished by `finish`.

    The columns `UNSEEN` hold the discarded cards for now, since counting is faster for many observations at once.

    Args:
        legends: With the expansion, the Legends in play (see `legends_in_play`).
    """
    own, theirs = position.territories[seat], position.territories[1 - seat]
    memory = memories[seat]
    seen = [UNKNOWN if card is None else card for card in deduced(memory)]
    certain = memory.certain if UNKNOWN in seen else ()
    tops = [pile[-1] if pile else EMPTY for pile in position.river]
    if position.expansion is not None and (unturned := position.expansion.unturned):
        tops = [FACE_DOWN if top != EMPTY and unturned >> at & 1 else top for at, top in enumerate(tops)]
    raw = bytes([
        *own, *theirs[:5], *seen, *tops, *[card is not None for card in deduced(memories[1 - seat])],
        *map(len, position.river), *flow(position, seat), seat, *_certain(certain), memory.kept,
        *discarded[: len(BASE_CARDS)],
    ])  # fmt: skip
    return raw + bytes([*travels(position, seat), *legends, *discarded[ADDED[0] :]]) if legends else raw


def finish(raw: Sequence[bytes] | Observations) -> Observations:
    """Make one array of raw observations, with the unseen cards counted.

    The result equals what `observe` makes of the views, except that a view may also deduce the last unseen cards.
    """
    rows = stack(raw).copy() if isinstance(raw, Sequence) else raw
    wide = is_wide(rows)
    last = FACE_DOWN if wide else UNKNOWN
    visible = np.minimum(rows[:, _VISIBLE], last) + np.arange(len(rows))[:, None] * (last + 1)
    counts = np.bincount(visible.ravel(), minlength=len(rows) * (last + 1)).reshape(-1, last + 1)
    left = _COPIES - counts[:, :UNKNOWN] - rows[:, UNSEEN]
    if wide:
        left -= rows[:, IN_PLAY] @ _REPLACES
        added = np.ones((len(rows), len(ADDED)), dtype=np.intp)
        added[:, : len(LEGENDS)] = rows[:, IN_PLAY]
        added -= counts[:, ADDED[0] : FACE_DOWN] + rows[:, UNSEEN_ADDED]
        rows[:, UNSEEN_ADDED] = np.maximum(added, 0)
    left[:, Card.MOUNTAIN] = 0
    rows[:, UNSEEN] = np.maximum(left, 0)
    return rows


_VISIBLE = [*range(TOPS.stop), SURE_GIFT]
_COPIES = np.array([card.copies for card in BASE_CARDS])
_REPLACES = np.array([[REPLACED[legend] is card for card in BASE_CARDS] for legend in LEGENDS], dtype=np.intp)


def deduced(memory: Memory) -> tuple[Card | None, ...]:
    """Return the cards of the other Hand that were seen, or follow because all unseen ones are the same."""
    if not memory.kept and len(set(memory.certain)) == 1:
        return tuple(memory.certain[0] if card is None else card for card in memory.seen)
    return memory.seen


def _certain(cards: Sequence[Card]) -> tuple[int, int]:
    gifts = [card for card in cards if card is not Card.MOUNTAIN]
    return len(cards) - len(gifts), gifts[0] if gifts else UNKNOWN


def stack(rows: Sequence[bytes]) -> Observations:
    return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, len(rows[0]) if rows else WIDTH)
