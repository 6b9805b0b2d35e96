"""Cards, cells and the 2 × 5 territory; the court, and the Ryokan of the expansion; the deal, all chance of a game.

(Rulebook: components; setup; additional actions, the decree. Expansion: setup, play, resolving effects.)

A card is a face: a name, which is the key of its picture too, and a letter. What it counts as is another thing: a
Legend looks like itself and counts as the card that it replaces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from struct import Struct
from typing import Any, ClassVar, Literal, NamedTuple, Self

from naishi.common.documents import Document, Spelled, refused_as
from naishi.common.i18n import InvalidActionError, InvalidPositionError, NaishiError, Noun, _, noun, quoted, require


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
            beginning = text[:3].lower()
            near = [name for name in BY_NAME if beginning and name.startswith(beginning)]
            why = _("There is no card called {text}. `naishi rules` names them all.")
            if near:
                why = _("There is no card called {text}. Is it one of these: {known}?")
            raise InvalidPositionError(why.format(text=quoted(text), known=", ".join(near))) from None


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
    """Read the letters of cards. Raises InvalidPositionError: one is the letter of no card."""
    try:
        return [BY_LETTER[letter] for letter in text]
    except KeyError as error:
        why = _("{letter} is not the letter of a card. The letters are: {known}. With the expansion also {more}.")
        known = ", ".join(f"{card.letter} {card.noun}" for card in BASE_CARDS)
        more = " ".join(card.letter for card in (*LEGENDS, *TRAVELLERS))
        raise InvalidPositionError(why.format(letter=quoted(str(error.args[0])), known=known, more=more)) from None


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


class Zone(StrEnum):
    """A row of five: a seat's Line, its Hand, or the River between both."""

    LINE = "L"
    HAND = "H"
    RIVER = "R"


