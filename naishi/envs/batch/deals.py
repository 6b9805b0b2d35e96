"""Random deals, many at once."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.envs.batch.tables import Bytes
from naishi.rules.cards import DECK

_AT_ONCE = 4096
_ORDERS = np.array([*permutations(range(5))], dtype=np.uint8)


class Cards(NamedTuple):
    """The chance of some games: a row for each."""

    river: Bytes
    """30 cards, pile by pile, each from the bottom up to the face-up card."""
    gifts: Bytes
    """The four dealt cards, seat 0's first."""
    shuffles: Bytes
    """The order of the first Hands, as in `naishi.Deal`, seat 0's first."""


class RandomDeals:
    """Draws deals. They are shuffled in advance, thousands side by side, because that is the fastest way."""

    def __init__(self, chance: np.random.Generator) -> None:
        self._chance = chance
        self._decks: Bytes = np.empty((0, len(DECK)), dtype=np.uint8)

    def draw(self, number: int) -> Cards:
        """Draw some deals."""
        while len(self._decks) < number:
            self._decks = np.concatenate([self._decks, self._shuffled(_AT_ONCE)])
        decks, self._decks = self._decks[:number], self._decks[number:]
        orders = _ORDERS.take(self._chance.integers(len(_ORDERS), size=(number, 2)), axis=0)
        return Cards(decks[:, :-4], decks[:, -4:], orders.reshape(-1, 10))

    def _shuffled(self, number: int) -> Bytes:
        """Shuffle decks, by Fisher and Yates; 32 bits for at most 34 cards leave no bias that could be seen."""
        decks = np.repeat(np.array(DECK, dtype=np.uint8), number).reshape(len(DECK), number)
        flat, games = decks.reshape(-1), np.arange(number)
        draws: npt.NDArray[np.uint64] = self._chance.integers(1 << 32, size=decks.shape, dtype=np.uint64)
        for last in range(len(DECK) - 1, 0, -1):
            chosen = (draws[last] * np.uint64(last + 1) >> np.uint64(32)).astype(np.intp) * number + games
            card = flat.take(chosen)
            flat[chosen] = decks[last]
            decks[last] = card
        return np.ascontiguousarray(decks.T)
