"""What a seat may know of each of many games: the columns of `encode_view`, worked out for all games at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from naishi.envs.batch.state import GIFT_PHASE, OVER_PHASE, PLAY_PHASE, TYPES, Bits, State
from naishi.envs.batch.tables import Bytes
from naishi.game.encoding import NO_CARD, VIEW_COLUMNS

WIDTH = VIEW_COLUMNS["expansion"].start
_AT = VIEW_COLUMNS


def observe(s: State, viewer: Bytes, out: Bytes) -> None:
    """Write what a seat of each game knows.

    Args:
        s: The games.
        viewer: The seat, in each game.
        out: `WIDTH` rows, one for each column of an encoded view, with a column for each game.
    """

    def pick(both: Bytes, *, mine: bool = True) -> Bytes:
        """Of rows for seat 0 and as many for seat 1, return the viewer's or the other's."""
        half = len(both) // 2
        first, second = both[:half], both[half:]
        return first + viewer * (second - first) if mine else second + viewer * (first - second)

    single, exposed = _deduced(s)
    other = pick(single[:, None].reshape(2, -1), mine=False)[0]
    _cards(s, out, pick(s.cards), pick(s.cards, mine=False), pick(s.seen, mine=False) | other)
    out[_AT["exposed"]] = pick(s.seen) | pick(exposed)
    _turn(s, viewer, out)
    out[_AT["sent"]], out[_AT["their_sent"]] = pick(s.sent), pick(s.sent, mine=False)
    out[_AT["copies"]], out[_AT["their_copies"]] = pick(s.copies), pick(s.copies, mine=False)
    unknown = 1 - other
    out[_AT["sure_mountains"]] = pick(s.mountains, mine=False) * unknown
    gift = pick((s.gift_bit != 0).view(np.uint8), mine=False) * unknown
    out[_AT["sure_gift"]] = NO_CARD + gift * (pick(s.gift_card, mine=False) - np.uint8(NO_CARD))
    kept = pick((s.kept_bit != 0).view(np.uint8), mine=False)
    out[_AT["kept"]] = kept * unknown
    out[_AT["unseen"]] = s.down[:TYPES]
    columns = np.arange(s.size)
    rows = (_AT["unseen"].start + pick(s.kept_card, mine=False)[0].astype(np.intp)) * s.size
    out.reshape(-1)[rows + columns] += kept[0]
    _gifts(s, viewer, out)


def _deduced(s: State) -> tuple[Bytes, Bytes]:
    """Return by the seat of a Hand whether its unseen cards follow for who watches it, and whether its owner knows so.

    They follow if all that may be there is of one type (compare `Memory.known` and `Memory.exposed`).
    """
    sure: Bits = (s.mountains != 0) | s.gift_bit
    hidden = (s.kept_bit != 0) * np.uint16(0xFFFF)
    to_watcher = sure | hidden & (s.down_types | s.kept_bit)
    down = (s.down_types != 0) * np.uint16(0xFFFF)
    to_owner = sure | hidden & (s.kept_bit | down & (s.down_types | s.kept_bit[::-1]))
    return _at_most_one(to_watcher), _at_most_one(to_owner)


def _at_most_one(bits: Bits) -> Bytes:
    return (bits & (bits - np.uint16(1)) == 0).view(np.uint8)


def _cards(s: State, out: Bytes, mine: Bytes, theirs: Bytes, known: Bytes) -> None:
    out[_AT["own_cards"]] = mine
    out[_AT["their_line"]] = theirs[:5]
    out[_AT["their_hand"]] = NO_CARD + known * (theirs[5:] - np.uint8(NO_CARD))
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


def _gifts(s: State, viewer: Bytes, out: Bytes) -> None:
    """Show the dealt cards of the viewer before both gifts are chosen, and those of the other among the unseen."""
    out[_AT["dealt"]] = NO_CARD
    games: npt.NDArray[np.intp] = np.flatnonzero(s.phase == GIFT_PHASE)
    seat = viewer[games].astype(np.intp)
    for number in (0, 1):
        out[_AT["dealt"].start + number, games] = s.cards[seat * 10 + 8 + number, games]
    out[_AT["unseen"].start + s.cards[(1 - seat) * 10 + 9, games], games] += 1
