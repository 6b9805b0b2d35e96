"""The legal actions of a position and the state of the turn after each, cached for all positions that agree on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine.observation import Observations, flow
from naishi.rules.actions import ACTIONS
from naishi.rules.court import Court
from naishi.rules.position import Position

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
    """Return the legal actions after each of some actions, given by their codes, that don't end the game."""
    key = _key(position, 3)
    if len(_after) > _MOST_KNOWN:
        _after.clear()
    known = _after.setdefault(key, {})
    for code in codes:
        if code not in known:
            position.push(ACTIONS[code])
            known[code] = legal_moves(position)
            position.pop()
    return known


_Key = tuple[int, bool, bool, bool, Court, tuple[int, ...]]
_MOST_KNOWN = 200_000
_known: dict[_Key, LegalMoves] = {}
_after: dict[_Key, dict[int, LegalMoves]] = {}


def _key(position: Position, high: int) -> _Key:
    """Return what the legal actions depend on: it makes no difference how many cards lie in a pile that is high."""
    heights = tuple([min(len(pile), high) for pile in position.river])
    return position.turn, position.developed, position.bonus, position.last is None, position.court, heights


def _find(position: Position) -> LegalMoves:
    seat = position.turn
    follows = []
    legal = position.legal_actions()
    for action in legal:
        position.push(action)
        follows.append(bytes(flow(position, seat)))
        position.pop()
    table = np.frombuffer(b"".join(follows), dtype=np.uint8).reshape(len(legal), -1)
    return LegalMoves(np.array([action.code for action in legal]), table)
