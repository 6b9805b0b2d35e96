"""The points of a game so far, read backwards from a view: for those who see the cards of a seat now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import PlayerView, Ryokan
from naishi.games.naishi.rules.actions import Copy, Decree, Develop, End, Give, Skip, Swap, UseDevelop, UseExchange
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import Territory, Zone
from naishi.games.naishi.rules.totals import best_copies, total

Pair = tuple[float, float]


def points_so_far(view: PlayerView, seat: int) -> tuple[int, ...]:
    """Return what a seat's territory was worth before each event, and what it is worth now.

    Nothing where the viewer can't see all ten cards, or, in a game that began at a position, where the events don't say
    who had the Ryokan before.
    """
    if None in view.sides[seat].hand or (ryokan := _ryokan(view, seat)) is None:
        return ()
    cards = [[*side.line, *(card or Card.MOUNTAIN for card in side.hand)] for side in view.sides]
    now = _worth(cards[seat], cards[1 - seat], ryokan[-1])
    found = [view.outcome.sheets[seat].total if view.outcome is not None else now]
    for event, points in zip(reversed(view.events), reversed(ryokan[:-1]), strict=True):
        _take_back(event, cards)
        done = isinstance(event.action, Copy)
        found.append(found[-1] if done else _worth(cards[seat], cards[1 - seat], points))
    return tuple(reversed(found))


def _worth(cards: Sequence[Card], theirs: Sequence[Card], ryokan: int) -> int:
    copied = theirs if Card.LEGENDARY_NINJA in cards else ()
    return _total(tuple(cards), tuple(copied), ryokan)


@lru_cache(4096)
def _total(cards: tuple[Card, ...], theirs: tuple[Card, ...], ryokan: int) -> int:
    opponent = Territory(theirs) if theirs else None
    return total(cards, best_copies(Territory(cards, ryokan), opponent), ryokan).points


def _take_back(event: Event, cards: Sequence[list[Card]]) -> None:
    """Put back what an event has moved in both territories."""
    mine, theirs = cards[event.seat], cards[1 - event.seat]
    match event.action:
        case Decree(cell=cell):
            mine[cell], theirs[cell] = event.cards
        case Develop(cell=cell) | UseDevelop(cell=cell):
            mine[cell] = event.cards[0]
        case Swap(first=first, second=second) | UseExchange(first=first, second=second) if first.zone is not Zone.RIVER:
            mine[first], mine[second] = mine[second], mine[first]


def _ryokan(view: PlayerView, seat: int) -> list[int] | None:
    """Return the points of the Ryokan that a seat had before each event, and has now; None if that isn't known."""
    if view.ryokan is None:
        return [0] * (len(view.events) + 1)
    if (lay := _first_ryokan(view)) is None:
        return None
    found = [lay]
    for event in view.events:
        found.append(Ryokan(event.seat, event.ryokan) if event.ryokan else found[-1])
    return [side if owner == seat else 0 for owner, side in found]


def _first_ryokan(view: PlayerView) -> Ryokan | None:
    """Return where the Ryokan lay before all events; None if that isn't known."""
    if view.events and isinstance(view.events[0].action, Give | None):
        return Ryokan(None, 4)
    moved = next((event for event in view.events if event.ryokan), None)
    if moved is None:
        return view.ryokan
    turned_over = moved.ryokan == 7 and moved.cards[-1] is not Card.SAMURAI
    return Ryokan(moved.seat, 4) if turned_over else None


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
        done = tuple(event for event in turn if not isinstance(event.action, Give | End | Skip | Copy))
        before, after = balance[start : start + len(turn) + 1 : len(turn)] if balance else ((0, 0), (0, 0))
        gained = (after[0] - after[1]) - (before[0] - before[1])
        moved = abs(gained) if winner is None else -gained if winner else gained
        if done and moved > most:
            most, found = moved, TurningPoint(done, before, after, chances)
        start += len(turn)
    return found
