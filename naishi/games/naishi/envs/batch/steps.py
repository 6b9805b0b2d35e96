"""Batched effects of each kind of action.

(Rulebook: a turn, the end of the game.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.envs.batch import tables as t
from naishi.games.naishi.envs.batch.ending import pass_ninja, settle_ninjas
from naishi.games.naishi.envs.batch.state import DEALT, LAYERS, PLAY_PHASE, TYPE_BITS, Games, State, which
from naishi.games.naishi.envs.batch.tables import Bytes
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.piles import PILES

Rows = npt.NDArray[np.intp]

_PILE_BITS = (1 << np.arange(PILES)).astype(np.uint8)


def give(s: State, games: Games, codes: Bytes) -> None:
    """Choose the cards to give; once both have, exchange them and lay out the Hands. (Rulebook: setup.)"""
    turn = s.turn.take(games)
    s.given.reshape(-1)[s.at(turn, games)] = t.FIRST.take(codes)
    s.turn[games] = 1 - turn
    both = games.take(which(turn))
    dealt = [s.cards[row].take(both) for row in DEALT]
    for row in DEALT:
        s.cards[row][both] = Card.MOUNTAIN
    for seat, (one, two) in enumerate((dealt[:2], dealt[2:])):
        gift = one + s.given[seat].take(both) * (two - one)
        for owner, card, place, cards, bits in (
            (1 - seat, gift, s.gift_places, s.gift_card, s.gift_bit),
            (seat, one + two - gift, s.kept_places, s.kept_card, s.kept_bit),
        ):
            s.cards.reshape(-1)[s.at(place[owner].take(both) + owner * 10 + 5, both)] = card
            cards[owner][both], bits[owner][both] = card, TYPE_BITS.take(card)
    s.phase[both] = PLAY_PHASE


def develop(s: State, games: Games, codes: Bytes) -> None:
    """Discard a card, take the River's card of that position, turn up the next. (Rulebook: develop.)"""
    cell, turn, cards = t.FIRST.take(codes), s.turn.take(games), s.cards.reshape(-1)
    at = s.at(turn * 10 + cell, games)
    left = cards.take(at)
    cards[at] = _draw(s, games, t.SECOND.take(codes))
    _lay_aside(s, games, left)
    in_hand = which(cell >= 5)
    _replace(s, games.take(in_hand), turn.take(in_hand), cell.take(in_hand), left.take(in_hand))


def swap_river(s: State, games: Games, codes: Bytes) -> None:
    """Exchange the face-up cards of two piles. (Rulebook: additional actions, swap.)"""
    _exchange(s.tops, s.at(t.FIRST.take(codes), games), s.at(t.SECOND.take(codes), games))
    _send(s, games, 0)


def swap_own(s: State, games: Games, codes: Bytes) -> None:
    """Exchange two cards of a territory. (Rulebook: additional actions, swap.)"""
    _send(s, games, 0)
    first, second, turn = t.FIRST.take(codes), t.SECOND.take(codes), s.turn.take(games)
    at = s.at(turn * 10 + second, games)
    mixed = which((first < 5) & (second >= 5))
    left = s.cards.reshape(-1).take(at.take(mixed))
    _replace(s, games.take(mixed), turn.take(mixed), second.take(mixed), left)
    _exchange(s.cards, s.at(turn * 10 + first, games), at)
    hidden = which(first >= 5)
    games, row = games.take(hidden), turn.take(hidden) * 5
    _exchange(s.seen, s.at(row + first.take(hidden) - 5, games), s.at(row + second.take(hidden) - 5, games))


def discard(s: State, games: Games, codes: Bytes) -> None:
    """Discard the face-up cards of two piles, then turn up the next ones. (Rulebook: additional actions, discard.)"""
    for pile in (t.FIRST, t.SECOND):
        _lay_aside(s, games, _draw(s, games, pile.take(codes)))
    _send(s, games, 1)


