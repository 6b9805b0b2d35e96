"""All chance of a game. (Rulebook: setup.)"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, model_validator

from naishi.errors import InvalidPositionError
from naishi.i18n import _
from naishi.rules.cards import DECK
from naishi.rules.pydantic_types import CardName

T = TypeVar("T")

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
            raise InvalidPositionError(_("The River is dealt as five piles of six cards."))
        cards = Counter(card for pile in (*self.river, *self.gifts) for card in pile)
        for card, copies in Counter(DECK).items():
            if cards[card] != copies:
                raise InvalidPositionError(
                    _("A deal has {copies} {card} among River and dealt cards, not {count}.").format(
                        copies=copies, card=card, count=cards[card]
                    )
                )
        if any(sorted(shuffle) != [0, 1, 2, 3, 4] for shuffle in self.shuffles):
            raise InvalidPositionError(_("A shuffle is the numbers 0 to 4, each once."))
        return self

    @classmethod
    def random(cls, seed: int | str) -> Deal:
        """Draw a deal. The same seed gives the same deal on every platform and version of Python."""
        chance = _Chance(str(seed))
        cards = chance.shuffled(list(DECK))
        piles = [tuple(cards[i : i + PILE_HEIGHT]) for i in range(0, PILES * PILE_HEIGHT, PILE_HEIGHT)]
        a, b, c, d = cards[PILES * PILE_HEIGHT :]
        shuffles = tuple(tuple(chance.shuffled([0, 1, 2, 3, 4])) for _seat in range(2))
        return cls.model_validate({"river": piles, "gifts": ((a, b), (c, d)), "shuffles": shuffles})


class _Chance:
    """Fair numbers out of SHA-256 in counter mode: Python's own `shuffle` may change between versions."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1; 64 bits for n of at most 34 leave no bias that could be seen."""
        digest = hashlib.sha256(f"naishi/{self._seed}/{self._drawn}".encode()).digest()
        self._drawn += 1
        return int.from_bytes(digest[:8]) * n >> 64

    def shuffled(self, items: list[T]) -> list[T]:
        """Shuffle a list in place, by Fisher and Yates, and return it."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items
