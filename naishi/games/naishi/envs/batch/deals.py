"""Random deals, many at once."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from naishi.games.naishi.envs.batch.tables import Bytes
from naishi.games.naishi.rules.cards import DECK

_DECK = np.array(DECK, dtype=np.uint32)
_PLACES = np.array([*permutations(range(5), 2)], dtype=np.uint8).T.copy()
"""Two places of a Hand, in all ways."""
_CARD_BITS = np.uint32(15)


class Cards(NamedTuple):
    """The chance of some games."""

    deck: Bytes
    """A row for each: the River's 30 cards, layer by layer from the bottom up, then the four dealt, seat 0's first."""
    kept_places: Bytes
    """A row for each seat: where in its first Hand the card lies that it kept."""
    gift_places: Bytes
    """The same of the card that it was given; mountains lie at the other places."""


def random_deals(chance: np.random.Generator, number: int) -> Cards:
    """Draw some deals.

    Cards are shuffled by sorting random numbers that end in them, which NumPy does fastest. Their other 28 bits are
    alike for two of 34 cards once in half a million decks, so that no bias could be seen.
    """
    keys = chance.integers(1 << 64, size=(number, len(DECK) // 2), dtype=np.uint64).view(np.uint32)
    keys &= ~_CARD_BITS
    keys |= _DECK
    keys.sort(axis=1)
    places = chance.integers(_PLACES.shape[1], size=(2, number))
    return Cards((keys & _CARD_BITS).astype(np.uint8), *_PLACES.take(places, axis=1))
