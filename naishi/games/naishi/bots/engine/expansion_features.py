"""Value network inputs with the expansion.

A Legend is shown to the inputs of the base game as the card that it replaces, a Traveller as a mountain, and further
inputs say which it is. So the network began as that of the base game, and had to learn only what is different.
"""

from itertools import combinations

import numpy as np

from naishi.games.naishi.bots.engine import (
    expansion_points as xp,
    expansion_sides as xs,
    features as f,
    observation as o,
    points as p,
    prospects,
)
from naishi.games.naishi.bots.engine.expansion_gains import Held, gains
from naishi.games.naishi.bots.engine.expansion_points import Kinds
from naishi.games.naishi.bots.engine.expansion_sides import Sides
from naishi.games.naishi.bots.engine.features import Block, InputPart, Inputs, Layout, Side
from naishi.games.naishi.bots.engine.gains import SWAPPED, best_swaps, orders
from naishi.games.naishi.bots.engine.legal_moves import MIX, Agreement, Indices, agreements, bits, packed
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.bots.engine.prospects import COLUMN, SCALE
from naishi.games.naishi.rules.cards import EXCHANGING, REPLACED, TRAVELLERS, Card, Expansion

_NEW = len(o.ADDED)
GROUPS = f.GROUPS | {
    "own new cards": p.CELLS * _NEW,
    "their new cards": p.CELLS * _NEW,
    "unseen new cards": _NEW,
    "in play": o.IN_PLAY.stop - o.IN_PLAY.start,
    "new tops": 5 * _NEW,
    "ryokan": 4,
    "pending": o.UNTURNED.stop - o.PENDING.start,
    "own exchange": 1,
}
"""The number of inputs of each group, in the order of the network's weights: those of the base game come first."""

WIDTH = sum(GROUPS.values())


def _layout(base: Layout, *names: str) -> Layout:
    return Layout(*base.at, *names, groups=GROUPS)


OWN = _layout(f.OWN, "own new cards")
THEIRS = _layout(f.THEIRS, "their new cards", "unseen new cards", "in play")
RIVER = _layout(f.RIVER, "new tops")
TURN = _layout(f.TURN, "ryokan", "pending")
SHARED = _layout(f.SHARED, "own exchange")
LAYOUTS = OWN, THEIRS, RIVER, TURN, SHARED

_FACE = np.arange(o.FACE_DOWN + 1, dtype=np.uint8)
_FACE[[*REPLACED]] = [*REPLACED.values()]
_FACE[[*TRAVELLERS]] = Card.MOUNTAIN
_TOP = _FACE.copy()
_TOP[[*TRAVELLERS]] = o.EMPTY
_TOP[o.FACE_DOWN] = o.DOWN


def inputs(rows: Observations) -> Inputs:
    own, theirs, river, turn, own_next, their_next = _distinct(rows)
    own_rows, their_rows = rows.take(own.first, axis=0), rows.take(theirs.first, axis=0)
    sides = _sides(own_rows, their_rows)
    size = len(own.first)
    mine, others = own.row, theirs.row + size
    shared, at = SHARED.empty(len(rows)), SHARED.at
    shared[:, 0] = np.tanh((sides.totals.take(mine) - sides.totals.take(others)) * np.float32(0.1))
    develops = _develops(rows, sides.held, (own_next, mine), (their_next, others))
    shared[:, at["own develops"]], shared[:, at["their develops"]] = develops
    shared[:, at["own swaps"]], shared[:, at["own exchange"]] = _own_swaps(rows, sides.held.kinds, mine)
    base = rows[:, : o.WIDTH].copy()
    base[:, : o.TOPS.start], base[:, o.TOPS] = _FACE.take(rows[:, : o.TOPS.start]), _TOP.take(rows[:, o.TOPS])
    mine_base, theirs_base = (
        Side(sides.by_type[of], sides.totals[of], sides.counts[of]) for of in (slice(size), slice(size, None))
    )
    turn_rows = rows.take(turn.first, axis=0)
    blocks = (
        (f.own_inputs(base.take(own.first, axis=0), mine_base), _new_cards(own_rows[:, o.OWN])),
        (
            f.their_inputs(base.take(theirs.first, axis=0), theirs_base), _new_cards(their_rows[:, xs.THEIR_CARDS]),
            their_rows[:, o.UNSEEN_ADDED], their_rows[:, o.IN_PLAY],
        ),
        (f.river_inputs(base.take(river.first, axis=0)), _new_cards(rows[:, o.TOPS].take(river.first, axis=0))),
        (
            f.turn_inputs(turn_rows), _RYOKAN_INPUTS[turn_rows[:, o.RYOKAN], turn_rows[:, o.SIDE]],
            turn_rows[:, o.PENDING.start : o.UNTURNED.stop],
        ),
    )  # fmt: skip
    parts = [
        InputPart(np.concatenate(some, axis=1, dtype=np.float32), part.row)
        for some, part in zip(blocks, (own, theirs, river, turn), strict=True)
    ]
    return Inputs(parts, shared, LAYOUTS)


