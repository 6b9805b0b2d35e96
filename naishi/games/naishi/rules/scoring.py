"""Score of a territory, card by card, with reasons; score sheets, and the outcome.

(Rulebook: final scoring.)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from naishi.common.documents import Document
from naishi.common.i18n import InvalidPositionError, _, ngettext, require
from naishi.games.naishi.rules import cards
from naishi.games.naishi.rules.cards import HAND, LINE, NEIGHBOURS, TERRITORY, Card, Cell, Territory


class Part(NamedTuple):
    """Points, and what they are for."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one card, or one group of cards that score together, earned."""

    card: Card
    cells: tuple[Cell, ...]
    parts: tuple[Part, ...]
    copy_of: Card | None = None
    """For a ninja: the character it copies."""

    @property
    def row(self) -> Card:
        """The type of card in whose row the line stands: a Legend's stands with the card it replaces."""
        return cards.REPLACED.get(self.card, self.card)

    @property
    def pad_row(self) -> Card:
        """The row in which the score pad shows it: a ninja's points stand with the card it copies."""
        return self.row if self.copy_of is None else self.copy_of

    @property
    def points(self) -> int:
        return sum([part.points for part in self.parts])


@dataclass(frozen=True, slots=True)
class ScoreSheet(Document):
    """A scored territory."""

    lines: tuple[ScoreLine, ...]
    """In the order of their rows; a ninja stands at its own place, whatever it copies. A Traveller has none."""
    points: dict[Card, int]
    """The points of each type of card in the territory, in card order; a Legend's belong to the card it replaces."""
    colours: int
    """The number of different colours, which breaks a tie. (Rulebook: final scoring.)"""
    total: int
    ryokan: int = 0
    """The points of the Ryokan, which are part of the total: 4 or 7; 0 without it."""

    def pad(self) -> dict[Card, int]:
        """Return the points of each row of the score pad (`ScoreLine.pad_row`)."""
        rows: dict[Card, int] = {}
        for line in self.lines:
            row = line.pad_row
            rows[row] = rows.get(row, 0) + line.points
        return rows


class Termination(StrEnum):
    """What ended a game."""

    DECLARED = "declared"
    PILES = "piles"


@dataclass(frozen=True, slots=True)
class Outcome(Document):
    """The result of a finished game."""

    winner: int | None
    """The seat that won; None for a draw."""
    termination: Termination
    sheets: tuple[ScoreSheet, ScoreSheet]

    @property
    def by_colours(self) -> bool:
        """Whether the number of colours decided, the points being equal."""
        return self.winner is not None and self.sheets[0].total == self.sheets[1].total


def outcome(sheets: tuple[ScoreSheet, ScoreSheet], termination: Termination) -> Outcome:
    """Compare points, then colours. (Rulebook: final scoring.)"""
    first, second = ((sheet.total, sheet.colours) for sheet in sheets)
    winner = None if first == second else int(second > first)
    return Outcome(winner=winner, termination=termination, sheets=sheets)


MOUNTAIN, NAISHI, ADVISOR, SENTINEL, MONK, HORSEMAN, RONIN, NINJA, FORT, TORII, RICE, BANNER = cards.BASE_CARDS
"""The cards by their bare names: to look one up in its class costs more than to compare it."""


PARTNERS: Mapping[Card, Card] = {ADVISOR: NAISHI, SENTINEL: FORT, MONK: TORII, HORSEMAN: BANNER}
"""The other card, if any, that changes what a card scores where it is adjacent."""

TOUCHING = frozenset({SENTINEL})
"""The cards that score something else where they are beside another of their type."""

ANYWHERE = frozenset({MOUNTAIN, TORII})
"""The cards that score by their number, wherever they lie."""


def mountain(territory: Territory) -> Iterator[ScoreLine]:
    """Exactly one: 5. Two or more: -5 in all. (Rulebook: the cards, mountain.)"""
    cells = territory.where(MOUNTAIN)
    if len(cells) == 1:
        yield _line(MOUNTAIN, cells, 5, _("the only mountain"))
    elif cells:
        yield _line(MOUNTAIN, cells, -5, _("more than one mountain"))


