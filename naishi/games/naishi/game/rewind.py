"""How the table looked before what happened last, so that a turn can be shown card by card."""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.view import Pile, PlayerView, Side
from naishi.games.naishi.rules.actions import Decree, Develop, Discard, Swap, UseDevelop, UseExchange
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.territory import Cell, Zone


def before(view: PlayerView, events: Sequence[Event]) -> PlayerView:
    """Return a view with the cards where they lay before its newest events.

    It is made to be drawn: emissaries, what the viewer may do and what it remembers stay as they are. So does a pile
    that was turned up since.

    Args:
        view: The view now.
        events: The last of its events, in the order in which they happened; ends of turns may be left out.
    """
    cards = _Cards(view)
    for event in reversed(events):
        cards.take_back(event)
    return view.model_copy(
        update={"river": tuple(cards.river), "sides": cards.sides(), "discards": tuple(cards.discards)}
    )


class _Cards:
    """The cards of a view, from which events are taken back."""

    def __init__(self, view: PlayerView) -> None:
        self.river, self.discards = list(view.river), list(view.discards)
        self._view = view
        self._territories: list[list[Card | None]] = [[*side.line, *side.hand] for side in view.sides]

    def sides(self) -> tuple[Side, ...]:
        """Return both sides with the cards as they lie by now."""
        return tuple(
            side.model_copy(update={"line": tuple(cards[:5]), "hand": tuple(cards[5:])})
            for side, cards in zip(self._view.sides, self._territories, strict=True)
        )

    def take_back(self, event: Event) -> None:
        """Lay the cards back that an event moved."""
        mine, theirs = self._territories[event.seat], self._territories[1 - event.seat]
        match event.action, event.cards:
            case Develop(cell=cell) | UseDevelop(cell=cell), (discarded, taken):
                mine[cell] = discarded
                self._return(cell.position, taken)
            case Discard(first=first, second=second), (one, other):
                self._return(second.position, other)
                self._return(first.position, one)
            case Swap(first=first, second=second), (one, other) if first.zone is Zone.RIVER:
                self._turn_up(first, one)
                self._turn_up(second, other)
            case ((Swap(first=first, second=second) | UseExchange(first=first, second=second)), seen):
                mine[first], mine[second] = seen or (mine[second], mine[first])
            case Decree(cell=cell), _:
                mine[cell], theirs[cell] = theirs[cell], mine[cell]
            case _:
                pass

    def _return(self, position: int, card: Card) -> None:
        """Put the card back on its pile that was discarded from there, or for it."""
        self.river[position] = Pile(card, self.river[position].height + 1)
        self.discards.pop()

    def _turn_up(self, cell: Cell, card: Card) -> None:
        self.river[cell.position] = Pile(card, self.river[cell.position].height)
