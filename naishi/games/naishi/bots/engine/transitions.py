"""Batched changes of observations by actions.

No rule is repeated here. Where an action moves each card is found by playing it once on a `Position` whose cards are
all different.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.games.naishi.bots.engine import expansion_columns as x
from naishi.games.naishi.bots.engine import observation as o
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.observation import Observations
from naishi.games.naishi.game.memory import Memory
from naishi.games.naishi.rules.actions import ACTIONS, Decree, Use
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.expansion import Expansion
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.territory import Zone

MOVED = 30
"""The number of columns, the first ones of an observation, that say where cards are and which are exposed."""
_DRAWN, _SEEN = 30, 31
"""Two more sources: the next card of a pile, and the constant "exposed"."""

_PROBE = Position.from_text("FF/FF/FF/FF/FF MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -")


class Effects(NamedTuple):
    """Where each column of an observation comes from, for each action."""

    source: Indices
    """[action, column]: the column that its value comes from."""
    drop: Observations
    """[action, pile]: 1 if a card leaves the pile."""


@cache
def effects() -> Effects:
    """Find out where each action moves each card."""
    source = np.tile(np.arange(MOVED), (len(ACTIONS), 1))
    drop = np.zeros((len(ACTIONS), 5), dtype=np.uint8)
    for action in ACTIONS:
        probe = _PROBE.copy()
        if isinstance(action, Use):
            probe.developed, probe.expansion = True, Expansion(owner=0, pending=(action.traveller,))
        if probe.is_legal(action):
            probe.territories = [list(range(10)), list(range(10, 20))]  # type: ignore[arg-type]
            probe.river = [[_DRAWN, 20 + position] for position in range(5)]  # type: ignore[list-item]
            watcher = Memory(1, tuple(range(25, 30)), (), kept=False)  # type: ignore[arg-type]
            watcher = watcher.after(action, probe)
            probe.push(action)
            tops = [pile[-1] for pile in probe.river]
            exposed = [_SEEN if card is None or card not in range(25, 30) else int(card) for card in watcher.seen]
            cards = [*probe.territories[0], *probe.territories[1], *tops]
            source[action.code] = [*map(int, cards), *exposed]
            drop[action.code] = [2 - len(pile) for pile in probe.river]
    return Effects(source, drop)


HIDDEN_DECREES = np.array([isinstance(a, Decree) and a.cell.zone is Zone.HAND for a in ACTIONS])
"""Whether an action takes a card of the other Hand."""
DECREED = np.array([a.cell - 5 if isinstance(a, Decree) and a.cell.zone is Zone.HAND else 0 for a in ACTIONS])
"""The position of that card in the Hand."""


def apply(before: Observations, codes: Indices, follows: Observations) -> Observations:
    """Apply actions to observations.

    Args:
        before: The observation of the seat to act, one row for each action.
        codes: The actions.
        follows: What follows from each (see `LegalMoves`).

    Returns:
        The observation right after, before new River cards are turned up. If a decree takes an unknown card, that
        card is `UNKNOWN` in the seat's own territory: see `reveal_decreed`.
    """
    moves = effects()
    sources = np.empty((len(before), MOVED + 2), dtype=np.uint8)
    sources[:, :MOVED] = before[:, :MOVED]
    wide = x.is_wide(before)
    sources[:, _DRAWN], sources[:, _SEEN] = x.FACE_DOWN if wide else o.DOWN, 1
    after = before.copy()
    starts = np.arange(0, sources.size, MOVED + 2)[:, None]
    after[:, :MOVED] = sources.ravel().take(moves.source[codes] + starts)
    after[:, o.HEIGHTS] -= moves.drop[codes]
    tops = after[:, o.TOPS]
    tops[after[:, o.HEIGHTS] == 0] = o.EMPTY
    if wide:
        after[:, x.TRAVELS] = follows[:, _FLOW:]
    after[:, o.FLOW] = follows[:, :_FLOW]
    return after


_FLOW = o.FLOW.stop - o.FLOW.start


def reveal_decreed(
    after: Observations, codes: Indices, cards: npt.NDArray[np.integer], *, gift: npt.NDArray[np.bool_]
) -> None:
    """Write the card that a decree took into the observations, in place.

    Args:
        after: Rows made by `apply`.
        codes: The decrees.
        cards: The cards received.
        gift: Whether the card is the one that the seat gave at the start, and no mountain.
    """
    every = np.arange(len(after))
    after[every, 5 + DECREED[codes]] = cards
    mountain = cards == Card.MOUNTAIN
    after[mountain, o.SURE_MOUNTAINS] -= 1
    after[gift, o.SURE_GIFT] = o.UNKNOWN
    kept = ~(mountain | gift)
    after[kept, o.KEPT] = 0
    after[kept, o.UNSEEN.start + cards[kept]] -= 1