def torii(territory: Territory) -> Iterator[ScoreLine]:
    """One: -5; two: 0; three or more: 30. (Rulebook: the cards, torii.)"""
    cells = territory.counting(TORII)
    if cells:
        points = {1: -5, 2: 0}.get(len(cells), 30)
        yield _line(TORII, cells, points, ngettext("only {count} torii", "{count} torii", len(cells)))


def rice(territory: Territory) -> Iterator[ScoreLine]:
    """Each group of adjacent rice: two 10, three 20, four or more 30. (Rulebook: the cards, rice.)"""
    left = set(territory.where(RICE))
    while left:
        group = {min(left)}
        while grown := {cell for cell in left - group if group & set(NEIGHBOURS[cell])}:
            group |= grown
        left -= group
        points = {1: 0, 2: 10, 3: 20}.get(len(group), 30)
        reason = ngettext("{count} field on its own", "{count} fields together", len(group))
        yield _line(RICE, tuple(sorted(group)), points, reason)


def banner(territory: Territory) -> Iterator[ScoreLine]:
    """Those in the Line: one 3, two 8. (Rulebook: the cards, banner.)"""
    line = territory.where(BANNER, among=LINE)
    if line:
        points = 3 if len(line) == 1 else 8
        yield _line(BANNER, line, points, ngettext("{count} in the Line", "{count} in the Line", len(line)))
    if hand := territory.where(BANNER, among=HAND):
        yield _line(BANNER, hand, 0, _("in the Hand"))


def naishi(territory: Territory, at: Cell) -> Iterator[Part]:
    """Only in column 3: 12 in the Line, 8 in the Hand. (Rulebook: the cards, naishi.)"""
    if at is LINE[2]:
        yield Part(12, _("in the centre of the Line"))
    elif at is HAND[2]:
        yield Part(8, _("in the centre of the Hand"))
    else:
        yield Part(0, _("not in the centre"))


def advisor(territory: Territory, at: Cell) -> Iterator[Part]:
    """By position 2, 4, 3, 4, 2, and 4 for each naishi beside it. (Rulebook: the cards, advisor.)"""
    yield Part((2, 4, 3, 4, 2)[at.position], _("in column {position}").format(position=at.position + 1))
    if beside := territory.beside(at, NAISHI):
        yield Part(4 * beside, ngettext("beside a naishi", "beside {count} naishi", beside))


def sentinel(territory: Territory, at: Cell) -> Iterator[Part]:
    """3 with no sentinel beside it, and 4 for each fort beside it. (Rulebook: the cards, sentinel.)"""
    yield Part(0, _("beside a sentinel")) if territory.beside(at, SENTINEL) else Part(3, _("no sentinel beside it"))
    if beside := territory.beside(at, FORT):
        yield Part(4 * beside, ngettext("beside a fort", "beside {count} forts", beside))


def monk(territory: Territory, at: Cell) -> Iterator[Part]:
    """5 in the Hand, and 2 for each torii beside it wherever it is. (Rulebook: the cards, monk.)"""
    yield Part(5, _("in the Hand")) if at in HAND else Part(0, _("in the Line"))
    if beside := territory.beside(at, TORII):
        yield Part(2 * beside, ngettext("beside a torii", "beside {count} torii", beside))


def horseman(territory: Territory, at: Cell) -> Iterator[Part]:
    """3 in the Hand, and 10 more under a banner in the Line. (Rulebook: the cards, horseman.)"""
    if at in LINE:
        yield Part(0, _("in the Line"))
        return
    yield Part(3, _("in the Hand"))
    if territory.cards[LINE[at.position]] is BANNER:
        yield Part(10, _("under a banner"))


