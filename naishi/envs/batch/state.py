"""The state of many games: one array for each thing, with a column for each game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from naishi.envs.batch.deals import Cards
from naishi.envs.batch.tables import Bytes
from naishi.game.encoding import NO_CARD
from naishi.rules.cards import BASE_CARDS, DECK, Card
from naishi.rules.deal import Deal
from naishi.rules.piles import PILE_HEIGHT, PILES

Games = npt.NDArray[np.intp]
"""The numbers of some games."""
Bits = npt.NDArray[np.uint16]

GIFT_PHASE, PLAY_PHASE, COPY_PHASE, OVER_PHASE = range(4)

LAYERS = PILE_HEIGHT + 1
"""The rows of a pile: row 0 is no card, and row *h* the card on top of a pile of *h*."""


class State:
    """Many games. Rows are cells, piles and so on, as the names say; columns are games.

    A Hand is watched by the other seat: `seen` and all that follows is what that seat knows of it (compare
    `naishi.game.memory`).
    """

    def __init__(self, size: int) -> None:
        def rows(number: int) -> Bytes:
            return np.zeros((number, size), dtype=np.uint8)

        self.size = size
        self.cards = rows(20)
        """Seat 0's L1 to H5, then seat 1's."""
        self.river: Bytes = np.full((size, PILES, LAYERS), NO_CARD, dtype=np.uint8)
        """By game, pile and height; at height 0 is no card."""
        self.tops, self.heights = rows(PILES), rows(PILES)
        self.open_piles = rows(1)[0]
        self.down = rows(NO_CARD + 1)
        """How many of each card are face down."""
        self.down_types: Bits = np.zeros(size, dtype=np.uint16)
        """Which those are, as bits."""
        self.sent = rows(6)
        """Seat 0's emissaries on swap, discard and decree, then seat 1's."""
        self.phase, self.turn, self.developed, self.bonus = rows(4)
        self.last = rows(1)[0]
        """Who plays the last turn: 0 nobody yet, else the seat + 1."""
        self.given = rows(2)
        self.shuffles: Bytes = np.zeros((size, 10), dtype=np.uint8)
        """By game: which card stands where in the first Hands, as in `Deal`, seat 0's first."""
        self.copies = rows(20)
        self.discarded, self.top_discard = rows(NO_CARD + 1), rows(1)[0]
        self.seen = rows(10)
        """1 for each card of a Hand that was seen to come: seat 0's five, then seat 1's."""
        self.mountains, self.gift_card, self.kept_card = rows(2), rows(2), rows(2)
        """By the seat of the Hand: mountains at unseen places, the card that it was given, and the one that it kept."""
        self.gift_bit: Bits = np.zeros((2, size), dtype=np.uint16)
        self.kept_bit: Bits = np.zeros((2, size), dtype=np.uint16)
        """The types of these two cards as bits; 0 once they were seen."""

    def begin(self, games: Games, dealt: Cards) -> None:
        """Begin some games, a row of `dealt` for each."""
        piles, gifts = dealt.river.reshape(-1, PILES, PILE_HEIGHT), dealt.gifts
        self.river[games, :, 1:] = piles
        self.shuffles[games] = dealt.shuffles
        put(self.tops, games, tops := piles[:, :, -1].T)
        down = np.repeat(_COPIES, len(games)).reshape(TYPES, -1)
        for cards in (*tops, *gifts.T):
            down[cards, np.arange(len(games))] -= 1
        put(self.down[:TYPES], games, down)
        self.down_types[games] = np.bitwise_or.reduce((down > 0) * TYPE_BITS[:, None], axis=0)
        for rows, value in (
            (self.heights, PILE_HEIGHT), (self.cards, Card.MOUNTAIN), (self.copies, NO_CARD), (self.mountains, 3),
            (self.gift_card, NO_CARD), (self.sent, 0), (self.discarded, 0), (self.seen, 0), (self.gift_bit, 0),
        ):  # fmt: skip
            put(rows, games, [value] * len(rows))
        for row in (self.phase, self.turn, self.developed, self.bonus, self.last):
            row[games] = 0
        self.open_piles[games] = (1 << PILES) - 1
        self.top_discard[games] = NO_CARD
        for row, column in ((8, 0), (9, 1), (18, 2), (19, 3)):
            self.cards[row][games] = gifts[:, column]
        for seat, kept in enumerate((gifts[:, 0], gifts[:, 2])):  # one of two that the other seat hasn't seen
            self.kept_card[seat][games], self.kept_bit[seat][games] = kept, TYPE_BITS.take(kept)

    def begin_with(self, games: Games, deals: Sequence[Deal]) -> None:
        """Begin some games with deals of the base game."""
        river = [[card for pile in deal.river for card in pile[::-1]] for deal in deals]
        gifts = [[card for pair in deal.gifts for card in pair] for deal in deals]
        shuffles = [[each for order in deal.shuffles for each in order] for deal in deals]
        self.begin(games, Cards(*(np.array(rows, dtype=np.uint8) for rows in (river, gifts, shuffles))))


def put(rows: npt.NDArray[Any], games: Games, values: Iterable[Any]) -> None:
    """Write values into the columns of some games, row by row, which is faster than all at once."""
    for row, value in zip(rows, values, strict=True):
        row[games] = value


TYPES = len(BASE_CARDS)
_COPIES = np.array([card.copies if card in DECK else 0 for card in BASE_CARDS], dtype=np.uint8)
TYPE_BITS = (1 << np.arange(TYPES)).astype(np.uint16)
