"""Cards, piles and phases: kinds, colours, and what each card counts as.

(Rulebook: components.)

A card is a face: a name, which is the key of its picture too, and a letter. What it counts as is another thing: a
Legend looks like itself and counts as the card that it replaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum, StrEnum

from naishi.common.documents import Spelled
from naishi.common.i18n import InvalidPositionError, Noun, _, noun, quoted, require


class Kind(StrEnum):
    """The icon in a card's corner: none, a square or a hexagon; the expansion's Travellers have one of their own."""

    MOUNTAIN = "mountain"
    CHARACTER = "character"
    PROVINCE = "province"
    TRAVELLER = "traveller"


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


class Card(Spelled, IntEnum):
    """A type of card. An int, so that positions are lists of small ints and cards index tables.

    The number of a card never changes. 12 is no card: encoded views have used it for that since the base game.
    """

    letter: str
    kind: Kind
    colour: Colour | None
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

    LEGENDARY_NAISHI = 13, "n", Kind.CHARACTER, Colour.PINK, 1
    LEGENDARY_ADVISOR = 14, "a", Kind.CHARACTER, Colour.PURPLE, 1
    LEGENDARY_SENTINEL = 15, "s", Kind.CHARACTER, Colour.GREEN, 1
    LEGENDARY_MONK = 16, "k", Kind.CHARACTER, Colour.ORANGE, 1
    LEGENDARY_HORSEMAN = 17, "h", Kind.CHARACTER, Colour.DARK_BLUE, 1
    LEGENDARY_RONIN = 18, "o", Kind.CHARACTER, Colour.TURQUOISE, 1
    LEGENDARY_NINJA = 19, "x", Kind.CHARACTER, Colour.BLACK, 1
    UMBRELLA_LADY = 20, "U", Kind.TRAVELLER, None, 1
    OLD_MAN = 21, "E", Kind.TRAVELLER, None, 1
    CHERRY_LADY = 22, "C", Kind.TRAVELLER, None, 1
    LITTLE_GIRL = 23, "G", Kind.TRAVELLER, None, 1
    PORTER = 24, "P", Kind.TRAVELLER, None, 1
    SAMURAI = 25, "W", Kind.TRAVELLER, None, 1

    def __new__(cls, value: int, letter: str, kind: Kind, colour: Colour | None, copies: int) -> Card:
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
        require(text, str, InvalidPositionError)
        try:
            return BY_NAME[text.lower()] if len(text) > 1 else BY_LETTER[text]
        except KeyError:
            raise InvalidPositionError(_no_such_card(text)) from None


def _no_such_card(text: str) -> str:
    """Return the sentence that names the cards that begin like a text, or else says where all are named."""
    beginning = text[:3].lower()
    if beginning and (near := [name for name in BY_NAME if name.startswith(beginning)]):
        return _("There is no card called {text}. Is it one of these: {known}?").format(
            text=quoted(text), known=", ".join(near)
        )
    return _("There is no card called {text}. `naishi rules` names them all.").format(text=quoted(text))


BASE_CARDS: tuple[Card, ...] = tuple(Card)[:12]
"""The twelve types of the base game."""

LEGENDS: tuple[Card, ...] = tuple(Card)[12:19]
TRAVELLERS: tuple[Card, ...] = tuple(Card)[19:]
"""The cards of the expansion Legends & Travellers. (Expansion: components.)"""

EXCHANGING = Card.UMBRELLA_LADY, Card.CHERRY_LADY
RECALLING = Card.OLD_MAN, Card.PORTER
DEVELOPING = Card.LITTLE_GIRL
"""What the effects of the Travellers do; the Samurai only brings the Ryokan."""

ON_LEAVING = frozenset({Card.UMBRELLA_LADY, Card.OLD_MAN, Card.LITTLE_GIRL})
ON_ENTERING = frozenset({Card.CHERRY_LADY, Card.PORTER})
"""When a Traveller has its effect. (Expansion: play, Travellers; ruling.)"""

REPLACED: Mapping[Card, Card] = {legend: Card[legend.name.removeprefix("LEGENDARY_")] for legend in LEGENDS}
"""The card that each Legend replaces."""


def counts_as(card: Card) -> tuple[Card, ...]:
    """Return the types that a card counts as in a territory, whatever it scores itself. (Expansion: scoring.)

    Every card of the base game is one type, a Legend that of the card it replaces, and the Legendary Monk a torii too.
    A ninja of either kind without a copy is none, as is a Traveller; one with a copy is what it copies.
    """
    if card.kind is Kind.TRAVELLER or card in (Card.NINJA, Card.LEGENDARY_NINJA):
        return ()
    if card is Card.LEGENDARY_MONK:
        return Card.MONK, Card.TORII
    return (REPLACED.get(card, card),)


COUNTING_AS: tuple[tuple[Card, ...], ...] = tuple(
    tuple(card for card in Card if type_ in counts_as(card)) for type_ in BASE_CARDS
)
"""The cards that count as each type of the base game, by its number."""

BY_NAME: Mapping[str, Card] = {str(card): card for card in Card}
BY_LETTER: Mapping[str, Card] = {card.letter: card for card in Card}

DECK: tuple[Card, ...] = tuple(card for card in BASE_CARDS if card is not Card.MOUNTAIN for _ in range(card.copies))
"""The 34 development cards, sorted."""

COPYABLE: tuple[Card, ...] = tuple(c for c in BASE_CARDS if c.kind is Kind.CHARACTER and c is not Card.NINJA)
"""What a ninja may copy: every character but a ninja. (Rulebook: the cards, ninja; ruling.)"""


def read_letters(text: str) -> list[Card]:
    """Read the letters of cards.

    Raises:
        InvalidPositionError: One is the letter of no card.
    """
    try:
        return [BY_LETTER[letter] for letter in text]
    except KeyError as error:
        raise InvalidPositionError(
            _("{letter} is not the letter of a card. The letters are: {known}. With the expansion also {more}.").format(
                letter=quoted(str(error.args[0])),
                known=", ".join(f"{card.letter} {card.noun}" for card in BASE_CARDS),
                more=" ".join(card.letter for card in (*LEGENDS, *TRAVELLERS)),
            )
        ) from None


def counted(cards: Iterable[Card]) -> dict[Card, int]:
    """How many of each card there are, in card order; absent cards are left out."""
    return dict(sorted(Counter(cards).items()))


class Phase(StrEnum):
    """The phases of a game, in order."""

    GIFT = "gift"
    PLAY = "play"
    COPY = "copy"
    OVER = "over"


PILES = 5
PILE_HEIGHT = 6
EXPANSION_PILE_HEIGHT = 7
"""With the expansion, 27 of the development cards, 3 Legends and 5 Travellers make piles of seven."""
