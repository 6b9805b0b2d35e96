"""Events, as far as a viewer may know them.

`naishi.games.naishi.text.sentences` puts them into words.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from naishi.games.naishi.rules.actions import (
    ACTIONS,
    Action,
    Copy,
    Decree,
    Develop,
    Discard,
    Skip,
    Swap,
    UseDevelop,
    UseExchange,
)
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.territory import Zone


class Event(BaseModel):
    """One action of the history, as one seat or the public may know it."""

    model_config = ConfigDict(frozen=True)

    seat: int
    round: int
    action: Action | None
    """None for a gift of the other seat: which of its cards it was stays unknown."""
    cards: tuple[Card, ...] = ()
    """The cards that were seen to move: for a develop the discarded and the taken one; for a swap the one that was
    at the first place and the one at the second (none for two Hand cards: they stay hidden); for a discard both;
    for a decree the mover's card and the other's; for a gift the card given, if it may be known; for a copy the ninja.
    What a Traveller lets a seat exchange or develop is seen as a swap or a develop is. For a skip, the Travellers whose
    effects were left unused."""
    ryokan: int = 0
    """What the Ryokan is worth from now on, if the action brought it to the seat or turned it over: 4 or 7."""


def ryokan_moved(before: Expansion | None, after: Expansion | None) -> int:
    """Return what the Ryokan is worth after an action that moved it or turned it over; 0 if nothing did."""
    if before is None or after is None or (before.owner, before.side) == (after.owner, after.side):
        return 0
    return after.side


class _Moved(NamedTuple):
    """The places of the cards that everyone sees move."""

    own: tuple[int, ...] = ()
    """Cells of the seat that acts."""
    tops: tuple[int, ...] = ()
    """Piles of the River."""
    theirs: tuple[int, ...] = ()
    """Cells of the other seat."""


def _moved(action: Action) -> _Moved:
    match action:
        case Develop(cell=cell) | UseDevelop(cell=cell):
            return _Moved(own=(cell,), tops=(cell.position,))
        case Swap(first=first, second=second) | Discard(first=first, second=second) if first.zone is Zone.RIVER:
            return _Moved(tops=(first.position, second.position))
        case Swap(first=first, second=second) | UseExchange(first=first, second=second) if first.zone is Zone.LINE:
            return _Moved(own=(first, second))
        case Decree(cell=cell):
            return _Moved(own=(cell,), theirs=(cell,))
        case Copy(cell=cell):
            return _Moved(own=(cell,))
    return _Moved()


_MOVED = tuple(map(_moved, ACTIONS))
_SKIP = Skip().code


def seen_to_move(action: Action, position: Position) -> tuple[Card, ...]:
    """Return the cards that everyone at the table sees move.

    Args:
        action: The action.
        position: The position before it.
    """
    code = action.code
    if code == _SKIP and position.expansion is not None:
        return position.expansion.pending
    own, tops, theirs = _MOVED[code]
    if not own and not tops:
        return ()
    river, mine = position.river, position.territories[position.turn]
    if len(own) == len(tops) == 1:  # a develop, which most actions are
        (cell,), (pile,) = own, tops
        return (mine[cell], river[pile][-1]) if river[pile] else (mine[cell],)
    cards = [mine[cell] for cell in own]
    if tops:
        cards += [river[pile][-1] for pile in tops if river[pile]]
    if theirs:
        other = position.territories[1 - position.turn]
        cards += [other[cell] for cell in theirs]
    return tuple(cards)
