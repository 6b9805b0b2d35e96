"""The fifty cards: twelve types, their kinds and colours. (Rulebook: components.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum, StrEnum

from naishi.errors import InvalidPositionError
from naishi.i18n import Noun, _, noun, quoted


class Kind(StrEnum):
    """The icon in a card's corner: none, a square or a hexagon."""

    MOUNTAIN = "mountain"
    CHARACTER = "character"
    PROVINCE = "province"


class Colour(StrEnum):
    """The colour of a card; the number of different ones breaks a tie."""

    WHITE = "white"
    PINK = "pink"
    PURPLE = "purple"
    GREEN = "green"
    ORANGE = "orange"
    DARK_BLUE = "dark blue"
    TURQUOISE = "turquoise"
    BLACK = "black"
    BROWN = "brown"
    RED = "red"
    YELLOW = "yellow"
    LIGHT_BLUE = "light blue"


class Card(IntEnum):
    """A type of card. An int, so that positions are lists of small ints and cards index tables."""

    letter: str
    kind: Kind
    colour: Colour
    copies: int

    MOUNTAIN = 0, "M", Kind.MOUNTAIN, Colour.WHITE, 16
    NAISHI = 1, "N", Kind.CHARACTER, Colour.PINK, 2
    ADVISOR = 2, "A", Kind.CHARACTER, Colour.PURPLE, 4
    SENTINEL = 3, "S", Kind.CHARACTER, Colour.GREEN, 4
    MONK = 4, "K", Kind.CHARACTER, Colour.ORANGE, 3
    HORSEMAN = 5, "H", Kind.CHARACTER, Colour.DARK_BLUE, 2
    RONIN = 6, "O", Kind.CHARACTER, Colour.TURQUOISE, 2
    NINJA = 7, "X", Kind.CHARACTER, Colour.BLACK, 2
    FORT = 8, "F", Kind.PROVINCE, Colour.BROWN, 4
    TORII = 9, "T", Kind.PROVINCE, Colour.RED, 4
    RICE = 10, "R", Kind.PROVINCE, Colour.YELLOW, 5
    BANNER = 11, "B", Kind.PROVINCE, Colour.LIGHT_BLUE, 2

    def __new__(cls, value: int, letter: str, kind: Kind, colour: Colour, copies: int) -> Card:
        """Make the member an int that carries what is printed on the card."""
        card = int.__new__(cls, value)
        card._value_ = value
        card.letter, card.kind, card.colour, card.copies = letter, kind, colour, copies
        return card

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def noun(self) -> Noun:
        """Its name as people read it, in the forms that sentences ask for; `str` is its name in action texts."""
        return noun("cards", str(self))

    @classmethod
    def from_text(cls, text: str) -> Card:
        """Read a card's English name (`fort`, in any case) or its letter (`F`).

        Raises:
            InvalidPositionError: There is no such card.
        """
        try:
            return BY_NAME[text.lower()] if len(text) > 1 else BY_LETTER[text]
        except KeyError:
            raise InvalidPositionError(
                _("There is no card called {text}. The cards are: {known}.").format(
                    text=quoted(text), known=", ".join(BY_NAME)
                )
            ) from None


BY_NAME: Mapping[str, Card] = {str(card): card for card in Card}
BY_LETTER: Mapping[str, Card] = {card.letter: card for card in Card}

DECK: tuple[Card, ...] = tuple(card for card in Card if card is not Card.MOUNTAIN for _ in range(card.copies))
"""The 34 development cards, sorted."""

COPYABLE: tuple[Card, ...] = tuple(c for c in Card if c.kind is Kind.CHARACTER and c is not Card.NINJA)
"""What a ninja may copy: every character but a ninja. (Rulebook: the cards, ninja; ruling.)"""


def counted(cards: Iterable[Card]) -> dict[Card, int]:
    """How many of each card there are, in card order; absent cards are left out."""
    return dict(sorted(Counter(cards).items()))
