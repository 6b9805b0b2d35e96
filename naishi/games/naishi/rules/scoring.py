"""Score of a territory, with reasons.

(Rulebook: final scoring.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from naishi.common.errors import InvalidPositionError, require
from naishi.common.i18n import _
from naishi.games.naishi.rules.base_cards import (
    BANNER,
    EACH_BASE,
    EACH_LEGEND,
    NINJA,
    NINJAS,
    TOGETHER,
    TORII,
    copied,
    ninjas,
)
from naishi.games.naishi.rules.cards import REPLACED, Card, Colour
from naishi.games.naishi.rules.sheet import Part, ScoreLine, ScoreSheet
from naishi.games.naishi.rules.territory import TERRITORY, Cell, Territory, Zone

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
    """Score a territory.

    Args:
        territory: The ten cards as they lie there.
        faces: The same, but what each ninja copies in its place.
    """
    lines: list[ScoreLine] = []
    points: dict[Card, int] = {}
    rows = _rows(territory)
    for row in sorted(rows):
        earned = TOGETHER[row](faces) if row in TOGETHER else _one_by_one(territory, faces, rows[row])
        lines += (new := tuple(earned))
        points[row] = sum([line.points for line in new])
    return ScoreSheet(
        lines=tuple(lines),
        points=points,
        colours=len(colours(faces)),
        total=sum(points.values()) + territory.ryokan,
        ryokan=territory.ryokan,
    )


def colours(faces: Territory) -> set[Colour]:
    """The colours of a territory; a ninja that copies nothing has none. (Rulebook: final scoring; ruling.)

    The Ryokan is black, which no other card can be; a Traveller has no colour. (Expansion: scoring, colours.)
    """
    found = {card.colour for card in set(faces.cards) if card.colour is not None and card not in NINJAS}
    return found | {Colour.BLACK} if faces.ryokan else found


def _read(territory: Territory | str) -> Territory:
    if isinstance(territory, str):
        return Territory.from_text(territory)
    require(territory, Territory, InvalidPositionError)
    return territory


def _rows(territory: Territory) -> dict[Card, list[Cell]]:
    """Return the rows of the score pad that a territory has points in, and whose points they are."""
    rows: dict[Card, list[Cell]] = {}
    for cell, card in zip(TERRITORY, territory.cards, strict=True):
        if card <= BANNER:
            rows.setdefault(card, []).append(cell)
        elif card in REPLACED:
            rows.setdefault(REPLACED[card], []).append(cell)
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
            raise InvalidPositionError(
                _("Say what the ninja at {cell} copies. It can copy: {cards}.").format(
                    cell=cell.noun, cards=", ".join(map(str, may))
                )
            )
        if cell not in given and may:
            given[cell] = may[0]
    return given


def _check_copy(own: Territory, waiting: Mapping[Cell, tuple[Card, ...]], cell: Cell, card: Card) -> None:
    if cell.zone is Zone.RIVER or cell not in waiting:
        raise InvalidPositionError(_("There is no ninja at {cell}.").format(cell=cell.noun))
    if card in waiting[cell]:
        return
    if own.cards[cell] is NINJA:
        refused = _("The ninja at {cell} can't copy {card:a}: it copies another character in its own territory.")
    else:
        refused = _("The legendary ninja at {cell} can't copy {card:a}: it copies a character in the other territory.")
    raise InvalidPositionError(refused.format(cell=cell, card=card.noun))
