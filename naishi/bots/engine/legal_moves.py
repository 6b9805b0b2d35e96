"""The legal actions of a position and the state of the turn after each, cached for all positions that agree on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine.observation import Observations, flow
from naishi.rules.actions import BASE_ACTIONS, Action, Develop, Discard, Swap
from naishi.rules.court import Court
from naishi.rules.position import Position
from naishi.rules.territory import Zone

Indices = npt.NDArray[np.intp]


class LegalMoves(NamedTuple):
    """The legal actions of the seat to act, and what follows from each."""

    codes: Indices
    """The codes of the actions."""
    follows: Observations
    """One row for each action: the columns `FLOW` of the observation after it."""


def legal_moves(position: Position) -> LegalMoves:
    """Return the legal actions of a position in play."""
    key = _key(position, 2)
    if known := _known.get(key):
        return known
    if len(_known) > _MOST_KNOWN:
        _known.clear()
    found = _known[key] = _find(position)
    return found


def moves_after(position: Position, codes: Collection[int]) -> Mapping[int, LegalMoves]:
    """Return what may follow each of some actions, given by their codes, after which the turn goes on.

    After a bonus these are the develops that use a card it has moved. Any other can as well come first, which leads to
    the same result; and what a discard turns up isn't known beforehand.
    """
    key = _key(position, 3)
    if len(_after) > _MOST_KNOWN:
        _after.clear()
    known = _after.setdefault(key, {})
    for code in codes:
        if code not in known:
            position.push(BASE_ACTIONS[code])
            moves = legal_moves(position)
            position.pop()
            follows = _follows()[code, moves.codes]
            known[code] = LegalMoves(moves.codes[follows], moves.follows[follows])
    return known


@cache
def _follows() -> npt.NDArray[np.bool_]:
    """Return for each action whether each other one may follow it: see `moves_after`."""
    follows = np.ones((len(BASE_ACTIONS), len(BASE_ACTIONS)), dtype=np.bool_)
    for bonus in BASE_ACTIONS:
        if isinstance(bonus, Swap | Discard):
            follows[bonus.code] = [not isinstance(other, Develop) or _uses(other, bonus) for other in BASE_ACTIONS]
    return follows


def _uses(develop: Develop, bonus: Swap | Discard) -> bool:
    """Return whether a develop uses a card that a bonus has moved."""
    if isinstance(bonus, Discard):
        return False
    moved = bonus.first, bonus.second
    if bonus.first.zone is Zone.RIVER:
        return develop.cell % 5 in {cell % 5 for cell in moved}
    return develop.cell in moved


_Key = tuple[int, bool, bool, bool, Court, tuple[int, ...]]
_MOST_KNOWN = 200_000
_known: dict[_Key, LegalMoves] = {}
_after: dict[_Key, dict[int, LegalMoves]] = {}


def _key(position: Position, high: int) -> _Key:
    """Return what the legal actions depend on: it makes no difference how many cards lie in a pile that is high."""
    heights = tuple([min(len(pile), high) for pile in position.river])
    return position.turn, position.developed, position.bonus, position.last is None, position.court, heights


def _find(position: Position) -> LegalMoves:
    """Play only one of the actions that are alike, since this takes longest when a key is met for the first time."""
    seat, legal = position.turn, position.legal_actions()
    follows: dict[_Alike, bytes] = {}
    for action in legal:
        if (alike := _ALIKE[action.code]) not in follows:
            position.push(action)
            follows[alike] = bytes(flow(position, seat))
            position.pop()
    table = np.frombuffer(b"".join([follows[_ALIKE[action.code]] for action in legal]), dtype=np.uint8)
    return LegalMoves(np.array([action.code for action in legal]), table.reshape(len(legal), -1))


_Alike = tuple[type[Action], object]


def _alike(action: Action) -> _Alike:
    """Return what decides how an action changes the turn and the court: its kind, and the piles it takes cards from."""
    match action:
        case Develop():
            return Develop, action.cell % 5
        case Discard():
            return Discard, (action.first, action.second)
        case _:
            return type(action), None


_ALIKE = [_alike(action) for action in BASE_ACTIONS]
