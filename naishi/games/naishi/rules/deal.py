"""All chance of a game. (Rulebook: setup.)"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import Struct
from typing import Any, ClassVar, Self

from naishi.common.documents import Document, refused_as
from naishi.common.i18n import InvalidPositionError, NaishiError, _, quoted
from naishi.games.naishi.rules.cards import (
    DECK,
    EXPANSION_PILE_HEIGHT,
    LEGENDS,
    LEGENDS_DRAWN,
    LEGENDS_TRAVELLERS,
    MODULES,
    PILE_HEIGHT,
    PILES,
    REPLACED,
    TRAVELLERS,
    TRAVELLERS_DRAWN,
    Card,
    Module,
)


@dataclass(frozen=True, init=False)
class Deal(Document):
    """The River, the dealt cards and the first order of the Hands."""

    __pydantic_config__: ClassVar[Mapping[str, object]] = {"extra": "forbid"}

    river: tuple[tuple[Card, ...], ...]
    """Five piles of six, the face-up card first; of seven with the expansion."""
    gifts: tuple[tuple[Card, Card], tuple[Card, Card]]
    """The two dealt cards of each seat."""
    shuffles: tuple[tuple[int, int, int, int, int], tuple[int, int, int, int, int]]
    """For each seat a permutation of 0-4: `shuffles[seat][i]` says which of
    `[mountain, mountain, mountain, kept, received]` stands at position i + 1 of its first Hand."""

    def __init__(
        self,
        river: Sequence[Sequence[Card | str]],
        gifts: Sequence[Sequence[Card | str]],
        shuffles: Sequence[Sequence[int]],
    ) -> None:
        with refused_as(InvalidPositionError):
            read = self.model_validate({"river": river, "gifts": gifts, "shuffles": shuffles})
        vars(self).update(vars(read))

    def __post_init__(self) -> None:
        """Check what has been read: pydantic calls it."""
        heights = {*map(len, self.river)}
        if heights not in ({PILE_HEIGHT}, {EXPANSION_PILE_HEIGHT}) or len(self.river) != PILES:
            raise InvalidPositionError(_("A deal has a River of five piles, six cards each."))
        cards = Counter(card for pile in (*self.river, *self.gifts) for card in pile)
        expected = Counter(DECK)
        if self.expansion:
            _check_drawn(cards, self.gifts)
            expected -= Counter(REPLACED[card] for card in cards if card in LEGENDS)
        for card, copies in expected.items():
            if cards[card] != copies:
                why = _("The River and the dealt cards together have {copies} {card:plural}, not {count}.")
                raise InvalidPositionError(why.format(copies=copies, card=card.noun, count=cards[card]))
        if any(sorted(shuffle) != [0, 1, 2, 3, 4] for shuffle in self.shuffles):
            raise InvalidPositionError(_("A shuffle contains each of the numbers 0 to 4 once."))

    @property
    def expansion(self) -> Module | None:
        """The module that the game is played with; its height of piles tells a deal of the expansion."""
        return LEGENDS_TRAVELLERS if len(self.river[0]) == EXPANSION_PILE_HEIGHT else None

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read a deal that `model_dump_json` wrote.

        Raises:
            InvalidPositionError: It isn't one; the text says what is wrong first.
        """
        with refused_as(InvalidPositionError):
            return cls.model_validate_json(text)

    @classmethod
    def random(cls, seed: int | str, expansion: Module | None = None) -> "Deal":
        """Draw a deal. The same seed gives the same deal on every platform and version of Python.

        Raises:
            InvalidPositionError: The seed is a text that can't be encoded.
            NaishiError: There is no such module.
        """
        if expansion is None:
            draws, cards, height = iter(_draws(f"naishi/{seed}/", _NUMBERS)), list(DECK), PILE_HEIGHT
            _shuffle(cards, draws)
        elif expansion not in MODULES:
            raise NaishiError(f"expansion is None or one of {MODULES}, not {expansion!r}")
        else:
            draws, height = iter(_draws(f"naishi+{expansion}/{seed}/", _EXPANSION_NUMBERS)), EXPANSION_PILE_HEIGHT
            cards = _draw_with_expansion(draws)
        order, other = [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]
        for items in (order, other):
            _shuffle(items, draws)
        piles = tuple([tuple(cards[i : i + height]) for i in range(0, PILES * height, height)])
        a, b, c, d = cards[PILES * height :]
        deal = cls.__new__(cls)  # right by construction: checking it would take nearly as long as drawing it
        vars(deal).update(river=piles, gifts=((a, b), (c, d)), shuffles=(tuple(order), tuple(other)))
        return deal


