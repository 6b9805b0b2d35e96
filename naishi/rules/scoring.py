"""What a territory is worth, and why. (Rulebook: final scoring, the cards.)

Each rule is a function named by its card. Cards that score one by one are given their cell and yield parts;
cards that score together yield one line for each group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from naishi.errors import InvalidPositionError
from naishi.i18n import _, ngettext
from naishi.rules.cards import COPYABLE, Card, Colour
from naishi.rules.pydantic_types import CardName, CellName
from naishi.rules.territory import HAND, LINE, NEIGHBOURS, TERRITORY, Cell, Territory, Zone

MOUNTAIN, NAISHI, ADVISOR, SENTINEL, MONK, HORSEMAN, RONIN, NINJA, FORT, TORII, RICE, BANNER = Card
"""The cards by their bare names: to look one up in its class costs more than to compare it."""


class Part(NamedTuple):
    """Points, and what they are for."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What one card, or one group of cards that score together, earned."""

    card: CardName
    cells: tuple[CellName, ...]
    parts: tuple[Part, ...]
    copy_of: CardName | None = None
    """For a ninja: the character it copies."""

    @property
    def points(self) -> int:
        """The sum of the parts."""
        return sum([part.points for part in self.parts])


class ScoreSheet(BaseModel):
    """A scored territory."""

    model_config = ConfigDict(frozen=True)

    lines: tuple[ScoreLine, ...]
    """In card order; a ninja stands at its own place, whatever it copies."""
    points: dict[CardName, int]
    """The points of each type of card in the territory, in card order."""
    colours: int
    """The number of different colours, which breaks a tie. (Rulebook: final scoring.)"""
    total: int


def mountain(territory: Territory) -> Iterator[ScoreLine]:
    """Exactly one: 5. Two or more: -5 in all. (Rulebook: the cards, mountain.)"""
    cells = territory.where(MOUNTAIN)
    if len(cells) == 1:
        yield _line(MOUNTAIN, cells, 5, _("the only mountain"))
    elif cells:
        yield _line(MOUNTAIN, cells, -5, _("more than one mountain"))


def torii(territory: Territory) -> Iterator[ScoreLine]:
    """One: -5; two: 0; three or more: 30. (Rulebook: the cards, torii.)"""
    cells = territory.where(TORII)
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
    yield Part((2, 4, 3, 4, 2)[at.position], _("at position {position}").format(position=at.position + 1))
    if beside := territory.beside(at, NAISHI):
        yield Part(4 * beside, ngettext("beside a naishi", "beside {count} naishi", beside))


def sentinel(territory: Territory, at: Cell) -> Iterator[Part]:
    """3 with no sentinel beside it, and 4 for each fort beside it. (Rulebook: the cards, sentinel.)"""
    if territory.beside(at, SENTINEL):
        yield Part(0, _("beside a sentinel"))
    else:
        yield Part(3, _("no sentinel beside it"))
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
    """By the number of different characters and provinces: 8, 9, 10 give 8, 15, 45. (Rulebook: the cards, ronin.)"""
    types = len(set(territory.cards) - {MOUNTAIN, NINJA})
    reason = ngettext("{count} type", "{count} different types", types)
    yield Part({8: 8, 9: 15, 10: 45}.get(types, 0), reason)


def fort(territory: Territory, at: Cell) -> Iterator[Part]:
    """6 in column 1 or 5. (Rulebook: the cards, fort.)"""
    yield Part(6, _("at the edge")) if at.position in (0, 4) else Part(0, _("not at the edge"))


TOGETHER: Mapping[Card, Callable[[Territory], Iterator[ScoreLine]]] = {
    MOUNTAIN: mountain, TORII: torii, RICE: rice, BANNER: banner,
}  # fmt: skip
"""The rules of cards that score together."""

EACH: Mapping[Card, Callable[[Territory, Cell], Iterator[Part]]] = {
    NAISHI: naishi, ADVISOR: advisor, SENTINEL: sentinel, MONK: monk,
    HORSEMAN: horseman, RONIN: ronin, FORT: fort,
}  # fmt: skip
"""The rules of cards that score one by one."""


def choices(territory: Territory) -> tuple[Card, ...]:
    """What a ninja of this territory may copy: its characters, but no ninja. (Rulebook: ninja; ruling.)"""
    present = set(territory.cards)
    return tuple(card for card in COPYABLE if card in present)


def copied(territory: Territory, copies: Mapping[Cell, Card]) -> Territory:
    """Put what it copies in the place of each ninja: it counts as that card for its neighbours. (Ruling.)"""
    return Territory(tuple(copies.get(cell, card) for cell, card in zip(TERRITORY, territory.cards, strict=True)))


def score(territory: Territory | str, copies: Mapping[Cell, Card] | Mapping[str, str] | None = None) -> ScoreSheet:
    """Score a territory by the rulebook's table.

    Args:
        territory: The ten cards, or their text (`Territory.from_text`).
        copies: What each ninja copies, as cells and cards or their texts. A ninja with one choice or none
            needs no entry.

    Raises:
        InvalidPositionError: No territory; a copy that isn't allowed; a ninja that must choose and has not.
    """
    if isinstance(territory, str):
        territory = Territory.from_text(territory)
    faces = copied(territory, _settled(territory, copies or {})) if copies or NINJA in territory.cards else territory
    lines: list[ScoreLine] = []
    points: dict[Card, int] = {}
    for card in sorted(set(territory.cards)):
        earned = TOGETHER[card](faces) if card in TOGETHER else _one_by_one(territory, faces, card)
        lines += (new := tuple(earned))
        points[card] = sum([line.points for line in new])
    return ScoreSheet.model_construct(
        lines=tuple(lines), points=points, colours=len(colours(faces)), total=sum(points.values())
    )


def colours(faces: Territory) -> set[Colour]:
    """The colours of a territory; a ninja that copies nothing has none. (Rulebook: final scoring; ruling.)"""
    return {card.colour for card in set(faces.cards) if card is not NINJA}


def _one_by_one(territory: Territory, faces: Territory, card: Card) -> Iterator[ScoreLine]:
    for cell in territory.where(card):
        face = faces.cards[cell]
        parts = tuple(EACH[face](faces, cell)) if face is not NINJA else (Part(0, _("nothing to copy")),)
        copy_of = face if card is NINJA and face is not card else None
        yield ScoreLine(card, (cell,), parts, copy_of)


def _line(card: Card, cells: tuple[Cell, ...], points: int, reason: str) -> ScoreLine:
    return ScoreLine(card, cells, (Part(points, reason),))


def _settled(territory: Territory, copies: Mapping[Cell, Card] | Mapping[str, str]) -> dict[Cell, Card]:
    given = {
        Cell.from_text(cell) if isinstance(cell, str) else cell: Card.from_text(card) if isinstance(card, str) else card
        for cell, card in copies.items()
    }
    may = choices(territory)
    for cell, card in given.items():
        if cell.zone is Zone.RIVER or territory.cards[cell] is not NINJA:
            raise InvalidPositionError(_("There is no ninja at {cell}.").format(cell=cell))
        if card not in may:
            raise InvalidPositionError(
                _("The ninja at {cell} can't copy {card:a}: it copies another character in its own territory.").format(
                    cell=cell, card=card.noun
                )
            )
    for cell in territory.where(NINJA):
        if cell not in given and len(may) > 1:
            raise InvalidPositionError(
                _("Say what the ninja at {cell} copies. It can copy: {cards}.").format(
                    cell=cell, cards=", ".join(map(str, may))
                )
            )
        if cell not in given and may:
            given[cell] = may[0]
    return given
