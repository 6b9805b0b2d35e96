"""The scores of many games at once. (Rulebook: final scoring.)

As in `bots.engine.points`, points are looked up in the tables that the rules have filled, by the cells that hold
a type. There a row is a territory; here it is a type, which is faster for the thousands of games that end at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine.points import CELLS, COUNT, COUNTED, tables
from naishi.games.naishi.envs.batch.state import TYPES, Games, State
from naishi.games.naishi.rules.base_cards import PARTNERS
from naishi.games.naishi.rules.cards import BASE_CARDS, Card

Masks = npt.NDArray[np.intp]
"""A row for each type, a column for each territory: the cells that hold it, as bits."""

_EACH_TYPE = np.arange(TYPES, dtype=np.uint8)[:, None, None]
_ZONE_BITS = np.tile(1 << np.arange(CELLS // 2), 4).astype(np.uint8)[:, None]
"""Of four Lines and Hands, a bit for each cell: five bits fit a byte."""
_TABLES = (np.arange(TYPES) << CELLS)[:, None]
_COUNTED = COUNTED.astype(np.uint8)[:, None]
_COLOURS = [*dict.fromkeys(card.colour for card in BASE_CARDS if card is not Card.NINJA)]
_COLOUR = np.array(
    [1 << _COLOURS.index(card.colour) if card.colour in _COLOURS else 0 for card in BASE_CARDS], dtype=np.uint16
)[:, None]
"""By type: the bit of its colour; a ninja that copies nothing has none."""
_HOW_MANY = np.array([bits.bit_count() for bits in range(1 << len(_COLOURS))])


class Scores(NamedTuple):
    """The scores of finished games: a row for each, a column for each seat."""

    points: npt.NDArray[np.int16]
    winner: npt.NDArray[np.int8]
    """1 if seat 0 has won, -1 if seat 1 has, 0 for a draw: a single column."""


def scores(s: State, games: Games) -> Scores:
    """Score finished games."""
    masks = _masks(s, games)
    there = masks != 0
    totals = _totals(masks, there).reshape(2, -1)
    colours = _HOW_MANY.take(np.bitwise_or.reduce(there * _COLOUR, axis=0)).reshape(2, -1)
    difference = (totals[0] - totals[1]) * 16 + (colours[0] - colours[1])  # there are not 16 colours
    return Scores(totals.T, np.sign(difference).astype(np.int8))


def _masks(s: State, games: Games) -> Masks:
    """Return the masks of all territories, first seat 0's; a ninja that copies is what it copies."""
    faces = np.minimum(s.cards.take(games, axis=1), s.copies.take(games, axis=1))  # only no card is above a ninja
    bits = (faces == _EACH_TYPE) * _ZONE_BITS
    zones = np.bitwise_or.reduce(bits.reshape(TYPES, 4, CELLS // 2, -1), axis=2)
    lines, hands = zones[:, 0::2], zones[:, 1::2].astype(np.intp)
    return (lines + (hands << CELLS // 2)).reshape(TYPES, -1)


def _totals(masks: Masks, there: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    t = tables()
    total = t.alone.reshape(-1).take(masks + _TABLES).sum(axis=0)
    for (card, partner), adds in zip(PARTNERS.items(), t.beside, strict=True):
        total += adds.reshape(-1).take(masks[card] * (1 << CELLS) + masks[partner])
    types = (there * _COUNTED).sum(axis=0, dtype=np.uint8)
    total += COUNT.take(masks[Card.RONIN]) * t.ronin.take(types)
    return total.astype(np.int16)
