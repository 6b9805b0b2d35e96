"""Legal action sets, from tables that `refusal` fills.

There are thousands of situations, but each group of actions depends on a small part of one: which develops are legal,
for example, only on the River piles that are left. `refusal` is called once for each group and part, so that a new
situation costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from naishi.games.naishi.rules.actions import (
    ACTIONS,
    Action,
    Copy,
    Declare,
    Decree,
    Develop,
    Discard,
    End,
    Give,
    Pass,
    Recall,
    Skip,
    Swap,
    Use,
)
from naishi.games.naishi.rules.cards import DEVELOPING, ON_ENTERING, ON_LEAVING, Card
from naishi.games.naishi.rules.legal import Situation, refusal
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.territory import TERRITORY, Cell, Zone

_Kind = TypeVar("_Kind", bound=Action)


class LegalSet(NamedTuple):
    """The legal actions of a situation."""

    actions: tuple[Action, ...]
    """Sorted."""
    codes: frozenset[int]
    """Their codes."""


class _LegalSets(dict[tuple[object, ...], LegalSet]):
    """The legal actions of each `Situation`, or plain tuple of its fields, which costs less to make."""

    def __missing__(self, situation: tuple[Any, ...]) -> LegalSet:
        s = Situation(*situation)
        parts = [group.legal(s) for group in _groups(s)]
        actions = tuple([action for part in parts for action in part.actions])
        self[situation] = legal = LegalSet(actions, frozenset().union(*[part.codes for part in parts]))
        return legal


class _Group:
    """Actions whose legality depends on the same small part of a situation."""

    def __init__(self, actions: Iterable[Action], part_that_decides: Callable[[Situation], object]) -> None:
        self.actions = tuple(actions)
        self.part_that_decides = part_that_decides
        self.known: dict[object, LegalSet] = {}

    def legal(self, s: Situation) -> LegalSet:
        """Return the actions of the group that are legal in a situation."""
        part = self.part_that_decides(s)
        if (legal := self.known.get(part)) is None:
            self.known[part] = legal = _allowed(s, self.actions)
        return legal


def _allowed(s: Situation, candidates: Iterable[Action]) -> LegalSet:
    actions = tuple([action for action in candidates if refusal(s, action) is None])
    return LegalSet(actions, frozenset([action.code for action in actions]))


def _every(kind: type[_Kind]) -> list[_Kind]:
    return [action for action in sorted(ACTIONS) if isinstance(action, kind)]


def _swaps(*, of_river: bool) -> list[Swap]:
    return [swap for swap in _every(Swap) if (swap.first.zone is Zone.RIVER) == of_river]


def _bonus_part(spot: str, part: Callable[[Situation], object], s: Situation) -> object:
    """Return a part of a situation, or None where no emissary can be sent for a bonus whatever the River is like."""
    return part(s) if s.court.emissary and not s.bonus and getattr(s.court, spot) else None


_GROUPS = (
    _Group(_every(Declare), attrgetter("developed", "bonus", "ending", "open_piles")),
    _Group(_every(Decree), attrgetter("developed", "bonus", "court.emissary", "court.decree")),
    _Group(_every(Develop), attrgetter("developed", "open_piles")),
    _Group(_every(Discard), partial(_bonus_part, "discard", attrgetter("developed", "open_piles", "two_left"))),
    _Group(_every(End), attrgetter("developed")),
    _Group(_every(Pass), attrgetter("developed", "bonus", "ending", "river_left", "court")),
    _Group(_every(Recall), attrgetter("developed", "bonus", "court.recall")),
    _Group(_swaps(of_river=False), partial(_bonus_part, "swap", attrgetter("developed", "river_left"))),
    _Group(_swaps(of_river=True), partial(_bonus_part, "swap", attrgetter("developed", "open_piles"))),
)
"""All that can be done in play, in the order of the texts, so that the legal ones of all groups are sorted."""

_EFFECTS = (
    _Group(_every(Skip), attrgetter("pending")),
    *(
        _Group(
            [use for use in _every(Use) if use.traveller is card],
            attrgetter("pending", *(["open_piles", "unturned"] * again)),
        )
        for card in sorted(ON_LEAVING | ON_ENTERING, key=str)
        for again in [card is DEVELOPING]
    ),
)
"""All that can be done while effects are pending."""


def _copying(cell: Cell) -> Sequence[_Group]:
    return [_Group([copy], partial(_may_copy, copy.card)) for copy in _every(Copy) if copy.cell is cell]


def _may_copy(card: Card, s: Situation) -> bool:
    return card in s.characters


_OTHER_PHASES: Mapping[tuple[Phase, object], Sequence[_Group]] = {
    (Phase.GIFT, None): [_Group(_every(Give), attrgetter("phase"))],
    **{(Phase.COPY, cell): _copying(cell) for cell in TERRITORY},
    (Phase.OVER, None): [],
}
"""What can be done in the other phases, by the ninja that has to copy."""


def _groups(s: Situation) -> Sequence[_Group]:
    if s.phase is Phase.PLAY:
        return _EFFECTS if s.pending else _GROUPS
    return _OTHER_PHASES[s.phase, s.ninja]


LEGAL_SETS = _LegalSets()
"""The legal actions by situation."""
