"""The end of turns and of games: copies of ninjas and scores, in many games at once. (Rulebook: end, final scoring.)"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import points as p
from naishi.envs.batch.state import COPY_PHASE, OVER_PHASE, Games, State, put
from naishi.envs.batch.tables import Bytes
from naishi.game.encoding import NO_CARD
from naishi.rules.cards import BASE_CARDS, COPYABLE, Card
from naishi.rules.state import TWO_OR_MORE_EMPTY

_TWO_EMPTY = np.array([piles in TWO_OR_MORE_EMPTY for piles in range(32)])
_CHARACTER = np.zeros(NO_CARD + 1, dtype=np.uint8)
_CHARACTER[list(COPYABLE)] = 1 << np.arange(len(COPYABLE))
"""By card: the bit of a character that may be copied."""


_COLOURS = [*dict.fromkeys(card.colour for card in BASE_CARDS if card is not Card.NINJA)]
_COLOUR = np.array(
    [1 << _COLOURS.index(card.colour) if card.colour in _COLOURS else 0 for card in BASE_CARDS], dtype=np.uint16
)
"""By card: the bit of its colour; a ninja that copies nothing has none."""
_COUNT = np.array([bits.bit_count() for bits in range(1 << len(_COLOURS))])


def end_turns(s: State, games: Games) -> None:
    """Pass the turn on, or end the game. (Rulebook: end of the game.)"""
    s.developed[games] = 0
    s.bonus[games] = 0
    last, turn = s.last[games], s.turn[games]
    triggered = (last == 0) & _TWO_EMPTY[s.open_piles[games]]
    s.last[games] = last = np.where(triggered, np.uint8(2), last)  # where seat 1's turn ends, it was the last one
    over = last == turn + 1
    s.turn[games] = np.where(over, turn, 1 - turn)
    ending = games[over]
    if len(ending):
        _open_hands(s, ending)
        settle_ninjas(s, ending)


def _open_hands(s: State, games: Games) -> None:
    put(s.seen, games, [1] * len(s.seen))
    for known in (s.mountains, s.gift_bit, s.kept_bit):
        put(known, games, (0, 0))


def characters(cards: Bytes) -> Bytes:
    """Return the characters that each seat's ninjas may copy, as bits: a row for each seat.

    Args:
        cards: Twenty rows, seat 0's cards first.
    """
    there = _CHARACTER.take(cards).reshape(2, 10, -1)
    return np.bitwise_or.reduce(there, axis=1)


def settle_ninjas(s: State, games: Games) -> None:
    """Settle what each ninja copies, in the order of seats and cells. Stop at one that has a choice."""
    s.phase[games] = OVER_PHASE
    cards = s.cards.take(games, axis=1)
    ninjas = cards == Card.NINJA
    some = np.flatnonzero(ninjas.any(axis=0))
    games, cards, ninjas = games[some], cards[:, some], ninjas[:, some]
    may = characters(cards)
    waiting = ninjas & (s.copies.take(games, axis=1) == NO_CARD) & (may.repeat(10, axis=0) > 0)
    while len(some := np.flatnonzero(waiting.any(axis=0))):
        row = waiting.argmax(axis=0)[some]
        seat = row // 10
        choice = may[seat, some]
        s.turn[games[some]] = seat
        free = choice & (choice - 1) != 0
        s.phase[games[some[free]]] = COPY_PHASE
        waiting[:, some[free]] = False
        some, row = some[~free], row[~free]
        s.copies[row, games[some]] = _ONLY[choice[~free]]
        waiting[row, some] = False


_ONLY = np.zeros(1 << len(COPYABLE), dtype=np.uint8)
_ONLY[1 << np.arange(len(COPYABLE))] = COPYABLE


class Scores(NamedTuple):
    """The scores of finished games: a row for each, a column for each seat."""

    points: npt.NDArray[np.int16]
    winner: npt.NDArray[np.int8]
    """1 if seat 0 has won, -1 if seat 1 has, 0 for a draw: a single column."""


def scores(s: State, games: Games) -> Scores:
    """Score finished games. (Rulebook: final scoring.)"""
    copies = s.copies.take(games, axis=1)
    faces = np.where(copies == NO_CARD, s.cards.take(games, axis=1), copies)
    masks = p.masks_of(np.concatenate([faces[:10], faces[10:]], axis=1).T)
    totals = p.totals(p.points(masks)).astype(np.int16).reshape(2, -1)
    bits = _COLOUR.take(faces).reshape(2, 10, -1)
    colours = _COUNT.take(np.bitwise_or.reduce(bits, axis=1))
    difference = (totals[0] - totals[1]) * 16 + (colours[0] - colours[1])  # there are not 16 colours
    return Scores(totals.T, np.sign(difference).astype(np.int8))