def _sides(mine: Observations, theirs: Observations) -> Sides:
    """Work out the seat's own sides in some positions, and after them the other sides in others."""
    return xs.sides_of(
        np.concatenate([mine[:, o.OWN], o.laid(theirs)]),
        np.concatenate([xs.ryokan_of(mine, 1), xs.ryokan_of(theirs, 2)]),
        np.concatenate([mine[:, xs.THEIR_CARDS], theirs[:, o.OWN]]),
    )


_ALL = range(o.WIDE)
_KEYS = np.stack(
    [
        bits(_ALL[o.OWN], 5, o.WIDE),
        bits([*_ALL[o.THEIR_LINE], *_ALL[o.THEIR_HAND]], 5, o.WIDE),
        bits([o.SURE_MOUNTAINS, o.SURE_GIFT, o.KEPT, *_ALL[o.IN_PLAY]], 4, o.WIDE),
        bits(_ALL[o.UNSEEN], 4, o.WIDE),
        bits(_ALL[o.UNSEEN_ADDED], 1, o.WIDE),
        bits(_ALL[o.TOPS], 5, o.WIDE) + bits(_ALL[o.HEIGHTS], 3, o.WIDE) * 2.0**25,
        bits([*_ALL[o.EXPOSED], *_ALL[o.FLOW], o.SEAT], 2, o.WIDE),
        bits(_ALL[o.TRAVELS], 3, o.WIDE),
    ],
    axis=1,
)
"""Factors that pack the columns into numbers."""
_RYOKAN = 63
"""The bits of the last number that say where the Ryokan is."""


def _distinct(rows: Observations) -> list[Agreement]:
    """Return which positions agree on each part, and on each side together with the River.

    What a side scores depends on the Ryokan, and with a Legendary Ninja also on the cards of the other side.
    """
    mine, their_cards, sure, unseen, added, river, flow, travels = packed(rows, _KEYS)
    ryokan = travels & _RYOKAN
    own = mine * MIX ^ ryokan
    theirs = (((their_cards * MIX ^ sure) * MIX ^ unseen) * MIX ^ added) * MIX ^ ryokan
    if rows[:, o.NINJA_IN_PLAY].any():
        own = np.where((rows[:, o.OWN] == Card.LEGENDARY_NINJA).any(axis=1), own * MIX ^ their_cards, own)
        theirs = np.where((rows[:, xs.THEIR_CARDS] == Card.LEGENDARY_NINJA).any(axis=1), theirs * MIX ^ mine, theirs)
    turn = flow * MIX ^ travels
    return agreements(np.stack([own, theirs, river, turn, own * MIX ^ river, theirs * MIX ^ river]))