def _check_drawn(cards: Mapping[Card, int], gifts: Iterable[Iterable[Card]]) -> None:
    """Check which cards of the expansion take part. (Expansion: setup.)"""
    for drawn, count, wrong in (
        (LEGENDS, LEGENDS_DRAWN, _("A deal with the expansion has three different Legends in the River.")),
        (TRAVELLERS, TRAVELLERS_DRAWN, _("A deal with the expansion has five different Travellers in the River.")),
    ):
        there = [cards[card] for card in drawn if card in cards]
        if there != [1] * count or any(card in drawn for pair in gifts for card in pair):
            raise InvalidPositionError(wrong)


def _draw_with_expansion(draws: Iterator[int]) -> list[Card]:
    """Draw the cards of a game with the expansion, the four dealt ones last. (Expansion: setup.)"""
    legends, travellers, deck = list(LEGENDS), list(TRAVELLERS), list(DECK)
    _shuffle(legends, draws, LEGENDS_DRAWN)
    del legends[:-LEGENDS_DRAWN]
    _shuffle(travellers, draws, _BOXED)
    del travellers[TRAVELLERS_DRAWN:]
    for legend in legends:
        deck.remove(REPLACED[legend])
    _shuffle(deck, draws, 4)
    river = [*deck[:-4], *legends, *travellers]
    _shuffle(river, draws)
    return river + deck[-4:]


_NUMBERS = len(DECK) - 1 + 2 * 4
_BOXED = len(TRAVELLERS) - TRAVELLERS_DRAWN
"""How many Travellers stay in the box."""
_EXPANSION_NUMBERS = LEGENDS_DRAWN + _BOXED + 4 + 34 + 2 * 4
"""How many numbers a deal takes: to shuffle n items takes n - 1, and to draw some of more one each."""

_DRAWING = {
    count: ([b"%d" % number for number in range(count)], Struct(">" + "Q24x" * count).unpack)
    for count in (_NUMBERS, _EXPANSION_NUMBERS)
}
"""For so many numbers: a counter for each, and what takes the first 64 bits of each digest."""


def _draws(prefix: str, count: int) -> tuple[int, ...]:
    """Draw 64-bit numbers by SHA-256 in counter mode: Python's own `shuffle` may change between versions.

    Raises InvalidPositionError: the prefix has a seed that can't be encoded.
    """
    try:
        beginning = prefix.encode()
    except UnicodeEncodeError:
        seed = prefix.split("/", 1)[1][:-1]
        why = _("{seed} can't be used as a deal code: it contains an invalid character.")
        raise InvalidPositionError(why.format(seed=quoted(seed))) from None
    counters, first_64_bits_of_each = _DRAWING[count]
    return first_64_bits_of_each(b"".join([sha256(beginning + counter).digest() for counter in counters]))


def _shuffle(items: list[Any], draws: Iterator[int], count: int | None = None) -> None:
    """Shuffle a list in place, by Fisher and Yates; 64 bits for at most 35 items leave no bias that could be seen.

    With a `count`, only so many items are drawn, which are the last then; the others may be in any order.
    """
    end = 0 if count is None else max(0, len(items) - 1 - count)
    for last, draw in zip(range(len(items) - 1, end, -1), draws, strict=False):
        chosen = draw * (last + 1) >> 64
        items[last], items[chosen] = items[chosen], items[last]
