"""Batched `encode_view`: what each seat may know.

NumPy takes a whole row of bytes in few instructions, unless it has to choose or to look up. So what depends on a bit is
multiplied by it, and of two values the viewer's is the first one `^ (first ^ second) * viewer`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.envs.batch.state import GIFT_PHASE, OVER_PHASE, PLAY_PHASE, TYPES, Bits, Bytes, State
from naishi.games.naishi.game.encoding import NO_CARD, VIEW_COLUMNS

WIDTH = VIEW_COLUMNS["expansion"].start
_AT = VIEW_COLUMNS
_NO_CARD = np.uint8(NO_CARD)
_EVERY_BIT = np.uint16(0xFFFF)
_EACH_TYPE = np.arange(TYPES, dtype=np.uint8)[:, None]


class Sides(NamedTuple):
    """Rows for the viewer and as many for the other seat."""

    mine: npt.NDArray[Any]
    theirs: npt.NDArray[Any]


def observe(s: State, viewer: Bytes, out: Bytes) -> None:
    """Write what a seat of each game knows.

    Args:
        s: The games.
        viewer: The seat, in each game.
        out: `WIDTH` rows, one for each column of an encoded view, with a column for each game.
    """

    def sides(both: npt.NDArray[Any], mine: Bytes | None = None, theirs: Bytes | None = None) -> Sides:
        """Sort rows for seat 0 and as many for seat 1 by whose they are, into those given."""
        first, second = both.reshape(2, -1, s.size)
        swapped = (first ^ second) * viewer.astype(both.dtype)
        return Sides(np.bitwise_xor(first, swapped, out=mine), np.bitwise_xor(second, swapped, out=theirs))

    mountains, gift, kept = sides(s.mountains), sides(s.gift_bit), sides(s.kept_bit)
    known, exposed = _deduced(s, mountains, gift, kept)
    seen = sides(s.seen)
    np.bitwise_or(seen.mine, exposed, out=out[_AT["exposed"]])
    cards = sides(s.cards, out[_AT["own_cards"]])
    out[_AT["their_line"]] = cards.theirs[:5]
    _if_known(seen.theirs | known, cards.theirs[5:], out[_AT["their_hand"]])
    sides(s.sent, out[_AT["sent"]], out[_AT["their_sent"]])
    sides(s.copies, out[_AT["copies"]], out[_AT["their_copies"]])
    unknown = 1 - known
    np.multiply(mountains.theirs, unknown, out=out[_AT["sure_mountains"]])
    _if_known((gift.theirs != 0) * unknown, sides(s.gift_card).theirs, out[_AT["sure_gift"]])
    hides = kept.theirs != 0
    np.multiply(hides, unknown, out=out[_AT["kept"]])
    np.add(s.down[:TYPES], _if_known(hides, sides(s.kept_card).theirs) == _EACH_TYPE, out=out[_AT["unseen"]])
    _turn(s, viewer, out)
    _public(s, out)
    _gifts(s, cards, out)


def _if_known(known: Bytes, cards: Bytes, out: Bytes | None = None) -> Bytes:
    """Return cards where they are known, else no card."""
    return np.bitwise_xor((cards ^ _NO_CARD) * known, _NO_CARD, out=out)


def _deduced(s: State, mountains: Sides, gift: Sides, kept: Sides) -> tuple[Bytes, Bytes]:
    """Return whether the viewer knows the unseen cards of the other's Hand, and whether their own are known.

    They are if all that may be there is of one type (compare `Memory.known` and `Memory.exposed`).
    """
    theirs = (mountains.theirs != 0) | gift.theirs | _EVERY_BIT * (kept.theirs != 0) & (s.down_types | kept.theirs)
    down = _EVERY_BIT * (s.down_types != 0) & (s.down_types | kept.theirs)
    own = (mountains.mine != 0) | gift.mine | _EVERY_BIT * (kept.mine != 0) & (kept.mine | down)
    return _at_most_one(theirs), _at_most_one(own)


def _at_most_one(bits: Bits) -> Bytes:
    return (bits & (bits - np.uint16(1)) == 0).view(np.uint8)


def _public(s: State, out: Bytes) -> None:
    out[_AT["tops"]] = s.tops
    out[_AT["heights"]] = s.heights
    out[_AT["discarded"]] = s.discarded[:TYPES]
    out[_AT["top_discard"]] = s.top_discard


def _turn(s: State, viewer: Bytes, out: Bytes) -> None:
    own = (s.turn == viewer).view(np.uint8)
    to_act = own * (s.phase == PLAY_PHASE)
    out[_AT["to_act"]] = to_act
    out[_AT["developed"]], out[_AT["bonus"]] = s.developed * to_act, s.bonus * to_act
    out[_AT["last_turn"]] = (s.last != 0) * (1 + (s.last != viewer + 1).view(np.uint8))
    out[_AT["hands_open"]] = s.phase > PLAY_PHASE
    out[_AT["seat"]], out[_AT["phase"]], out[_AT["public"]] = viewer, s.phase, 0
    out[_AT["turn"]] = (s.phase != OVER_PHASE) * (2 - own)


def _gifts(s: State, cards: Sides, out: Bytes) -> None:
    """Show the dealt cards of the viewer before both gifts are chosen, and those of the other among the unseen.

    They are the last two of the territories. One of the other's counts already, as one that may have been kept.
    """
    giving = (s.phase == GIFT_PHASE).view(np.uint8)
    _if_known(giving, cards.mine[-2:], out[_AT["dealt"]])
    out[_AT["unseen"]] += _if_known(giving, cards.theirs[-1]) == _EACH_TYPE
