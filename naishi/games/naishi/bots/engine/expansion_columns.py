"""Extra observation columns for the expansion.

Such a row is wider: what `bots.engine.observation` describes comes first, with the numbers of the expansion's
cards among the others; then who has the Ryokan, what is pending, the Legends in play, and the unseen new cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.game.encoding import NO_CARD, VIEW_COLUMNS
from naishi.games.naishi.rules.cards import BASE_CARDS, LEGENDS, REPLACED, TRAVELLERS, Card
from naishi.games.naishi.rules.position import Position

Rows = npt.NDArray[np.uint8]

ADDED = *LEGENDS, *TRAVELLERS
"""The cards of the expansion."""

_FIELDS = "ryokan", "ryokan_side", "pending", "unturned", "legends", "unseen_expansion"
_FROM = [VIEW_COLUMNS[name] for name in _FIELDS]
_BASE = VIEW_COLUMNS["unseen"].stop
_AT = [
    slice(*ends) for ends in pairwise(accumulate([field.stop - field.start for field in _FROM], initial=_BASE))
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
"""The width of an observation with the expansion."""

CARD = {int(card): card for card in Card}
"""The cards by their numbers."""

FACE_DOWN = ADDED[-1] + 1
"""Stands for a card that isn't turned up yet, in place of `DOWN`, which is a Legend here."""

WIDE_MIRROR = [
    *range(_BASE, UNTURNED.start),
    *reversed(range(UNTURNED.start, UNTURNED.stop)),
    *range(IN_PLAY.start, WIDE),
]
"""The columns from the first of these on, in the order of the mirrored table."""


def is_wide(rows: Rows) -> bool:
    """Return whether observations are of games with the expansion."""
    return bool(rows.shape[1] == WIDE)


def effects_pending(rows: Rows) -> npt.NDArray[np.bool_]:
    """Return for each position whether the effect of a Traveller is pending."""
    return np.asarray(rows[:, PENDING].any(axis=1))


def widened(encoded: Sequence[int]) -> list[int]:
    """Return the observation in an encoded view of a game with the expansion."""
    row = [*encoded[:_BASE], *(value for field in _FROM for value in encoded[field])]
    for pile, unturned in enumerate(row[UNTURNED]):
        if unturned:
            row[VIEW_COLUMNS["tops"].start + pile] = FACE_DOWN
    return row


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


def shown_tops(position: Position) -> list[int]:
    """Return the face-up cards of the River, and `FACE_DOWN` for those not turned up."""
    unturned = position.expansion.unturned if position.expansion is not None else 0
    return [
        (FACE_DOWN if unturned >> at & 1 else pile[-1]) if pile else NO_CARD for at, pile in enumerate(position.river)
    ]


def count_unseen(rows: Rows, visible: Sequence[int]) -> None:
    """Count the unseen cards in place, where the rows have the numbers of discarded ones.

    Args:
        rows: The observations.
        visible: The columns that show a card.
    """
    kinds = FACE_DOWN + 1
    shown = rows[:, visible] + np.arange(len(rows))[:, None] * kinds
    counts = np.bincount(shown.ravel(), minlength=len(rows) * kinds).reshape(-1, kinds)
    unseen = VIEW_COLUMNS["unseen"]
    left = _COPIES - rows[:, IN_PLAY] @ _REPLACES - counts[:, :NO_CARD] - rows[:, unseen]
    left[:, Card.MOUNTAIN] = 0
    rows[:, unseen] = np.maximum(left, 0)
    added = np.ones((len(rows), len(ADDED)), dtype=np.intp)
    added[:, : len(LEGENDS)] = rows[:, IN_PLAY]
    added -= counts[:, ADDED[0] : FACE_DOWN] + rows[:, UNSEEN_ADDED]
    rows[:, UNSEEN_ADDED] = np.maximum(added, 0)


_COPIES = np.array([card.copies for card in BASE_CARDS])
_REPLACES = np.array([[REPLACED[legend] is card for card in BASE_CARDS] for legend in LEGENDS], dtype=np.intp)
