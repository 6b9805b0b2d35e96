"""Which events of a view make a turn: the newest one, and that of the other seat."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Copy, End


def last_turn(view: PlayerView) -> tuple[Event, ...]:
    """List what the other seat has done in its newest turn; for the public, what the newest turn of either was."""
    return newest_turn(view) if view.public else _turn_of(1 - view.seat, view)


def newest_turn(view: PlayerView) -> tuple[Event, ...]:
    """List what the seat that acted last has done since the other one acted."""
    return _turn_of(view.events[-1].seat, view) if view.events else ()


def _turn_of(seat: int, view: PlayerView) -> tuple[Event, ...]:
    events: list[Event] = []
    for event in reversed(view.events):
        if event.seat == seat:
            events.insert(0, event)
        elif events:
            break
    return tuple(without_turn_ends(events))


def without_turn_ends(events: Sequence[Event]) -> list[Event]:
    """Leave out the end of a turn, which goes without saying."""
    return [event for event in events if not isinstance(event.action, End)]


def copies_in(view: PlayerView) -> tuple[Event, ...]:
    """List what ninjas have copied."""
    return tuple(event for event in view.events if isinstance(event.action, Copy))


def without_copies(view: PlayerView) -> PlayerView:
    """Return a view in which no ninja has copied yet, as far as its events go."""
    copies = copies_in(view)
    kept = tuple(event for event in view.events if event not in copies)
    return view.model_copy(update={"events": kept}) if copies else view
