"""Cached legal actions, the turn state after each, and grouping of equal positions."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine.observation import CARD, Observations, flow, travels
from naishi.games.naishi.rules import actions
from naishi.games.naishi.rules.cards import ON_LEAVING, TRAVELLERS, Card, Zone
from naishi.games.naishi.rules.position import Position

Indices = npt.NDArray[np.intp]


class LegalMoves(NamedTuple):
    """The legal actions of the seat to act, and what follows from each."""

    codes: Indices
    follows: Observations
    """One row for each action: the columns `FLOW` of the observation after it; with the expansion, then `TRAVELS`."""
    triggering: npt.NDArray[np.bool_]
    """Whether each action is a develop by which a Traveller comes or goes."""


def legal_moves(position: Position) -> LegalMoves:
    key = _key(position, 2), _travellers(position)
    return _known.get(key) or _find(position, key)


class Continuations(NamedTuple):
    """What may follow some actions, one after the other."""

    counts: Indices
    """How many actions may follow each."""
    codes: Indices
    follows: Observations
    """The same as in `LegalMoves`, for all of them."""


def continuations(position: Position, codes: tuple[int, ...]) -> Continuations:
    """Return what may follow each of some actions, as one array: see `moves_after`."""
    key = _key(position, 3), _travellers(position), codes
    found = _continuations.get(key)
    if found is None:
        if len(_continuations) > _MOST_AFTER:
            _continuations.clear()
        after = moves_after(position, codes)
        moves = [after[code] for code in codes]
        found = _continuations[key] = Continuations(
            np.array([len(each.codes) for each in moves]),
            np.concatenate([each.codes for each in moves]),
            np.concatenate([each.follows for each in moves]),
        )
    return found


def moves_after(position: Position, codes: Collection[int]) -> Mapping[int, LegalMoves]:
    """Return what may follow each of some actions, given by their codes, after which the turn goes on.

    After a bonus these are the develops that use a card it has moved, or by which a Traveller comes or goes. Any other
    can as well come first, which leads to the same result; and what a discard turns up isn't known beforehand.
    """
    travellers = leaving, coming = _travellers(position)
    if len(_after) > _MOST_AFTER:
        _after.clear()
    known = _after.setdefault((_key(position, 3), travellers), {})
    after_swap, after_develop = None, dict[int, LegalMoves]()
    for code in codes:
        if code in known:
            continue
        action = actions.ACTIONS[code]
        if (
            isinstance(action, actions.Develop)
            and leaving[action.cell] is None
            and coming[pile := action.cell % 5] is None
        ):
            if pile not in after_develop:  # nothing else decides what may follow, and all of it may
                position.push(action)
                after_develop[pile] = legal_moves(position)
                position.pop()
            known[code] = after_develop[pile]
            continue
        swap = action if isinstance(action, actions.Swap) else None
        # all swaps change the turn and the court alike
        moves = _known.get((after_swap, _swapped(travellers, swap))) if swap and after_swap else None
        if moves is None:
            position.push(action)
            moves, after_swap = legal_moves(position), _key(position, 2) if swap else after_swap
            position.pop()
        may_follow = _follows()[code].take(moves.codes)
        if swap:
            may_follow |= moves.triggering
        follows = may_follow.nonzero()[0]
        known[code] = LegalMoves(*[each.take(follows, axis=0) for each in moves])
    return known


def _swapped(travellers: "_Travellers", swap: actions.Swap) -> "_Travellers":
    leaving, coming = travellers
    if swap.first.zone is Zone.RIVER:
        return leaving, _exchanged(coming, swap.first % 5, swap.second % 5)
    return _exchanged(leaving, swap.first, swap.second), coming


def _exchanged(cards: tuple[Card | None, ...], one: int, other: int) -> tuple[Card | None, ...]:
    if cards[one] is cards[other]:
        return cards
    changed = [*cards]
    changed[one], changed[other] = cards[other], cards[one]
    return tuple(changed)


@cache
def _follows() -> npt.NDArray[np.bool_]:
    """Return for each action whether each other one may follow it: see `moves_after`."""
    follows = np.ones((len(actions.ACTIONS), len(actions.ACTIONS)), dtype=np.bool_)
    for develop in actions.ACTIONS:
        if isinstance(develop, actions.Develop):
            for bonus in actions.ACTIONS:
                match bonus:
                    case actions.Swap(first=first, second=second) if first.zone is Zone.RIVER:
                        follows[bonus.code, develop.code] = develop.cell % 5 in {first % 5, second % 5}
                    case actions.Swap(first=first, second=second):
                        follows[bonus.code, develop.code] = develop.cell in {first, second}
                    case actions.Discard():
                        follows[bonus.code, develop.code] = False
    return follows


_Key = tuple[object, ...]
_Travellers = tuple[tuple[Card | None, ...], tuple[Card | None, ...]]
_MOST_KNOWN, _MOST_AFTER = 20_000, 1_000
"""Some 50 MB each. The base game hardly needs more; with the expansion no two games have the same keys."""
_known: dict[tuple[_Key, _Travellers], LegalMoves] = {}
_after: dict[tuple[_Key, _Travellers], dict[int, LegalMoves]] = {}
_continuations: dict[tuple[_Key, _Travellers, tuple[int, ...]], Continuations] = {}


def _key(position: Position, high: int) -> _Key:
    """Return what the legal actions depend on: it makes no difference how many cards lie in a pile that is high."""
    heights = tuple([min(len(pile), high) for pile in position.river])
    return (
        position.turn, position.developed, position.bonus, position.last is None, position.court, heights,
        position.expansion,
    )  # fmt: skip


def _travellers(position: Position) -> _Travellers:
    if position.expansion is None or (position.developed and not position.expansion.pending):
        return _NO_TRAVELLERS
    unturned = position.expansion.unturned
    leaving = [_LEAVING[card] for card in position.territories[position.turn]]
    coming = [_COMING[pile[-1]] if pile and not unturned >> at & 1 else None for at, pile in enumerate(position.river)]
    return tuple(leaving), tuple(coming)


_NO_TRAVELLERS: _Travellers = (None,) * 10, (None,) * 5
_LEAVING, _COMING = (
    [CARD[card] if card in travellers else None for card in range(max(Card) + 1)]
    for travellers in (ON_LEAVING, TRAVELLERS)
)
"""[card]: the Traveller whose effect it is to leave, if it is one; the one that comes with it."""


class _Turn(NamedTuple):
    """What all positions with the same key have in common, wherever Travellers lie."""

    codes: Indices
    follows: Sequence[bytes]
    """What follows each of them that isn't a develop."""
    develops: Sequence[tuple[int, actions.Develop | actions.UseDevelop]]
    """The others, and their places among the legal ones."""
    after: "dict[_Alike, bytes]"
    """What follows each develop that has been tried."""


