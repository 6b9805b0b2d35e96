"""What has been played, and what could be seen of it."""

from __future__ import annotations

from typing import NamedTuple

from naishi.games.naishi.game.events import Event, ryokan_moved, seen_to_move
from naishi.games.naishi.game.memory import Memories, first_memories, memories_after
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position


class _Step(NamedTuple):
    """A played action, and what could be seen of it."""

    action: Action
    seat: int
    round: int
    cards: tuple[Card, ...]
    """The cards that were seen to move (see `Event`)."""
    memories: Memories | None
    """What each seat remembers after it."""
    ryokan: int
    """What the Ryokan is worth, if the action moved it (see `Event`)."""


class History:
    """A position and the actions that led to it, each with what the seats saw and remember."""

    def __init__(self, position: Position) -> None:
        """Begin at a position, which becomes the history's own."""
        self.position = position
        self._steps: list[_Step] = []
        self._events: list[Event] = []
        """Of the steps, as the seats that did them know them, as far as asked for."""
        self._memories = first_memories(position)
        """Before the first step."""

    def __len__(self) -> int:
        return len(self._steps)

    def copy(self) -> History:
        """Copy the history; the copies are independent of each other."""
        twin = type(self).__new__(type(self))
        twin.position, twin._memories = self.position.copy(history=True), self._memories
        twin._steps, twin._events = self._steps.copy(), self._events.copy()
        return twin

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        if not self._steps:
            return 1
        last, position = self._steps[-1], self.position
        passed_on = position.phase is Phase.PLAY and (last.seat, position.turn) == (1, 0)
        return last.round + (passed_on and not isinstance(last.action, Give))

    @property
    def memories(self) -> Memories | None:
        """What each seat remembers; None in the gift phase."""
        return self._steps[-1].memories if self._steps else self._memories

    def do(self, action: Action) -> None:
        """Play an action.

        Raises:
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """
        position = self.position
        position.check(action)  # first: what follows looks up cards that only a legal action is sure to find
        seat, round_ = position.turn, self.round
        memories = memories_after(self.memories, action, position)
        if isinstance(action, Give):
            cards: tuple[Card, ...] = (position.territories[seat][7 + action.which],)
        else:
            cards = seen_to_move(action, position)
        before = position.expansion
        position.push(action)
        ryokan = ryokan_moved(before, position.expansion)
        self._steps.append(_Step(action, seat, round_, cards, memories, ryokan))

    def undo(self) -> Action:
        """Undo the last action, and return it."""
        self._steps.pop()
        del self._events[len(self._steps) :]
        return self.position.pop()

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """Return what happened, as a seat may know it; for None, as everybody at the table may."""
        for action, by, round_, cards, _memories, ryokan in self._steps[len(self._events) :]:
            self._events.append(Event.model_construct(seat=by, round=round_, action=action, cards=cards, ryokan=ryokan))
        gifts = [self._gift_event(event, seat) for event in self._events[:2]]
        return (*gifts, *self._events[2:])

    def _gift_event(self, event: Event, seat: int | None) -> Event:
        """Hide which of its dealt cards another seat gave and, until both have chosen, what it was."""
        if event.seat == seat or not isinstance(event.action, Give):
            return event
        received = event.cards if seat is not None and self.position.phase is not Phase.GIFT else ()
        return Event.model_construct(seat=event.seat, round=event.round, action=None, cards=received)
