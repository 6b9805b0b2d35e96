"""What each action does to the facts a seat knows, for many actions at once.

No rule is written here. Which card goes where is found by doing each action once on a `Position` whose cards are
all different; what may be done and what follows is found by doing it on the position in question, and remembered
for all positions that are alike in everything it depends on.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naishi.bots.engine import observation as facts
from naishi.bots.engine.observation import DOWN, EMPTY, EXPOSED, FLOW, HEIGHTS, THEIR_HAND, TOPS, Facts
from naishi.game.memory import Memory
from naishi.rules.actions import ACTIONS, Decree
from naishi.rules.cards import Card
from naishi.rules.court import Court
from naishi.rules.position import Position
from naishi.rules.territory import Zone

Rows = npt.NDArray[np.intp]

MOVED = 30
"""The columns of facts that say where cards lie and what is exposed: the first thirty."""
_DRAWN, _SEEN = 30, 31
"""Sources beyond them: the card that is turned up next, and the fact that a card was seen to come."""

_PROBE = "FF/FF/FF/FF/FF MMMMM/MMMMM MMMMM/MMMMM 000:000 0 - - -"


class Effects(NamedTuple):
    """Where each column comes from, for each action."""

    source: Rows
    """[action, column]: the column it takes its value from."""
    drop: Facts
    """[action, pile]: 1 where a card leaves the pile."""


@cache
def effects() -> Effects:
    """Find out where cards go, once."""
    source = np.tile(np.arange(MOVED), (len(ACTIONS), 1))
    drop = np.zeros((len(ACTIONS), 5), dtype=np.uint8)
    for action in ACTIONS:
        probe = Position.from_text(_PROBE)
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
"""At which position of the Hand."""


class Menu(NamedTuple):
    """What may be done in a situation, and what follows from each action."""

    codes: Rows
    follows: Facts
    """One row an action: the columns of `FLOW`."""


def menu(position: Position) -> Menu:
    """List what may be done in a position, in play, and what follows, for the seat to act."""
    heights = tuple([min(len(pile), 2) for pile in position.river])
    key = position.turn, position.developed, position.bonus, position.last is None, position.court, heights
    if known := _menus.get(key):
        return known
    if len(_menus) > _MOST_MENUS:
        _menus.clear()
    made = _menus[key] = _make_menu(position)
    return made


_MOST_MENUS = 200_000
_menus: dict[tuple[int, bool, bool, bool, Court, tuple[int, ...]], Menu] = {}


def _make_menu(position: Position) -> Menu:
    seat = position.turn
    follows = []
    legal = position.legal_actions()
    for action in legal:
        position.push(action)
        follows.append(bytes(facts.flow(position, seat)))
        position.pop()
    table = np.frombuffer(b"".join(follows), dtype=np.uint8).reshape(len(legal), -1)
    return Menu(np.array([action.code for action in legal]), table)


def done(before: Facts, codes: Rows, follows: Facts) -> Facts:
    """Do actions on rows of facts.

    Args:
        before: What the seat to act knows, one row an action.
        codes: The actions.
        follows: What follows from each (see `Menu`).

    Returns:
        What the seat knows right after, with new River cards not yet turned up. Where a decree takes an unknown
        card, that card is `UNKNOWN` among the seat's own: see `received`.
    """
    what = effects()
    sources = np.empty((len(before), MOVED + 2), dtype=np.uint8)
    sources[:, :MOVED] = before[:, :MOVED]
    sources[:, _DRAWN], sources[:, _SEEN] = DOWN, 1
    after = before.copy()
    after[:, :MOVED] = np.take_along_axis(sources, what.source[codes], axis=1)
    after[:, HEIGHTS] -= what.drop[codes]
    tops = after[:, TOPS]
    tops[after[:, HEIGHTS] == 0] = EMPTY
    after[:, FLOW] = follows
    return after


def received(after: Facts, codes: Rows, cards: npt.NDArray[np.integer], *, gift: npt.NDArray[np.bool_]) -> None:
    """Say what a decree took, in place, where the card was unknown before.

    Args:
        after: Rows that `done` made.
        codes: The decrees.
        cards: The cards received.
        gift: Whether it is the very card that the seat gave at the start (when it isn't a mountain).
    """
    every = np.arange(len(after))
    after[every, 5 + DECREED[codes]] = cards
    mountain = cards == Card.MOUNTAIN
    after[mountain, facts.SURE_MOUNTAINS] -= 1
    after[gift, facts.SURE_GIFT] = facts.UNKNOWN
    kept = ~(mountain | gift)
    after[kept, facts.KEPT] = 0
    after[kept, facts.UNSEEN.start + cards[kept]] -= 1


__all__ = [
    "DECREED",
    "EXPOSED",
    "HIDDEN_DECREES",
    "THEIR_HAND",
    "Effects",
    "Menu",
    "done",
    "effects",
    "menu",
    "received",
]
