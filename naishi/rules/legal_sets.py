"""All legal actions at once, out of small tables that `refusal` fills.

There are thousands of situations, but each group of actions depends on a small part of one: which develops are legal,
for example, only on the River piles that are left. `refusal` is called once for each group and part, so that a new
situation costs a few look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from naishi.rules.actions import (
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
from naishi.rules.cards import DEVELOPING, ON_ENTERING, ON_LEAVING
from naishi.rules.legal import Situation, refusal
from naishi.rules.phase import Phase
from naishi.rules.territory import TERRITORY, Zone

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
        if s.phase is Phase.PLAY:
            parts = [group.legal(s) for group in (_EFFECTS if s.pending else _GROUPS)]
            actions = tuple([action for part in parts for action in part.actions])
            legal = LegalSet(actions, frozenset().union(*[part.codes for part in parts]))
        else:
            legal = _allowed(s, _CANDIDATES[s.phase, s.ninja])
        self[situation] = legal
        return legal


class _Group:
    """Actions whose legality in play depends on the same few fields of a situation."""

    def __init__(self, actions: Iterable[Action], *fields: str) -> None:
        self.actions = tuple(actions)
        self.part_that_decides = attrgetter(*fields)
        self.known: dict[object, LegalSet] = {}

    def legal(self, s: Situation) -> LegalSet:
        """Return the actions of the group that are legal in a situation."""
        part = self.part_that_decides(s)
        if part not in self.known:
            self.known[part] = _allowed(s, self.actions)
        return self.known[part]


def _allowed(s: Situation, candidates: Iterable[Action]) -> LegalSet:
    actions = tuple([action for action in candidates if refusal(s, action) is None])
    return LegalSet(actions, frozenset([action.code for action in actions]))


def _every(kind: type[_Kind]) -> list[_Kind]:
    return [action for action in sorted(ACTIONS) if isinstance(action, kind)]


def _swaps(*, of_river: bool) -> list[Swap]:
    return [swap for swap in _every(Swap) if (swap.first.zone is Zone.RIVER) == of_river]


_GROUPS = (
    _Group(_every(Declare), "developed", "bonus", "ending", "open_piles"),
    _Group(_every(Decree), "developed", "bonus", "court.emissary", "court.decree"),
    _Group(_every(Develop), "developed", "open_piles"),
    _Group(_every(Discard), "developed", "bonus", "open_piles", "two_left", "court.emissary", "court.discard"),
    _Group(_every(End), "developed"),
    _Group(_every(Pass), "developed", "bonus", "ending", "river_left", "court"),
    _Group(_every(Recall), "developed", "bonus", "court.recall"),
    _Group(_swaps(of_river=False), "developed", "bonus", "river_left", "court.emissary", "court.swap"),
    _Group(_swaps(of_river=True), "developed", "bonus", "open_piles", "court.emissary", "court.swap"),
)
"""All that can be done in play, in the order of the texts, so that the legal ones of all groups are sorted."""

_EFFECTS = (
    _Group(_every(Skip), "pending"),
    *(
        _Group([use for use in _every(Use) if use.traveller is card], "pending", *(["open_piles", "unturned"] * again))
        for card in sorted(ON_LEAVING | ON_ENTERING, key=str)
        for again in [card is DEVELOPING]
    ),
)
"""All that can be done while effects are pending."""

_CANDIDATES: dict[tuple[Phase, object], Sequence[Action]] = {
    (Phase.GIFT, None): _every(Give),
    **{(Phase.COPY, cell): [copy for copy in _every(Copy) if copy.cell is cell] for cell in TERRITORY},
    (Phase.OVER, None): [],
}
"""What can be done in the other phases, by the ninja that has to copy."""

LEGAL_SETS = _LegalSets()
"""The legal actions by situation."""
