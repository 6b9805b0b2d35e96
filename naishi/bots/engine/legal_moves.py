"""The legal actions of a position and the state of the turn after each, cached for all positions that agree on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine.expansion_columns import travels
from naishi.bots.engine.observation import Observations, flow
from naishi.rules.actions import ACTIONS, Action, Develop, Discard, Swap, UseDevelop, UseExchange, UseRecall
from naishi.rules.cards import ON_LEAVING, TRAVELLERS, Card
from naishi.rules.position import Position
from naishi.rules.territory import Zone

Indices = npt.NDArray[np.intp]


class LegalMoves(NamedTuple):
    """The legal actions of the seat to act, and what follows from each."""

    codes: Indices
    """The codes of the actions."""
    follows: Observations
    """One row for each action: the columns `FLOW` of the observation after it; with the expansion, then `TRAVELS`."""


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
    if len(_after) > _MOST_AFTER:
        _after.clear()
    known = _after.setdefault(key, {})
    for code in codes:
        if code not in known:
            position.push(ACTIONS[code])
            moves = legal_moves(position)
            follows = _follows()[code, moves.codes]
            if position.expansion is not None and isinstance(ACTIONS[code], Swap):
                follows = follows | _triggering(position, moves.codes)
            position.pop()
            known[code] = LegalMoves(moves.codes[follows], moves.follows[follows])
    return known


def _triggering(position: Position, codes: Indices) -> npt.NDArray[np.bool_]:
    """Return which actions are develops by which a Traveller comes or goes: what follows depends on a bonus before."""
    leaving, coming = _travellers(position)
    return np.array([
        isinstance(action, Develop) and (leaving[action.cell] or coming[action.cell % 5]) is not None
        for action in (ACTIONS[code] for code in codes.tolist())
    ], dtype=np.bool_)  # fmt: skip


@cache
def _follows() -> npt.NDArray[np.bool_]:
    """Return for each action whether each other one may follow it: see `moves_after`."""
    follows = np.ones((len(ACTIONS), len(ACTIONS)), dtype=np.bool_)
    for bonus in ACTIONS:
        if isinstance(bonus, Swap | Discard):
            follows[bonus.code] = [not isinstance(other, Develop) or _uses(other, bonus) for other in ACTIONS]
    return follows


def _uses(develop: Develop, bonus: Swap | Discard) -> bool:
    """Return whether a develop uses a card that a bonus has moved."""
    if isinstance(bonus, Discard):
        return False
    moved = bonus.first, bonus.second
    if bonus.first.zone is Zone.RIVER:
        return develop.cell % 5 in {cell % 5 for cell in moved}
    return develop.cell in moved


_Key = tuple[object, ...]
_MOST_KNOWN, _MOST_AFTER = 20_000, 1_000
"""Some 50 MB each. The base game hardly needs more; with the expansion no two games have the same keys."""
_known: dict[_Key, LegalMoves] = {}
_after: dict[_Key, dict[int, LegalMoves]] = {}


def _key(position: Position, high: int) -> _Key:
    """Return what the legal actions depend on: it makes no difference how many cards lie in a pile that is high."""
    heights = tuple([min(len(pile), high) for pile in position.river])
    key = position.turn, position.developed, position.bonus, position.last is None, position.court, heights
    if position.expansion is None:
        return key
    return *key, position.expansion, *_travellers(position)


def _travellers(position: Position) -> tuple[tuple[Card | None, ...], tuple[Card | None, ...]]:
    """Return what a develop can trigger: by the card that leaves each cell, and the one that comes from each pile."""
    unturned = 0 if position.expansion is None else position.expansion.unturned
    leaving = [card if card >= _FIRST and card in ON_LEAVING else None for card in position.territories[position.turn]]
    coming = [
        pile[-1] if pile and pile[-1] >= _FIRST and not unturned >> at & 1 else None
        for at, pile in enumerate(position.river)
    ]
    return tuple(leaving), tuple(coming)


_FIRST = TRAVELLERS[0]
"""Cards with lower numbers trigger nothing."""


def _find(position: Position) -> LegalMoves:
    """Play only one of the actions that are alike, since this takes longest when a key is met for the first time."""
    seat, legal = position.turn, position.legal_actions()
    alike = [_ALIKE[action.code] for action in legal]
    if position.expansion is not None:
        alike = _alike_with_travellers(position, legal)
    follows: dict[_Alike, bytes] = {}
    for action, kind in zip(legal, alike, strict=True):
        if kind not in follows:
            position.push(action)
            follows[kind] = bytes((*flow(position, seat), *travels(position, seat)))
            position.pop()
    table = np.frombuffer(b"".join([follows[kind] for kind in alike]), dtype=np.uint8)
    return LegalMoves(np.array([action.code for action in legal]), table.reshape(len(legal), -1))


def _alike_with_travellers(position: Position, legal: Sequence[Action]) -> list[_Alike]:
    """Return what decides how actions change the turn, the court and what is pending."""
    leaving, coming = _travellers(position)
    return [
        (type(action), (action.cell % 5, leaving[action.cell], coming[action.cell % 5]))
        if isinstance(action, Develop | UseDevelop)
        else _ALIKE[action.code]
        for action in legal
    ]


_Alike = tuple[type[Action], object]


def _alike(action: Action) -> _Alike:
    """Return what decides how an action changes the turn and the court: its kind, and the piles it takes cards from."""
    match action:
        case Develop() | UseDevelop():
            return type(action), action.cell % 5
        case UseExchange():
            return UseExchange, action.traveller
        case UseRecall():
            return UseRecall, action.traveller
        case Discard():
            return Discard, (action.first, action.second)
        case _:
            return type(action), None


_ALIKE = [_alike(action) for action in ACTIONS]