def ronin(territory: Territory, at: Cell) -> Iterator[Part]:
    """By the number of different characters and provinces: 8, 9, 10 give 8, 15, 45. (Rulebook: the cards, ronin.)

    The Ryokan is one more, so that there may be 11, for 45 too. (Expansion: scoring, basic ronin.)
    """
    types = len(territory.types())
    reason = ngettext("{count} type", "{count} different types", types)
    yield Part({8: 8, 9: 15, 10: 45, 11: 45}.get(types, 0), reason)


def fort(territory: Territory, at: Cell) -> Iterator[Part]:
    """6 in column 1 or 5. (Rulebook: the cards, fort.)"""
    yield Part(6, _("at the edge")) if at.position in (0, 4) else Part(0, _("not at the edge"))


TOGETHER: Mapping[Card, Callable[[Territory], Iterator[ScoreLine]]] = {
    MOUNTAIN: mountain, TORII: torii, RICE: rice, BANNER: banner,
}  # fmt: skip
"""The rules of cards that score together."""

EACH_BASE: Mapping[Card, Callable[[Territory, Cell], Iterator[Part]]] = {
    NAISHI: naishi, ADVISOR: advisor, SENTINEL: sentinel, MONK: monk,
    HORSEMAN: horseman, RONIN: ronin, FORT: fort,
}  # fmt: skip
"""The rules of cards that score one by one."""


def _line(card: Card, cells: tuple[Cell, ...], points: int, reason: str) -> ScoreLine:
    return ScoreLine(card, cells, (Part(points, reason),))


def legendary_naishi(territory: Territory, at: Cell) -> Iterator[Part]:
    """10 at L1, L3, L5 or H3. (Expansion: scoring, Naishi; ruling.)"""
    there = at in (LINE[0], LINE[2], LINE[4], HAND[2])
    yield Part(10, _("at {cell}").format(cell=at.noun)) if there else Part(0, _("not at L1, L3, L5 or H3"))


def legendary_advisor(territory: Territory, at: Cell) -> Iterator[Part]:
    """5 for each advisor, itself included, if there is no naishi in the territory. (Expansion: Advisor; ruling.)"""
    if territory.counting(NAISHI):
        yield Part(0, _("a naishi in the territory"))
    else:
        advisors = len(territory.counting(ADVISOR))
        yield Part(5 * advisors, ngettext("{count} advisor", "{count} advisors", advisors))


def legendary_sentinel(territory: Territory, at: Cell) -> Iterator[Part]:
    """5 with no sentinel beside it, and 3 for each fort and rice in its row. (Expansion: scoring, Sentinel.)"""
    yield Part(0, _("beside a sentinel")) if territory.beside(at, SENTINEL) else Part(5, _("no sentinel beside it"))
    row = LINE if at.zone is cards.Zone.LINE else HAND
    if fields := len(territory.counting(FORT, among=row) + territory.counting(RICE, among=row)):
        yield Part(3 * fields, ngettext("{count} fort or rice in its row", "{count} forts and rice in its row", fields))


def legendary_monk(territory: Territory, at: Cell) -> Iterator[Part]:
    """2 for each character beside it. (Expansion: scoring, Monk; ruling.)"""
    beside = _beside(territory, at, cards.Kind.CHARACTER)
    yield Part(2 * len(beside), ngettext("beside {count} character", "beside {count} characters", len(beside)))


def legendary_horseman(territory: Territory, at: Cell) -> Iterator[Part]:
    """For each province beside it 4, for a banner 8. (Expansion: scoring, Horseman; ruling.)"""
    beside = _beside(territory, at, cards.Kind.PROVINCE)
    banners = territory.beside(at, BANNER)
    others = len(beside) - banners
    if not banners:
        yield Part(4 * others, ngettext("beside {count} province", "beside {count} provinces", others))
        return
    yield Part(8 * banners, ngettext("beside a banner", "beside {count} banners", banners))
    if others:
        yield Part(4 * others, ngettext("beside {count} other province", "beside {count} other provinces", others))


