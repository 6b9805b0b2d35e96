"""What each kind of action changes, in many games at once. (Rulebook: a turn, the end of the game.)

A cell of an array is addressed by its row times the number of games, plus the game: one index is faster than two.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from naishi.envs.batch import tables as t
from naishi.envs.batch.state import LAYERS, PLAY_PHASE, TYPE_BITS, Games, State, put
from naishi.envs.batch.tables import Bytes
from naishi.rules.cards import Card
from naishi.rules.piles import PILES

Rows = npt.NDArray[np.intp]


def give(s: State, games: Games, codes: Bytes) -> None:
    """Choose the cards to give; once both have, exchange them and lay out the Hands. (Rulebook: setup.)"""
    turn = s.turn[games]
    s.given.reshape(-1)[turn * np.intp(s.size) + games] = t.FIRST[codes]
    s.turn[games] = 1 - turn
    both = games[turn == 1]
    dealt = np.stack([s.cards[row].take(both) for row in (8, 9, 18, 19)])
    every, (first, second) = np.arange(len(both)), s.given.take(both, axis=1).astype(np.intp)
    gifts = dealt[first, every], dealt[2 + second, every]
    kept = dealt[1 - first, every], dealt[3 - second, every]
    for seat in (0, 1):
        order, gift = s.shuffles[both, seat * 5 : seat * 5 + 5].T, gifts[1 - seat]
        hand = np.where(order == 3, kept[seat], np.where(order == 4, gift, np.uint8(Card.MOUNTAIN)))
        put(s.cards[seat * 10 + 5 : seat * 10 + 10], both, hand)
        s.gift_card[seat][both], s.gift_bit[seat][both] = gift, TYPE_BITS.take(gift)
        s.kept_card[seat][both], s.kept_bit[seat][both] = kept[seat], TYPE_BITS.take(kept[seat])
    s.phase[both] = PLAY_PHASE


def develop(s: State, games: Games, codes: Bytes) -> None:
    """Discard a card, take the River's card of that position, turn up the next. (Rulebook: develop.)"""
    cell, turn = t.FIRST[codes].astype(np.intp), s.turn[games].astype(np.intp)
    at = (turn * 10 + cell) * s.size + games
    cards = s.cards.reshape(-1)
    left = cards[at]
    cards[at] = _draw(s, games, cell % 5)
    _lay_aside(s, games, left)
    s.developed[games] = 1
    in_hand = np.flatnonzero(cell >= 5)
    _replace(s, games[in_hand], turn[in_hand], cell[in_hand] - 5, left[in_hand])


def swap_river(s: State, games: Games, codes: Bytes) -> None:
    """Exchange the face-up cards of two piles. (Rulebook: additional actions, swap.)"""
    _exchange(s.tops, t.FIRST[codes] * np.intp(s.size) + games, t.SECOND[codes] * np.intp(s.size) + games)
    _send(s, games, 0)


def swap_own(s: State, games: Games, codes: Bytes) -> None:
    """Exchange two cards of a territory. (Rulebook: additional actions, swap.)"""
    first, second = t.FIRST[codes].astype(np.intp), t.SECOND[codes].astype(np.intp)
    turn = s.turn[games].astype(np.intp)
    mixed = np.flatnonzero((first < 5) & (second >= 5))
    at = (turn * 10 + second) * s.size + games
    _replace(s, games[mixed], turn[mixed], second[mixed] - 5, s.cards.reshape(-1)[at[mixed]])
    _exchange(s.cards, (turn * 10 + first) * s.size + games, at)
    hidden = np.flatnonzero(first >= 5)
    row = (turn[hidden] * 5 - 5) * s.size + games[hidden]
    _exchange(s.seen, row + first[hidden] * s.size, row + second[hidden] * s.size)
    _send(s, games, 0)


def discard(s: State, games: Games, codes: Bytes) -> None:
    """Discard the face-up cards of two piles, then turn up the next ones. (Rulebook: additional actions, discard.)"""
    for pile in (t.FIRST[codes], t.SECOND[codes]):
        _lay_aside(s, games, _draw(s, games, pile.astype(np.intp)))
    _send(s, games, 1)