class Cell(Spelled, IntEnum):
    """One place on the table, as action texts name it: `L1` to `L5`, `H1` to `H5`, `R1` to `R5`.

    An int: 0-4 the Line, 5-9 the Hand, 10-14 the River, so that a territory is indexed by its cells and
    `cell % 5` is the position.
    """

    zone: Zone
    position: int

    L1, L2, L3, L4, L5 = 0, 1, 2, 3, 4
    H1, H2, H3, H4, H5 = 5, 6, 7, 8, 9
    R1, R2, R3, R4, R5 = 10, 11, 12, 13, 14

    def __init__(self, value: int) -> None:
        self.zone = tuple(Zone)[value // 5]
        self.position = value % 5

    def __str__(self) -> str:
        return self.name

    @property
    def noun(self) -> Noun:
        """Its name as people read it, in the forms that sentences ask for; `str` is its name in action texts."""
        return noun("places", self.zone.name.lower(), number=str(self.position + 1))

    @classmethod
    def from_text(cls, text: str) -> Cell:
        """Read a cell such as `H3`.

        Raises:
            InvalidActionError: There is no such cell.
        """
        require(text, str, InvalidActionError)
        try:
            return cls[text]
        except KeyError:
            why = _("{text} is not a place on the table; use L1-L5, H1-H5 or R1-R5.")
            raise InvalidActionError(why.format(text=quoted(text))) from None


LINE: tuple[Cell, ...] = tuple(Cell)[0:5]
HAND: tuple[Cell, ...] = tuple(Cell)[5:10]
RIVER: tuple[Cell, ...] = tuple(Cell)[10:15]
TERRITORY: tuple[Cell, ...] = LINE + HAND


NEIGHBOURS: tuple[tuple[Cell, ...], ...] = tuple(
    (*[Cell(each) for each in (cell - 1, cell + 1) if each // 5 == cell // 5], Cell((cell + 5) % 10))
    for cell in TERRITORY
)
"""The cells that share a side with each cell of a territory. (Rulebook: adjacent cards.)"""


@dataclass(frozen=True, slots=True)
class Territory:
    """A seat's ten cards at the end: the Line over the Hand. `cards[cell]` is the card at a cell."""

    cards: tuple[Card, ...]
    ryokan: int = 0
    """The points of the Ryokan beside it, 4 or 7; 0 where it lies elsewhere."""

    def __post_init__(self) -> None:
        if len(self.cards) != 10:
            raise InvalidPositionError(_("A territory has 5 cards in the Line and 5 in the Hand."))
        if self.ryokan not in (0, 4, 7):
            raise InvalidPositionError(_("The Ryokan is worth 4 or 7, not {points}.").format(points=self.ryokan))

    @classmethod
    def from_text(cls, text: str) -> Territory:
        """Read `line / hand`: five card names each (`fort sentinel …`), or five letters (`FSABR/FMNRR`).

        Raises:
            InvalidPositionError: Not two rows of five known cards.
        """
        require(text, str, InvalidPositionError)
        rows = text.split("/")
        if len(rows) != 2:
            raise InvalidPositionError(_("Write a territory as Line / Hand: five cards each, with a slash in between."))
        line, hand = (_row(row) for row in rows)
        if len(line) != 5:
            raise InvalidPositionError(_("A Line has 5 cards, not {count}.").format(count=len(line)))
        if len(hand) != 5:
            raise InvalidPositionError(_("A Hand has 5 cards, not {count}.").format(count=len(hand)))
        return cls((*line, *hand))

    def to_text(self) -> str:
        """Write the territory with card names, as `from_text` reads it."""
        line, hand = (" ".join(str(self.cards[cell]) for cell in row) for row in (LINE, HAND))
        return f"{line} / {hand}"

    def where(self, card: Card, among: tuple[Cell, ...] = TERRITORY) -> tuple[Cell, ...]:
        """List the cells of `among` that hold a card, from L1 to H5."""
        return tuple([cell for cell in among if self.cards[cell] is card])

    def counting(self, card: Card, among: tuple[Cell, ...] = TERRITORY) -> tuple[Cell, ...]:
        """List the cells of `among` whose cards count as a card of the base game."""
        those = COUNTING_AS[card]
        return tuple([cell for cell in among if self.cards[cell] in those])

    def beside(self, at: Cell, card: Card) -> int:
        """Count the cards adjacent to a cell that count as a card of the base game."""
        those = COUNTING_AS[card]
        return len([cell for cell in NEIGHBOURS[at] if self.cards[cell] in those])

    def types(self) -> set[Card | None]:
        """Return the different characters and provinces that the cards count as; None stands for the Ryokan."""
        found: set[Card | None] = {each for card in set(self.cards) for each in counts_as(card)}
        if self.ryokan:
            found.add(None)
        return found - {Card.MOUNTAIN}


def _row(text: str) -> tuple[Card, ...]:
    words = text.split()
    if len(words) == 1 and words[0].lower() not in BY_NAME:
        return tuple(read_letters(words[0]))
    return tuple(Card.from_text(word) for word in words)


EMISSARIES = 2
"""Of each player."""

SWAP_SPOTS = 3
DISCARD_SPOTS = 2
DECREE_SPOTS = 1


class Sent(NamedTuple):
    """Where the emissaries of one seat stand."""

    swap: int = 0
    discard: int = 0
    decree: int = 0

    @property
    def free(self) -> int:
        """The number of emissaries at home."""
        return EMISSARIES - sum(self)


HOME = Sent()


class Openings(NamedTuple):
    """What the court allows one seat: whether it has a free emissary, which spots are free, whether it can recall."""

    emissary: bool = False
    swap: bool = False
    discard: bool = False
    decree: bool = False
    recall: bool = False


class Court:
    """The emissaries sent by both seats; `court[seat]` is one seat's.

    Immutable: sending an emissary returns another court. There is one object for each arrangement of emissaries.
    """

    __slots__ = ("openings", "sent")

    def __init__(self, sent: tuple[Sent, Sent]) -> None:
        self.sent = sent
        self.openings = _openings(sent, 0), _openings(sent, 1)

    def __reduce__(self) -> tuple[object, ...]:
        return court, self.sent  # a copy is the same object

    def __getitem__(self, seat: int) -> Sent:
        return self.sent[seat]

    def to_text(self) -> str:
        """Write the court as position text does: `swap discard decree` of each seat, `100:001`."""
        return ":".join(f"{sent.swap}{sent.discard}{sent.decree}" for sent in self.sent)


@cache
def court(first: Sent = HOME, second: Sent = HOME) -> Court:
    return Court((first, second))


@cache
def sent_to(before: Court, seat: int, spot: str) -> Court:
    """Send a free emissary to a spot, of `Sent`; from the decree it never comes back."""
    return _with(before, seat, before[seat]._replace(**{spot: getattr(before[seat], spot) + 1}))


@cache
def recalled(before: Court, seat: int) -> Court:
    """Recall all emissaries of a seat except one on the decree."""
    return _with(before, seat, Sent(decree=before[seat].decree))


def _with(before: Court, seat: int, sent: Sent) -> Court:
    return court(sent, before[1]) if seat == 0 else court(before[0], sent)


def _openings(sent: tuple[Sent, Sent], seat: int) -> Openings:
    (first, second), mine = sent, sent[seat]
    return _interned(
        emissary=mine.free > 0,
        swap=first.swap + second.swap < SWAP_SPOTS,
        discard=first.discard + second.discard < DISCARD_SPOTS,
        decree=first.decree + second.decree < DECREE_SPOTS,
        recall=mine.swap + mine.discard > 0,
    )


_interned = cache(Openings)
"""One object for all equal openings, so that looking them up compares identities."""


Module = Literal["legends-travellers"]
"""The modules that a game may have beside the base game."""

LEGENDS_TRAVELLERS: Module = "legends-travellers"
"""Legends & Travellers."""

MODULES: tuple[Module, ...] = (LEGENDS_TRAVELLERS,)

LEGENDS_DRAWN = 3
TRAVELLERS_DRAWN = 5
"""How many cards of the expansion take part in a game. (Expansion: setup.)"""


def expansion_title() -> str:
    return _("Legends & Travellers")


def expansion_initials() -> str:
    """Return the name of the expansion where there is little room."""
    return _("L&T")


_FIRST_TRAVELLER, _SAMURAI = TRAVELLERS[0], Card.SAMURAI
"""Module-level names: looking up a member of an enum takes long."""


class Expansion(NamedTuple):
    """The Ryokan, and what is pending. Never changed in place: a change makes another one."""

    owner: int | None = None
    """The seat that has the Ryokan; None while it lies aside."""
    side: int = 4
    """The side that lies up: 4 or 7."""
    pending: tuple[Card, ...] = ()
    """The Travellers whose effects may be used now, in card order."""
    unturned: int = 0
    """The River piles whose next card isn't turned up before all effects are settled, as bits: 1 is pile 1."""

    def ryokan(self, seat: int) -> int:
        """Return the points that a seat has of the Ryokan."""
        return self.side if self.owner == seat else 0

    def developed(self, seat: int, left: Card, came: Card, pile: int) -> Expansion:
        """Return what follows once a seat has discarded `left` for `came`, of a pile 0-4. (Expansion: play.)"""
        owner, side, pending, unturned = self
        if came >= _FIRST_TRAVELLER:
            owner, side = seat, 7 if owner == seat or came is _SAMURAI else 4
        if left in ON_LEAVING:
            pending = *pending, left
        if came in ON_ENTERING:
            pending = *pending, came
        if len(pending) > 1:
            pending = tuple(sorted(pending))
        return Expansion(owner, side, pending, unturned | 1 << pile)

    def settled(self, *, recall: bool, piles: int, used: Card | None = None) -> Expansion:
        """Return what is left pending. An effect that can do nothing lapses. (Expansion: resolving effects.)

        Args:
            recall: Whether there is an emissary to recall.
            piles: The River piles that are not empty, as bits.
            used: The Traveller whose effect has been used.
        """
        owner, side, pending, unturned = self
        if pending:
            unturned &= piles
            develop = bool(piles & ~unturned)
            pending = tuple([
                card for card in pending
                if card is not used and (recall or card not in RECALLING) and (develop or card is not DEVELOPING)
            ])  # fmt: skip
        return Expansion(owner, side, pending, unturned if pending else 0)


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
    def random(cls, seed: int | str, expansion: Module | None = None) -> Deal:
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
    from hashlib import sha256  # noqa: PLC0415 - what needs no game needn't wait for it

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