def _develops(
    rows: Observations, held: Held, mine: tuple[Agreement, Indices], theirs: tuple[Agreement, Indices]
) -> tuple[Block, Block]:
    """Return what both seats could gain by each develop, and by the best two; see `prospects.develops`.

    Args:
        mine: Which positions agree on the seat's side and the River; and which territory each has.
    """
    own, others = rows.take(mine[0].first, axis=0), rows.take(theirs[0].first, axis=0)
    own_at, at = mine[1].take(mine[0].first), theirs[1].take(theirs[0].first)
    tops = others[:, o.TOPS]
    shown = np.zeros((len(held.kinds), o.FACE_DOWN + 1), dtype=np.bool_)
    shown[at[:, None], tops] = True
    shown[:, [o.EMPTY, o.FACE_DOWN]] = False
    first = np.zeros(len(held.kinds), dtype=np.intp)
    first[at] = np.arange(len(others))
    side, card = shown.nonzero()
    found = gains(
        held,
        np.concatenate([own_at, side]),
        np.concatenate([own[:, o.TOPS].take(COLUMN, axis=1), card.repeat(p.CELLS).reshape(-1, p.CELLS)]),
        np.concatenate([own[:, xs.THEIR_CARDS], others[:, o.OWN].take(first[side], axis=0)]),
    )
    table = np.zeros((*shown.shape, p.CELLS), dtype=np.float32)
    table[side, card] = found[len(own) :]
    from_piles = table.reshape(-1, p.CELLS).take(at[:, None] * shown.shape[1] + tops, axis=0)
    more = found[: len(own)]
    more += _SWINGS[own[:, o.RYOKAN, None], own[:, o.SIDE, None], own[:, o.TOPS][:, COLUMN]]
    more *= SCALE
    of_own = np.concatenate([more, prospects.best_two(more)], axis=1)
    from_piles += _SWINGS[_OTHERS[others[:, o.RYOKAN]][:, None], others[:, o.SIDE, None], tops][:, :, None]
    from_piles *= SCALE
    of_others = prospects.of_other(from_piles, tops)
    return of_own.take(mine[0].row, axis=0), of_others.take(theirs[0].row, axis=0)


_OTHERS = np.array([0, 2, 1])
"""[who has the Ryokan, seen by one seat]: the same seen by the other."""


def _swings() -> Block:
    """Return how far a card that a seat takes from the River moves its lead by the Ryokan: [owner, side, card]."""
    found = np.zeros((3, 8, o.FACE_DOWN + 1), dtype=np.float32)
    for whose, owner in enumerate((None, 0, 1)):
        for side in (4, 7):
            before = Expansion(owner, side)
            for card in TRAVELLERS:
                after = before.developed(0, Card.MOUNTAIN, card, 0)
                found[whose, side, card] = after.ryokan(0) - before.ryokan(0) + before.ryokan(1) - after.ryokan(1)
    return found


_SWINGS = _swings()


_EXCHANGES = orders([*combinations(range(10), 2)])
_EXCHANGE_COLUMNS = [o.PENDING.start + TRAVELLERS.index(card) for card in EXCHANGING]


def _own_swaps(rows: Observations, kinds: Kinds, which: Indices) -> tuple[Block, Block]:
    """Return what the best swaps would add where they may follow, and the best exchange where an effect allows it."""
    swapped, exchanged = (np.zeros((len(rows), number), dtype=np.float32) for number in (prospects.SWAPS, 1))
    may = np.flatnonzero(prospects.may_swap(rows))
    if may.size:
        swapped[may] = best_swaps(_each_once(rows[may], kinds, which[may], SWAPPED))
    may = np.flatnonzero(rows[:, _EXCHANGE_COLUMNS].any(axis=1))
    if may.size:
        exchanged[may] = _each_once(rows[may], kinds, which[may], _EXCHANGES).max(axis=1, keepdims=True)
    return swapped * SCALE, exchanged * SCALE


def _each_once(rows: Observations, kinds: Kinds, which: Indices, orders: Indices) -> Block:
    """Return what each order of the cells would add to the territories of some positions; ninjas keep their copies.

    Args:
        orders: [order, cell]: the cell that its card comes from; the first leaves all as it is.
    """
    first = np.full(len(kinds), -1)
    first[which] = np.arange(len(which))
    some = (first >= 0).nonzero()[0]
    tried = xp.masks_of(kinds[some][:, orders].reshape(-1, p.CELLS))
    ryokan = xs.ryokan_of(rows[first[some]], 1).repeat(len(orders))
    total = xp.earned(tried, ryokan).totals.reshape(len(some), -1)
    number = (first >= 0).cumsum() - 1
    result: Block = (total[:, 1:] - total[:, :1])[number[which]]
    return result


_RYOKAN_INPUTS = np.zeros((3, 8, 4), dtype=np.float32)
"""[who has the Ryokan, its side]: one input for each owner and side."""
_RYOKAN_INPUTS[[1, 1, 2, 2], [4, 7, 4, 7], range(4)] = 1


def _new_cards(cards: Observations) -> Block:
    return _NEW_CARD.take(cards, axis=0).reshape(len(cards), -1)


_NEW_CARD = np.zeros((o.FACE_DOWN + 1, _NEW), dtype=np.float32)
_NEW_CARD[[*o.ADDED], np.arange(_NEW)] = 1