_turns: dict[_Key, _Turn] = {}


def _find(position: Position, key: tuple[_Key, _Travellers]) -> LegalMoves:
    if len(_known) > _MOST_KNOWN:
        _known.clear()
        _turns.clear()
    turn = _turns.get(key[0])
    if turn is None:
        turn = _turns[key[0]] = _turn(position)
    (leaving, coming), follows = key[1], [*turn.follows]
    triggering = np.zeros(len(follows), dtype=np.bool_)
    for at, develop in turn.develops:
        pile = develop.cell % 5
        leaves, comes = leaving[develop.cell], coming[pile]
        alike = type(develop), (pile, leaves, comes)
        followed = turn.after.get(alike)
        if followed is None:
            followed = turn.after[alike] = _followed(position, develop)
        follows[at] = followed
        triggering[at] = (leaves or comes) is not None and isinstance(develop, actions.Develop)
    table = np.frombuffer(b"".join(follows), dtype=np.uint8)
    found = _known[key] = LegalMoves(turn.codes, table.reshape(len(follows), -1), triggering)
    return found


def _turn(position: Position) -> _Turn:
    """Play only one of the actions that are alike, since this takes longest."""
    after: dict[_Alike, bytes] = {}
    follows, develops = [], []
    legal = position.legal_actions()
    for at, action in enumerate(legal):
        if isinstance(action, actions.Develop | actions.UseDevelop):
            develops.append((at, action))
            follows.append(b"")
            continue
        alike = _ALIKE[action.code]
        if alike not in after:
            after[alike] = _followed(position, action)
        follows.append(after[alike])
    return _Turn(np.array([action.code for action in legal]), follows, develops, {})


def _followed(position: Position, action: actions.Action) -> bytes:
    """Return the columns `FLOW` and `TRAVELS` after an action, for the seat that acts."""
    seat = position.turn
    position.push(action)
    followed = bytes((*flow(position, seat), *travels(position, seat)))
    position.pop()
    return followed


_Alike = tuple[type[actions.Action], object]


def _alike(action: actions.Action) -> _Alike:
    match action:
        case actions.UseExchange() | actions.UseRecall():
            return type(action), action.traveller
        case actions.Discard(first=first, second=second):
            return actions.Discard, (first, second)
        case _:
            return type(action), None


_ALIKE = [_alike(action) for action in actions.ACTIONS]


Keys = npt.NDArray[np.int64]

MIX = np.int64(0x1E3779B97F4A7C15)
"""Mixes two keys into one: `one * MIX ^ other`."""
_SLOTS = 1 << 13


class Agreement(NamedTuple):
    """Positions that agree on a part."""

    first: Indices
    """The index of one position of each kind."""
    row: Indices
    """For each position, the number of its kind."""


def bits(columns: Sequence[int], each: int, width: int) -> npt.NDArray[np.float64]:
    """Return factors that pack columns into one number, `each` bits a column."""
    factors = np.zeros(width)
    factors[list(columns)] = 2.0 ** (each * np.arange(len(columns)))
    return factors


def packed(rows: npt.NDArray[np.uint8], factors: npt.NDArray[np.float64]) -> Keys:
    """Pack columns into numbers below 2^53, which are exact: one row for each column of factors."""
    return np.ascontiguousarray((rows.astype(np.float64) @ factors).T).astype(np.int64)


def agreements(keys: Keys) -> list[Agreement]:
    """For each row of keys, return which positions agree on it.

    Positions with the same key share a slot of a hash table, in which the last one represents them. Where different
    keys meet in a slot, some positions represent themselves: that costs a little time, and sorting costs more.
    """
    count = keys.shape[1]
    every = np.arange(count)
    slot = (keys * MIX >> 40) & (_SLOTS - 1)
    slot += np.arange(len(keys))[:, None] * _SLOTS
    slots = np.empty(len(keys) * _SLOTS, dtype=np.intp)
    slots[slot] = every
    same = slots.take(slot)
    agree = keys.ravel().take(same + np.arange(0, keys.size, count)[:, None]) == keys
    same = np.where(agree, same, every)
    first = same == every
    number = first.cumsum(axis=1) - 1
    return [Agreement(one.nonzero()[0], its.take(which)) for one, its, which in zip(first, number, same, strict=True)]