def legendary_ronin(territory: Territory, at: Cell) -> Iterator[Part]:
    """By the most of one character or province: 3, 4, 5 give 8, 15, 25. (Expansion: scoring, Ronin; ruling.)"""
    most = max(len(territory.counting(card)) for card in cards.BASE_CARDS if card is not MOUNTAIN)
    reason = ngettext("no two alike", "at most {count} alike", most)
    yield Part({3: 8, 4: 15}.get(most, 25 if most > 4 else 0), reason)


def _beside(territory: Territory, at: Cell, kind: cards.Kind) -> list[Cell]:
    """List the cells beside one whose cards count as something of a kind."""
    return [
        cell for cell in NEIGHBOURS[at] if any(card.kind is kind for card in cards.counts_as(territory.cards[cell]))
    ]  # fmt: skip


EACH_LEGEND: Mapping[Card, Callable[[Territory, Cell], Iterator[Part]]] = {
    Card.LEGENDARY_NAISHI: legendary_naishi,
    Card.LEGENDARY_ADVISOR: legendary_advisor,
    Card.LEGENDARY_SENTINEL: legendary_sentinel,
    Card.LEGENDARY_MONK: legendary_monk,
    Card.LEGENDARY_HORSEMAN: legendary_horseman,
    Card.LEGENDARY_RONIN: legendary_ronin,
}
"""The rules of the Legends. The Legendary Ninja scores as what it copies."""


NINJAS = Card.NINJA, Card.LEGENDARY_NINJA
"""A tuple: to compare two cards costs less than to hash one."""


def choices(territory: Territory) -> tuple[Card, ...]:
    """What there is to copy in a territory: its basic characters, but no ninja. (Rulebook: ninja; ruling.)"""
    present = set(territory.cards)
    return tuple(card for card in cards.COPYABLE if card in present)


def ninjas(own: Territory, opponent: Territory | None) -> dict[Cell, tuple[Card, ...]]:
    """Return what each ninja of a territory may copy, from L1 to H5.

    A ninja copies a character of its own territory, the Legendary Ninja one of the opponent's: any at all where that
    isn't known.
    """
    may_copy: dict[Cell, tuple[Card, ...]] = {}
    mine = choices(own) if Card.NINJA in own.cards else ()
    for cell, card in zip(TERRITORY, own.cards, strict=True):
        if card is Card.NINJA:
            may_copy[cell] = mine
        elif card is Card.LEGENDARY_NINJA:
            may_copy[cell] = cards.COPYABLE if opponent is None else choices(opponent)
    return may_copy


def copied(territory: Territory, copies: Mapping[Cell, Card]) -> Territory:
    """Put what it copies in the place of each ninja: it counts as that card for its neighbours. (Ruling.)"""
    faces = tuple(copies.get(cell, card) for cell, card in zip(TERRITORY, territory.cards, strict=True))
    return Territory(faces, territory.ryokan)


EACH: Mapping[Card, Callable[[Territory, Cell], Iterator[Part]]] = {**EACH_BASE, **EACH_LEGEND}
"""The rules of cards that score one by one."""


def score(
    territory: Territory | str,
    copies: Mapping[Cell, Card] | Mapping[str, str] | None = None,
    *,
    ryokan: int | None = None,
    opponent: Territory | str | None = None,
) -> ScoreSheet:
    """Score a territory by the rulebook's table.

    Args:
        territory: The ten cards, or their text (`Territory.from_text`).
        copies: What each ninja copies, as cells and cards or their texts. A ninja with one choice or none
            needs no entry.
        ryokan: With the expansion, the points of the Ryokan: 4 or 7, 0 for none; by default what the territory has.
        opponent: The territory of the other seat, whose characters a Legendary Ninja may copy. Without it, it may copy
            any, which has to be said.

    Raises:
        InvalidPositionError: No territory; a copy that isn't allowed; a ninja that must choose and has not.
    """
    own, other = _read(territory), None if opponent is None else _read(opponent)
    if ryokan is not None:
        own = Territory(own.cards, ryokan)
    if copies or Card.NINJA in own.cards or Card.LEGENDARY_NINJA in own.cards:
        return sheet(own, copied(own, _settled(own, other, copies or {})))
    return sheet(own, own)


