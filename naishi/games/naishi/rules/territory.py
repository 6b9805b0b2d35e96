"""Cells of the table, the 2 × 5 territory, and the court.

(Rulebook: additional actions, the decree.)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cache
from typing import NamedTuple

from naishi.common.documents import Spelled
from naishi.common.i18n import InvalidActionError, InvalidPositionError, Noun, _, noun, quoted, require
from naishi.games.naishi.rules.cards import BY_NAME, COUNTING_AS, Card, counts_as, read_letters


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
            raise InvalidActionError(
                _("{text} is not a place on the table; use L1-L5, H1-H5 or R1-R5.").format(text=quoted(text))
            ) from None


LINE: tuple[Cell, ...] = tuple(Cell)[0:5]
HAND: tuple[Cell, ...] = tuple(Cell)[5:10]
RIVER: tuple[Cell, ...] = tuple(Cell)[10:15]
TERRITORY: tuple[Cell, ...] = LINE + HAND


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    beside = [Cell(cell - 1)] if cell.position > 0 else []
    if cell.position < 4:
        beside.append(Cell(cell + 1))
    return (*beside, Cell((cell + 5) % 10))


NEIGHBOURS: tuple[tuple[Cell, ...], ...] = tuple(_neighbours(cell) for cell in TERRITORY)
"""The cells that share a side with each cell of a territory. (Rulebook: adjacent cards.)"""


RYOKAN_SIDES = (4, 7)
"""What the Ryokan is worth on either side. (Expansion: components.)"""


@dataclass(frozen=True, slots=True)
class Territory:
    """A seat's ten cards at the end: the Line over the Hand. `cards[cell]` is the card at a cell."""

    cards: tuple[Card, ...]
    ryokan: int = 0
    """The points of the Ryokan beside it, 4 or 7; 0 where it lies elsewhere."""

    def __post_init__(self) -> None:
        if len(self.cards) != 10:
            raise InvalidPositionError(_("A territory has 5 cards in the Line and 5 in the Hand."))
        if self.ryokan and self.ryokan not in RYOKAN_SIDES:
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
"""Each player has two."""

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
"""Both emissaries are at home."""


class Openings(NamedTuple):
    """What the court allows one seat."""

    emissary: bool = False
    """It has a free emissary."""
    swap: bool = False
    """A swap spot is free."""
    discard: bool = False
    """A discard spot is free."""
    decree: bool = False
    """Nobody has imposed the decree."""
    recall: bool = False
    """It has an emissary to recall."""


class Court:
    """The emissaries sent by both seats; `court[seat]` is one seat's.

    Immutable: sending an emissary returns another court. There is one object for each arrangement of emissaries.
    """

    sent: tuple[Sent, Sent]
    openings: tuple[Openings, Openings]
    """What the court allows each seat."""

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
    """Return the court with these emissaries of both seats."""
    return Court((first, second))


@cache
def sent_to_swap(before: Court, seat: int) -> Court:
    """Send a free emissary to a swap spot."""
    return _with(before, seat, before[seat]._replace(swap=before[seat].swap + 1))


@cache
def sent_to_discard(before: Court, seat: int) -> Court:
    """Send a free emissary to a discard spot."""
    return _with(before, seat, before[seat]._replace(discard=before[seat].discard + 1))


@cache
def sent_to_decree(before: Court, seat: int) -> Court:
    """Send a free emissary to the decree, where it stays for the rest of the game."""
    return _with(before, seat, before[seat]._replace(decree=1))


@cache
def recalled(before: Court, seat: int) -> Court:
    """Recall all emissaries of a seat except one on the decree."""
    return _with(before, seat, Sent(decree=before[seat].decree))


def _with(before: Court, seat: int, sent: Sent) -> Court:
    return court(sent, before[1]) if seat == 0 else court(before[0], sent)


def _openings(sent: tuple[Sent, Sent], seat: int) -> Openings:
    (first, second), mine = sent, sent[seat]
    return _interned(
        Openings(
            emissary=mine.free > 0,
            swap=first.swap + second.swap < SWAP_SPOTS,
            discard=first.discard + second.discard < DISCARD_SPOTS,
            decree=first.decree + second.decree < DECREE_SPOTS,
            recall=mine.swap + mine.discard > 0,
        )
    )


@cache
def _interned(openings: Openings) -> Openings:
    """Return one object for all equal openings, so that looking them up compares identities."""
    return openings