def decree(s: State, games: Games, codes: Bytes) -> None:
    """Exchange a card with the opponent's at the same place. (Rulebook: impose an imperial decree.)"""
    cell = t.FIRST.take(codes)
    at, in_hand = s.at(cell, games), which(cell >= 5)
    for seat in (0, 1):
        left = s.cards.reshape(-1).take(at.take(in_hand) + seat * 10 * s.size)
        _replace(s, games.take(in_hand), np.full(len(in_hand), seat), cell.take(in_hand), left)
    _exchange(s.cards, at, at + 10 * s.size)
    _send(s, games, 2)


def recall(s: State, games: Games, codes: Bytes) -> None:
    """Recall all emissaries except one on the decree. (Rulebook: recall your emissaries.)"""
    at = s.at(s.turn.take(games) * 3, games)
    s.sent.reshape(-1)[at] = 0
    s.sent.reshape(-1)[at + s.size] = 0


def declare(s: State, games: Games, codes: Bytes) -> None:
    """Trigger the end: the opponent plays one last turn. (Rulebook: declare the end.)"""
    other = 1 - s.turn.take(games)
    s.turn[games], s.last[games], s.declared[games] = other, other + 1, 1


def copy(s: State, games: Games, codes: Bytes) -> None:
    """Settle what a ninja copies. (Rulebook: the cards, ninja.)"""
    s.copies.reshape(-1)[s.at(s.turn.take(games) * 10 + t.FIRST.take(codes), games)] = t.SECOND.take(codes)
    pass_ninja(s, games)
    settle_ninjas(s, games)


DO: dict[int, Callable[[State, Games, Bytes], None]] = {
    t.GIVE: give, t.DEVELOP: develop, t.SWAP_RIVER: swap_river, t.SWAP_OWN: swap_own, t.DISCARD: discard,
    t.DECREE: decree, t.RECALL: recall, t.DECLARE: declare, t.COPY: copy,
}  # fmt: skip
"""What each kind of action does, but for the end of the turn."""


def _draw(s: State, games: Games, pile: Rows) -> Bytes:
    """Take the face-up cards of piles and turn up the next ones."""
    at = s.at(pile, games)
    tops, heights, down = s.tops.reshape(-1), s.heights.reshape(-1), s.down.reshape(-1)
    drawn, height = tops.take(at), heights.take(at) - 1
    heights[at] = height
    tops[at] = top = s.river.reshape(-1).take(games * (PILES * LAYERS) + height * PILES + pile)
    emptied = which(height == 0)
    s.open_piles[games.take(emptied)] ^= _PILE_BITS.take(pile.take(emptied))
    at = s.at(top, games)
    down[at] = count = down.take(at) - 1
    gone = which(count == 0)
    s.down_types[games.take(gone)] ^= TYPE_BITS.take(top.take(gone))
    return drawn


def _lay_aside(s: State, games: Games, cards: Bytes) -> None:
    discarded, at = s.discarded.reshape(-1), s.at(cards, games)
    discarded[at] = discarded.take(at) + 1
    s.top_discard[games] = cards


def _send(s: State, games: Games, spot: int) -> None:
    sent, at = s.sent.reshape(-1), s.at(s.turn.take(games) * 3 + spot, games)
    sent[at] = sent.take(at) + 1


def _exchange(rows: Bytes, one: Rows, other: Rows) -> None:
    flat = rows.reshape(-1)
    flat[one], flat[other] = flat.take(other), flat.take(one)


def _replace(s: State, games: Games, seat: npt.NDArray[Any], cell: Rows, left: Bytes) -> None:
    """Note that a card of a Hand was replaced by one that was seen to come (compare `Memory`)."""
    seen, at = s.seen.reshape(-1), s.at(seat * 5 + cell - 5, games)
    first = which(seen.take(at) == 0)
    seen[at] = 1
    at, left = s.at(seat.take(first), games.take(first)), left.take(first)
    mountain = left == Card.MOUNTAIN
    s.mountains.reshape(-1)[at] -= mountain
    gift_bit, kept_bit = s.gift_bit.reshape(-1), s.kept_bit.reshape(-1)
    given = gift_bit.take(at)
    gift = given == TYPE_BITS.take(left)
    gift_bit[at] = given * ~gift
    kept_bit[at] = kept_bit.take(at) * (mountain | gift)
