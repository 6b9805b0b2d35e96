"""All chance of a game. (Rulebook: setup.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from struct import Struct
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator

from naishi.errors import InvalidPositionError
from naishi.i18n import _, quoted
from naishi.rules.cards import DECK
from naishi.rules.pydantic_types import CardName

PILES = 5
PILE_HEIGHT = 6


class Deal(BaseModel):
    """The River, the dealt cards and the first order of the Hands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    river: tuple[tuple[CardName, ...], ...]
    """Five piles of six, the face-up card first."""
    gifts: tuple[tuple[CardName, CardName], tuple[CardName, CardName]]
    """The two dealt cards of each seat."""
    shuffles: tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]]
    """For each seat a permutation of 0-4: `shuffles[seat][i]` says which of
    `[mountain, mountain, mountain, kept, received]` stands at position i + 1 of its first Hand."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(self.river) != PILES or any(len(pile) != PILE_HEIGHT for pile in self.river):
            raise InvalidPositionError(_("A deal has a River of five piles, six cards each."))
        cards = Counter(card for pile in (*self.river, *self.gifts) for card in pile)
        for card, copies in Counter(DECK).items():
            if cards[card] != copies:
                raise InvalidPositionError(
                    _("The River and the dealt cards together have {copies} {card:plural}, not {count}.").format(
                        copies=copies, card=card.noun, count=cards[card]
                    )
                )
        if any(sorted(shuffle) != [0, 1, 2, 3, 4] for shuffle in self.shuffles):
            raise InvalidPositionError(_("A shuffle contains each of the numbers 0 to 4 once."))
        return self

    @classmethod
    def random(cls, seed: int | str) -> Deal:
        """Draw a deal. The same seed gives the same deal on every platform and version of Python.

        Raises:
            InvalidPositionError: The seed is a text that can't be encoded.
        """
        draws = iter(_draws(str(seed)))
        cards, order, other = list(DECK), [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]
        for items in (cards, order, other):
            _shuffle(items, draws)
        piles = tuple([tuple(cards[i : i + PILE_HEIGHT]) for i in range(0, PILES * PILE_HEIGHT, PILE_HEIGHT)])
        a, b, c, d = cards[PILES * PILE_HEIGHT :]
        # Right by construction: validating it would take nearly as long as drawing it.
        return cls.model_construct(river=piles, gifts=((a, b), (c, d)), shuffles=(tuple(order), tuple(other)))


_COUNTERS = [b"%d" % number for number in range(len(DECK) - 1 + 2 * 4)]
"""One for each number that a deal takes: to shuffle n items takes n - 1."""

_first_64_bits_of_each = Struct(">" + "Q24x" * len(_COUNTERS)).unpack


def _draws(seed: str) -> tuple[int, ...]:
    """Draw 64-bit numbers by SHA-256 in counter mode: Python's own `shuffle` may change between versions.

    Raises:
        InvalidPositionError: The seed is a text that can't be encoded.
    """
    try:
        prefix = f"naishi/{seed}/".encode()
    except UnicodeEncodeError:
        raise InvalidPositionError(
            _("{seed} can't be used as a seed: it contains an invalid character.").format(seed=quoted(seed))
        ) from None
    return _first_64_bits_of_each(b"".join([sha256(prefix + counter).digest() for counter in _COUNTERS]))


def _shuffle(items: list[Any], draws: Iterator[int]) -> None:
    """Shuffle a list in place, by Fisher and Yates; 64 bits for at most 34 items leave no bias that could be seen."""
    for last, draw in zip(range(len(items) - 1, 0, -1), draws, strict=False):
        chosen = draw * (last + 1) >> 64
        items[last], items[chosen] = items[chosen], items[last]
