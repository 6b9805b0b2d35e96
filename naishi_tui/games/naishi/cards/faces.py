"""Card faces from cards, with highlights."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from naishi.common import i18n
from naishi.common.i18n import _
from naishi.games.naishi.game.view import Event, Side
from naishi.games.naishi.rules.actions import Action, Decree, Develop
from naishi.games.naishi.rules.cards import RIVER, Card, Cell
from naishi.games.naishi.rules.scoring import ScoreLine, ScoreSheet
from naishi_tui.drawing import cells
from naishi_tui.games.naishi.cards import card_text
from naishi_tui.games.naishi.cards.card import CardFace
from naishi_tui.games.naishi.partial_action import cells_of

RULE_WIDTH = 10
"""The cells of a line of the rule on the narrowest card."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """Which cells stand out, and how."""

    targets: Collection[Cell] = ()
    """They can be chosen next."""
    chosen: Collection[Cell] = ()
    """They are part of the action being made."""
    changed: Collection[Cell] = ()
    """The opponent has changed them: cells of the River and of its own territory."""
    changed_mine: Collection[Cell] = ()
    """The opponent has changed them: cells of the viewer's territory."""
    aimed: Action | None = None
    """What Enter would do at the cursor."""
    advised: Action | None = None
    begun: type[Action] = Develop
    """The kind of action being made."""
    dim_others: bool = False

    def on_opponents_side(self) -> "Highlights":
        aimed = self.aimed if isinstance(self.aimed, Decree) else None
        return Highlights(changed=self.changed, dim_others=self.dim_others, aimed=aimed)

    def on_own_side(self) -> "Highlights":
        """What stands out among the viewer's cards; what an action would bring there doesn't lie there yet."""
        return replace(self, changed=self.changed_mine, aimed=None)


def changed_by(events: Iterable[Event], viewer: int) -> Highlights:
    """Highlight what some events have changed, on the side of the `viewer` and on the other one."""
    sides: tuple[set[Cell], set[Cell]] = set(), set()
    for event in events:
        if event.action is not None:
            changed = cells_of(event.action)
            sides[event.seat].update(changed)
            both = changed if isinstance(event.action, Decree) else [cell for cell in changed if cell in RIVER]
            sides[1 - event.seat].update(both)
    return Highlights(changed=frozenset(sides[1 - viewer]), changed_mine=frozenset(sides[viewer] - {*RIVER}))


def card_face(card: Card, cell: Cell, *, foot: str, worth: str = "", highlights: Highlights | None = None) -> CardFace:
    shown = highlights or Highlights()
    target, chosen = cell in shown.targets, cell in shown.chosen
    return replace(
        _printed(card, i18n.current()),
        worth=worth,
        foot=foot,
        target=target,
        chosen=chosen,
        dim=shown.dim_others and not (target or chosen),
        changed=cell in shown.changed,
        aimed=shown.aimed is not None and cell in cells_of(shown.aimed),
        advised=shown.advised is not None and cell in cells_of(shown.advised),
    )


@lru_cache(maxsize=256)
def _printed(card: Card, _language: object) -> CardFace:
    """What is printed on a card in a language: looked up once, not again for each card at each key."""
    return CardFace(
        look=str(card),
        name=card_text.name(card),
        kind=card_text.kind_mark(card),
        rule=card_text.rule(card),
        rule_line=card_text.rule_line(card),
        scoring=card_text.short(card),
    )


def side_faces(
    side: Side, row: Sequence[Cell], worth: Mapping[Cell, str], highlights: Highlights
) -> tuple[CardFace, ...]:
    """A Line or Hand, each card that is known with what it is worth, and each ninja with what it copies."""

    def face(cell: Cell, card: Card) -> CardFace:
        shown = card_face(card, cell, foot=cell.noun.short, worth=worth.get(cell, ""), highlights=highlights)
        if (copied := side.copies.get(cell)) is None:
            return shown
        # A ninja has the colour of what it copies, and scores as that.
        words = _("copies {card}").format(card=card_text.name(copied))
        first, second = (*cells.wrap(words, RULE_WIDTH), "")[:2]
        return replace(shown, look=str(copied), rule=(first, second), rule_line=words, scoring=words)

    cards = ((cell, side.card(cell)) for cell in row)
    return tuple(face(cell, card) if card is not None else CardFace(look="back") for cell, card in cards)


def worth_after(now: ScoreSheet, then: ScoreSheet) -> dict[Cell, str]:
    """What each card of a score sheet is worth now; where an action would change that, an arrow and what it would be.

    A card that scores with others keeps what it shows as long as all of them together score the same. A Traveller has
    no line, and scores nothing.
    """
    worth = worth_of_lines(now.lines)
    before, after = ({cell: line for line in sheet.lines for cell in line.cells} for sheet in (now, then))
    for cell, changed in worth_of_lines(then.lines).items():
        old, new = before.get(cell), after[cell]
        if old is None or (old.card, old.points) != (new.card, new.points):
            gained = _share(new) - _share(old)
            worth[cell] = f"{_arrow(gained)}{changed}"
    for cell in before.keys() - after.keys():
        worth[cell] = f"{_arrow(-_share(before[cell]))}0"
    return worth


def _arrow(gained: Fraction) -> str:
    return "↑" if gained > 0 else "↓" if gained < 0 else "→"


def _share(line: ScoreLine | None) -> Fraction:
    return Fraction(line.points, len(line.cells)) if line is not None else Fraction(0)


def worth_of_lines(lines: Iterable[ScoreLine]) -> dict[Cell, str]:
    """What each card is worth; those that score together show the points of the group and its size.

    A Legendary Monk, which is a torii too, shows both together where it is the only torii, else what all torii earn.
    """
    worth: dict[Cell, str] = {}
    alone: dict[Cell, int] = {}
    for line in lines:
        if len(line.cells) == 1:
            (cell,) = line.cells
            alone[cell] = alone.get(cell, 0) + line.points
            worth[cell] = f"{alone[cell]:+}" if alone[cell] else "0"
            continue
        for cell in line.cells:
            if line.points or cell not in worth:
                worth[cell] = f"{line.points:+}/{len(line.cells)}" if line.points else "0"
    return worth