def decree(s: State, games: Games, codes: Bytes) -> None:
    """Exchange a card with the opponent's at the same place. (Rulebook: impose an imperial decree.)"""
    cell = t.FIRST[codes].astype(np.intp)
    at = cell * s.size + games
    in_hand = np.flatnonzero(cell >= 5)
    for seat in (0, 1):
        left = s.cards.reshape(-1)[at[in_hand] + seat * 10 * s.size]
        _replace(s, games[in_hand], np.full(len(in_hand), seat), cell[in_hand] - 5, left)
    _exchange(s.cards, at, at + 10 * s.size)
    s.sent.reshape(-1)[(s.turn[games] * np.intp(3) + 2) * s.size + games] = 1


def recall(s: State, games: Games, codes: Bytes) -> None:
    """Recall all emissaries except one on the decree. (Rulebook: recall your emissaries.)"""
    at = s.turn[games] * np.intp(3) * s.size + games
    s.sent.reshape(-1)[at] = 0
    s.sent.reshape(-1)[at + s.size] = 0


def declare(s: State, games: Games, codes: Bytes) -> None:
    """Trigger the end: the opponent plays one last turn. (Rulebook: declare the end.)"""
    other = 1 - s.turn[games]
    s.turn[games], s.last[games] = other, other + 1


def copy(s: State, games: Games, codes: Bytes) -> None:
    """Settle what a ninja copies. (Rulebook: the cards, ninja.)"""
    s.copies.reshape(-1)[(s.turn[games] * np.intp(10) + t.FIRST[codes]) * s.size + games] = t.SECOND[codes]


DO: dict[int, Callable[[State, Games, Bytes], None]] = {
    t.GIVE: give, t.DEVELOP: develop, t.SWAP_RIVER: swap_river, t.SWAP_OWN: swap_own, t.DISCARD: discard,
    t.DECREE: decree, t.RECALL: recall, t.DECLARE: declare, t.COPY: copy,
}  # fmt: skip
"""What each kind of action does, but for the end of the turn."""


def _draw(s: State, games: Games, pile: Rows) -> Bytes:
    """Take the face-up cards of piles and turn up the next ones."""
    at = pile * s.size + games
    tops, heights = s.tops.reshape(-1), s.heights.reshape(-1)
    drawn, height = tops[at], heights[at] - 1
    heights[at] = height
    tops[at] = top = s.river.reshape(-1)[games * (PILES * LAYERS) + pile * LAYERS + height]
    s.open_piles[games] ^= ((height == 0) << pile).astype(np.uint8)
    down, left = s.down.reshape(-1), top * np.intp(s.size) + games
    down[left] = count = down[left] - 1
    s.down_types[games] &= ~((count == 0).astype(np.uint16) << top)
    return drawn


def _lay_aside(s: State, games: Games, cards: Bytes) -> None:
    s.discarded.reshape(-1)[cards * np.intp(s.size) + games] += 1
    s.top_discard[games] = cards


def _send(s: State, games: Games, spot: int) -> None:
    s.sent.reshape(-1)[(s.turn[games] * np.intp(3) + spot) * s.size + games] += 1
    s.bonus[games] = 1


def _exchange(rows: Bytes, one: Rows, other: Rows) -> None:
    flat = rows.reshape(-1)
    flat[one], flat[other] = flat[other], flat[one]


def _replace(s: State, games: Games, seat: Rows, place: Rows, left: Bytes) -> None:
    """Note that a card of a Hand was replaced by one that was seen to come (compare `Memory`)."""
    at = (seat * 5 + place) * s.size + games
    seen = s.seen.reshape(-1)
    first = np.flatnonzero(seen[at] == 0)
    seen[at] = 1
    at, left = (seat * s.size + games)[first], left[first]
    mountain = left == Card.MOUNTAIN
    s.mountains.reshape(-1)[at] -= mountain
    gift_bit = s.gift_bit.reshape(-1)[at]
    gift = ~mountain & (gift_bit >> left & 1 == 1)
    s.gift_bit.reshape(-1)[at] = np.where(gift, 0, gift_bit)
    s.kept_bit.reshape(-1)[at] *= mountain | gift
