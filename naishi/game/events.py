"""What happened, as far as a viewer may know it, in data and in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from naishi.i18n import _
from naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.rules.cards import Card
from naishi.rules.position import Position
from naishi.rules.pydantic_types import ActionText, CardName
from naishi.rules.territory import Zone


class Event(BaseModel):
    """One action of the history, as one seat or the public may know it."""

    model_config = ConfigDict(frozen=True)

    seat: int
    round: int
    action: ActionText | None
    """None for a gift of the other seat: which of its cards it was stays unknown."""
    cards: tuple[CardName, ...] = ()
    """The cards that were seen to move: for a develop the discarded and the taken one; for a swap the one that was
    at the first place and the one at the second (none for two Hand cards: they stay hidden); for a discard both;
    for a decree the mover's card and the other's; for a gift the card given, if it may be known; for a copy none."""

    def sentence(self, names: Sequence[str]) -> str:
        """Return a sentence about what happened.

        Args:
            names: The names of both seats.
        """
        tell = _unknown_gift if self.action is None else _SENTENCES[type(self.action)]
        return tell(self, names[self.seat])


def seen_to_move(action: Action, position: Position) -> tuple[Card, ...]:
    """Return the cards that everyone at the table sees move.

    Args:
        action: The action.
        position: The position before it.
    """
    cards = position.territories[position.turn]
    tops = [pile[-1] if pile else None for pile in position.river]
    moved: tuple[Card | None, ...]
    match action:
        case Develop(cell=cell):
            moved = cards[cell], tops[cell.position]
        case Swap(first=first, second=second) if first.zone is Zone.HAND:
            moved = ()
        case Swap(first=first, second=second) | Discard(first=first, second=second) if first.zone is Zone.RIVER:
            moved = tops[first.position], tops[second.position]
        case Swap(first=first, second=second):
            moved = cards[first], cards[second]
        case Decree(cell=cell):
            moved = cards[cell], position.territories[1 - position.turn][cell]
        case _:
            moved = ()
    return tuple(card for card in moved if card is not None)


def _unknown_gift(event: Event, name: str) -> str:
    if event.cards:
        return _("{name} gave you a card: {card}.").format(name=name, card=event.cards[0])
    return _("{name} has chosen a gift.").format(name=name)


def _give(event: Event, name: str) -> str:
    return _("{name} gave away a card: {card}.").format(name=name, card=event.cards[0])


def _develop(event: Event, name: str) -> str:
    old, new = event.cards
    assert isinstance(event.action, Develop)  # noqa: S101 - chosen by the type of the action
    return _("{name} put {new} at {cell} and discarded {old}.").format(
        name=name, new=new, cell=event.action.cell, old=old
    )


def _swap(event: Event, name: str) -> str:
    assert isinstance(event.action, Swap)  # noqa: S101 - chosen by the type of the action
    places = {"first": event.action.first, "second": event.action.second}
    if not event.cards:
        return _("{name} swapped {first} and {second}, unseen.").format(name=name, **places)
    one, other = event.cards
    return _("{name} swapped {one} at {first} and {other} at {second}.").format(
        name=name, one=one, other=other, **places
    )


def _discard(event: Event, name: str) -> str:
    one, other = event.cards
    return _("{name} discarded {one} and {other} from the River.").format(name=name, one=one, other=other)


def _decree(event: Event, name: str) -> str:
    mine, theirs = event.cards
    assert isinstance(event.action, Decree)  # noqa: S101 - chosen by the type of the action
    return _("{name} imposed the decree: {mine} for {theirs} at {cell}.").format(
        name=name, mine=mine, theirs=theirs, cell=event.action.cell
    )


def _copy(event: Event, name: str) -> str:
    assert isinstance(event.action, Copy)  # noqa: S101 - chosen by the type of the action
    return _("{name}'s ninja at {cell} copies {card}.").format(
        name=name, cell=event.action.cell, card=event.action.card
    )


_SENTENCES: Mapping[type[Action], Callable[[Event, str], str]] = {
    Give: _give,
    Develop: _develop,
    Swap: _swap,
    Discard: _discard,
    Decree: _decree,
    Copy: _copy,
    Recall: lambda _event, name: _("{name} recalled the emissaries.").format(name=name),
    Declare: lambda _event, name: _("{name} declared the end.").format(name=name),
    End: lambda _event, name: _("{name} ended the turn.").format(name=name),
    Pass: lambda _event, name: _("{name} passed.").format(name=name),
}
