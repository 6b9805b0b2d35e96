"""Batch state: one array per property, one column per game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.envs.batch.deals import Cards
from naishi.games.naishi.envs.batch.tables import Bytes
from naishi.games.naishi.game.encoding import NO_CARD
from naishi.games.naishi.rules.cards import BASE_CARDS, DECK, Card
from naishi.games.naishi.rules.deal import Deal
from naishi.games.naishi.rules.piles import PILE_HEIGHT, PILES

Games = npt.NDArray[np.intp]
"""The numbers of some games."""
Bits = npt.NDArray[np.uint16]

GIFT_PHASE, PLAY_PHASE, COPY_PHASE, OVER_PHASE = range(4)

LAYERS = PILE_HEIGHT + 1
"""The rows of a pile: row 0 is no card, and row *h* the card on top of a pile of *h*."""


class State:
    """Many games. Rows are cells, piles and so on, as the names say; columns are games.

    A Hand is watched by the other seat: `seen` and all that follows is what that seat knows of it (compare
    `naishi.games.naishi.game.memory`).
    """

    def __init__(self, size: int) -> None:
        def rows(number: int) -> Bytes:
            return np.zeros((number, size), dtype=np.uint8)

        self.size = size
        self.cards = rows(20)
        """Seat 0's L1 to H5, then seat 1's."""
        self.river: Bytes = np.full((size, LAYERS * PILES), NO_CARD, dtype=np.uint8)
        """By game: the River layer by layer, a column for each pile; the lowest layer is no card."""
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
        self.declared = rows(1)[0]
        """Whether the end was declared."""
        self.given = rows(2)
        self.kept_places, self.gift_places = rows(2), rows(2)
        """By the seat of the Hand: where in the first one lie the card that it kept and the one that it was given."""
        self.copies = rows(20)
        self.ninjas = rows(2)
        """Once the Hands are open: which ninjas have yet to copy, the next one first: a row of `cards` + 1, or 0."""
        self.characters = rows(2)
        """Once the Hands are open: what each seat's ninjas may copy, as bits."""
        self.discarded, self.top_discard = rows(NO_CARD + 1), rows(1)[0]
        self.seen = rows(10)
        """1 for each card of a Hand that was seen to come: seat 0's five, then seat 1's."""
        self.mountains, self.gift_card, self.kept_card = rows(2), rows(2), rows(2)
        """By the seat of the Hand: mountains at unseen places, the card that it was given, and the one that it kept."""
        self.gift_bit: Bits = np.zeros((2, size), dtype=np.uint16)
        self.kept_bit: Bits = np.zeros((2, size), dtype=np.uint16)
        """The types of these two cards as bits; 0 once they were seen."""

    def _alike_at_the_beginning(self) -> Iterator[tuple[npt.NDArray[Any], int]]:
        for rows, value in (
            (self.cards, Card.MOUNTAIN), (self.heights, PILE_HEIGHT), ([self.open_piles], (1 << PILES) - 1),
            (self.sent, 0), ([self.phase, self.turn, self.developed, self.bonus, self.last, self.declared], 0),
            (self.copies, NO_CARD), (self.discarded, 0), ([self.top_discard], NO_CARD), (self.seen, 0),
            (self.mountains, 3), (self.gift_card, NO_CARD), (self.gift_bit, 0),
        ):  # fmt: skip
            for row in rows:
                yield row, value

    def copy(self) -> State:
        """Copy the games; the copies are independent of each other."""
        twin = State.__new__(State)
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, np.ndarray) else value)
        return twin

    def at(self, rows: npt.NDArray[Any], games: Games) -> Games:
        """Return where cells are in a flat array, by row and game: one index is faster than two."""
        return rows.astype(np.intp, copy=False) * self.size + games

    def begin(self, games: Games, dealt: Cards) -> None:
        """Begin some games, a row of `dealt` for each."""
        for row, value in self._alike_at_the_beginning():  # looked up each time: a copy has rows of its own
            row[games] = value
        self.river[games, PILES:] = dealt.deck[:, :RIVER]
        shown = np.ascontiguousarray(dealt.deck[:, RIVER - PILES :].T)
        put(self.tops, games, shown[:PILES])
        put([self.cards[row] for row in DEALT], games, shown[PILES:])
        for seat, kept in enumerate((shown[PILES], shown[PILES + 2])):  # one of two that the other seat hasn't seen
            self.kept_card[seat][games], self.kept_bit[seat][games] = kept, TYPE_BITS.take(kept)
        put(self.kept_places, games, dealt.kept_places)
        put(self.gift_places, games, dealt.gift_places)
        flat, every = np.repeat(_COPIES, len(games)), np.arange(len(games))
        for at in shown.astype(np.intp) * len(games) + every:
            flat[at] = flat.take(at) - 1
        down = flat.reshape(TYPES, -1)
        put(self.down[:TYPES], games, down)
        self.down_types[games] = np.bitwise_or.reduce((down > 0) * TYPE_BITS[:TYPES, None], axis=0)

    def begin_with(self, games: Games, deals: Sequence[Deal]) -> None:
        """Begin some games with deals of the base game."""
        piles = np.array([deal.river for deal in deals], dtype=np.uint8).reshape(-1, PILES, PILE_HEIGHT)
        layers = piles[:, :, ::-1].transpose(0, 2, 1).reshape(-1, RIVER)
        gifts = np.array([deal.gifts for deal in deals], dtype=np.uint8).reshape(-1, len(DEALT))
        orders = np.array([deal.shuffles for deal in deals], dtype=np.uint8).reshape(-1, 2, 5)
        kept, given = ((orders == card).argmax(axis=2).T.astype(np.uint8) for card in (3, 4))
        self.begin(games, Cards(np.hstack([layers, gifts]), kept, given))


def which(bits: npt.NDArray[Any]) -> Games:
    """Return where an array isn't 0; `numpy.flatnonzero` does the same in a longer way."""
    return bits.nonzero()[0]


def put(rows: Iterable[npt.NDArray[Any]], games: Games, values: Iterable[Any]) -> None:
    """Write values into the columns of some games, row by row, which is faster than all at once."""
    for row, value in zip(rows, values, strict=True):
        row[games] = value


TYPES = len(BASE_CARDS)
RIVER = PILES * PILE_HEIGHT
DEALT = 8, 9, 18, 19
"""The rows of cards where the four dealt cards lie until both gifts are chosen."""
_COPIES = np.array([card.copies if card in DECK else 0 for card in BASE_CARDS], dtype=np.uint8)
TYPE_BITS = np.array([1 << card for card in BASE_CARDS] + [0], dtype=np.uint16)
"""A bit for each type; none for no card."""
