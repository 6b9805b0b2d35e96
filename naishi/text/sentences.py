"""What happened, in sentences: for the log, the cover, line mode and the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from naishi.game.events import Event
from naishi.game.view import PlayerView
from naishi.i18n import Noun, _
from naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.rules.cards import Card


def card(of: Card) -> Noun:
    """Name a card, in the forms that sentences ask for."""
    return of.noun


def sentence(event: Event, names: Sequence[str], viewer: int | None = None) -> str:
    """Tell what happened in a sentence.

    Args:
        event: What happened, as the reader may know it.
        names: The names of both seats.
        viewer: The seat of the reader, who is then "you".
    """
    if event.action is None:
        return _gift_of_the_other(event, names[event.seat])
    yours, theirs = _SENTENCES[type(event.action)]
    words = (yours if event.seat == viewer else theirs)(event)
    return words.format(name=names[event.seat], other=names[1 - event.seat], **_gaps(event))


def sentences(view: PlayerView, events: Sequence[Event]) -> Iterator[str]:
    """Tell what happened to the viewer; that a turn ended goes without saying."""
    viewer = None if view.public else view.seat
    return (sentence(event, view.names, viewer) for event in events if not isinstance(event.action, End))


def last_turn(view: PlayerView) -> tuple[Event, ...]:
    """List what the other seat has done since the viewer acted last; for the public, what the last turn was."""
    seat = 1 - view.seat
    if view.public and view.events:
        seat = view.events[-1].seat
    events: list[Event] = []
    for event in reversed(view.events):
        if event.seat != seat:
            break
        events.insert(0, event)
    return tuple(events)


def _gift_of_the_other(event: Event, name: str) -> str:
    if event.cards:
        return _("{name} gave you {card:a}.").format(name=name, card=card(event.cards[0]))
    return _("{name} has chosen a gift.").format(name=name)


def _gaps(event: Event) -> dict[str, object]:
    """The cards and places that a sentence names."""
    action: Any = event.action
    cards: dict[str, object] = dict(zip(("one", "two"), map(card, event.cards), strict=False))
    match action:
        case Develop(cell=cell) | Decree(cell=cell):
            return {**cards, "cell": cell}
        case Copy(cell=cell, card=copied):
            return {"cell": cell, "card": card(copied)}
        case Swap(first=first, second=second):
            return {**cards, "first": first, "second": second}
        case _:
            return cards


def _swap_of_yours(event: Event) -> str:
    if not event.cards:
        return _("You swapped {first} and {second}, face down.")
    return _("You swapped {one} at {first} with {two} at {second}.")


def _swap_of_theirs(event: Event) -> str:
    if not event.cards:
        return _("{name} swapped {first} and {second}, face down.")
    return _("{name} swapped {one} at {first} with {two} at {second}.")


_Words = Callable[[Event], str]

_SENTENCES: Mapping[type[Action], tuple[_Words, _Words]] = {
    Give: (lambda _event: _("You gave {other} {one:a}."), lambda _event: _("{name} gave {other} {one:a}.")),
    Develop: (
        lambda _event: _("You placed {two} at {cell}, discarding {one}."),
        lambda _event: _("{name} placed {two} at {cell}, discarding {one}."),
    ),
    Swap: (_swap_of_yours, _swap_of_theirs),
    Discard: (
        lambda _event: _("You discarded {one} and {two} from the River."),
        lambda _event: _("{name} discarded {one} and {two} from the River."),
    ),
    Decree: (
        lambda _event: _("You imposed the decree at {cell}: your {one} for {two}."),
        lambda _event: _("{name} imposed the decree at {cell}: {one} for {two}."),
    ),
    Copy: (
        lambda _event: _("Your ninja at {cell} copies {card:a}."),
        lambda _event: _("{name}'s ninja at {cell} copies {card:a}."),
    ),
    Recall: (lambda _event: _("You recalled your emissaries."), lambda _event: _("{name} recalled the emissaries.")),
    Declare: (lambda _event: _("You declared the end."), lambda _event: _("{name} declared the end.")),
    End: (lambda _event: _("You ended your turn."), lambda _event: _("{name} ended the turn.")),
    Pass: (lambda _event: _("You passed."), lambda _event: _("{name} passed.")),
}
"""For each kind of action what is told of the reader, and of somebody else."""
