"""The points of a game so far, read backwards from a view: for those who see the cards of a seat now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from naishi.game.events import Event
from naishi.game.view import PlayerView
from naishi.rules.actions import Copy, Decree, Develop, End, Give, Swap
from naishi.rules.cards import Card
from naishi.rules.territory import Territory, Zone
from naishi.rules.totals import best_copies, total

Pair = tuple[float, float]


def points_so_far(view: PlayerView, seat: int) -> tuple[int, ...]:
    """Return what a seat's territory was worth before each event, and what it is worth now.

    Nothing where the viewer can't see all ten cards, or in a game with the expansion: which side of the Ryokan lay up,
    and who had it, doesn't follow from the events.
    """
    side = view.sides[seat]
    now = (*side.line, *side.hand)
    cards = [card for card in now if card is not None]
    if view.module is not None or len(cards) < len(now):
        return ()
    found = [view.outcome.sheets[seat].total if view.outcome is not None else _worth(tuple(cards))]
    for event in reversed(view.events):
        _take_back(event, cards, seat)
        found.append(found[-1] if isinstance(event.action, Copy) else _worth(tuple(cards)))
    return tuple(reversed(found))


@lru_cache(4096)
def _worth(cards: tuple[Card, ...]) -> int:
    return total(cards, best_copies(Territory(cards))).points


def _take_back(event: Event, cards: list[Card], seat: int) -> None:
    """Put back what an event has moved in a seat's territory."""
    match event.action:
        case Decree(cell=cell):
            cards[cell] = event.cards[0 if event.seat == seat else 1]
        case Develop(cell=cell) if event.seat == seat:
            cards[cell] = event.cards[0]
        case Swap(first=first, second=second) if event.seat == seat and first.zone is not Zone.RIVER:
            cards[first], cards[second] = cards[second], cards[first]


class TurningPoint(NamedTuple):
    """The turn that changed a game most."""

    turn: tuple[Event, ...]
    before: Pair
    """What both seats had before it: points, or chances to win in percent."""
    after: Pair
    chances: bool = False
    """Whether these are chances."""


def by_points(view: PlayerView) -> TurningPoint | None:
    """Return the turn of a finished game that brought the winner most points on the loser."""
    points = [points_so_far(view, seat) for seat in (0, 1)]
    return turning_point(view, list(zip(*points, strict=True)))


def turning_point(view: PlayerView, balance: Sequence[Pair], *, chances: bool = False) -> TurningPoint | None:
    """Return the turn that moved a balance most, towards the winner where there is one; None where none did.

    Args:
        view: A finished game.
        balance: What both seats had before each event, and at the end.
        chances: Whether these are chances to win.
    """
    found: TurningPoint | None = None
    most, winner, start = 0.0, None if view.outcome is None else view.outcome.winner, 0
    for _seat, events in groupby(view.events, key=lambda event: event.seat):
        turn = tuple(events)
        done = tuple(event for event in turn if not isinstance(event.action, Give | End | Copy))
        before, after = balance[start : start + len(turn) + 1 : len(turn)] if balance else ((0, 0), (0, 0))
        gained = (after[0] - after[1]) - (before[0] - before[1])
        moved = abs(gained) if winner is None else -gained if winner else gained
        if done and moved > most:
            most, found = moved, TurningPoint(done, before, after, chances)
        start += len(turn)
    return found