def sheet(territory: Territory, faces: Territory) -> ScoreSheet:
    """Score a territory; the faces are the same, but what each ninja copies in its place."""
    lines: list[ScoreLine] = []
    points: dict[Card, int] = {}
    rows = _rows(territory)
    for row in sorted(rows):
        earned = [*(TOGETHER[row](faces) if row in TOGETHER else _one_by_one(territory, faces, rows[row]))]
        lines += earned
        points[row] = sum([line.points for line in earned])
    total = sum(points.values()) + territory.ryokan
    return ScoreSheet(tuple(lines), points, len(colours(faces)), total, territory.ryokan)


def colours(faces: Territory) -> set[cards.Colour]:
    """The colours of a territory; a ninja that copies nothing has none. (Rulebook: final scoring; ruling.)

    The Ryokan is black, which no other card can be; a Traveller has no colour. (Expansion: scoring, colours.)
    """
    found = {card.colour for card in set(faces.cards) if card.colour is not None and card not in NINJAS}
    return found | {cards.Colour.BLACK} if faces.ryokan else found


def _read(territory: Territory | str) -> Territory:
    if isinstance(territory, str):
        return Territory.from_text(territory)
    require(territory, Territory, InvalidPositionError)
    return territory


def _rows(territory: Territory) -> dict[Card, list[Cell]]:
    """Return the rows of the score pad that a territory has points in, and whose points they are."""
    rows: dict[Card, list[Cell]] = {}
    for cell, card in zip(TERRITORY, territory.cards, strict=True):
        if (row := cards.REPLACED.get(card, card)) <= BANNER:  # a Traveller has none
            rows.setdefault(row, []).append(cell)
    if Card.LEGENDARY_MONK in territory.cards:
        rows.setdefault(TORII, [])
    return rows


def _one_by_one(territory: Territory, faces: Territory, cells: Iterable[Cell]) -> Iterator[ScoreLine]:
    for cell in cells:
        card, face = territory.cards[cell], faces.cards[cell]
        parts = tuple(EACH[face](faces, cell)) if face not in NINJAS else (Part(0, _("nothing to copy")),)
        copy_of = face if card in NINJAS and face is not card else None
        yield ScoreLine(card, (cell,), parts, copy_of)


def _settled(
    own: Territory, opponent: Territory | None, copies: Mapping[Cell, Card] | Mapping[str, str]
) -> dict[Cell, Card]:
    given = {
        Cell.from_text(cell) if isinstance(cell, str) else cell: Card.from_text(card) if isinstance(card, str) else card
        for cell, card in copies.items()
    }
    waiting = ninjas(own, opponent)
    for cell, card in given.items():
        _check_copy(own, waiting, cell, card)
    for cell, may in waiting.items():
        if cell not in given and len(may) > 1:
            why = _("Say what the ninja at {cell} copies. It can copy: {cards}.")
            raise InvalidPositionError(why.format(cell=cell.noun, cards=", ".join(map(str, may))))
        if cell not in given and may:
            given[cell] = may[0]
    return given


def _check_copy(own: Territory, waiting: Mapping[Cell, tuple[Card, ...]], cell: Cell, card: Card) -> None:
    if cell.zone is cards.Zone.RIVER or cell not in waiting:
        raise InvalidPositionError(_("There is no ninja at {cell}.").format(cell=cell.noun))
    if card in waiting[cell]:
        return
    if own.cards[cell] is NINJA:
        refused = _("The ninja at {cell} can't copy {card:a}: it copies another character in its own territory.")
    else:
        refused = _("The legendary ninja at {cell} can't copy {card:a}: it copies a character in the other territory.")
    raise InvalidPositionError(refused.format(cell=cell, card=card.noun))
