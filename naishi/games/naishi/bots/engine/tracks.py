"""Origin of each card, as far as a seat saw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import numpy as np

from naishi.games.naishi.bots.engine.expansion_columns import CARD
from naishi.games.naishi.bots.engine.legal_moves import Indices
from naishi.games.naishi.bots.engine.worlds import World
from naishi.games.naishi.game.events import Event
from naishi.games.naishi.game.memory import Memory
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Decree, Develop, Discard, Give, Swap
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.court import HOME, court
from naishi.games.naishi.rules.fields import Fields
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.piles import PILE_HEIGHT, PILES
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.territory import Zone

_FIRST = 5, 15
"""The number of the first card of each seat's first Hand."""


def began_with_a_deal(view: PlayerView) -> bool:
    """Return whether a view is of a base game past its gifts, all of whose cards lay as they are dealt."""
    if view.module is not None or view.phase is Phase.GIFT or len(view.events) < 2:
        return False
    gifts, actions = view.events[:2], [event.action for event in view.events[2:]]
    given = all(event.cards and (event.action is None or isinstance(event.action, Give)) for event in gifts)
    taken = sum(isinstance(action, Develop) + 2 * isinstance(action, Discard) for action in actions)
    return given and taken == len(view.discards) == PILES * PILE_HEIGHT - sum(pile.height for pile in view.river)


class Tracks:
    """Where cards lie, each named by a number for where it lay once the first Hands were laid out."""

    def __init__(self) -> None:
        self.territories = [[*range(10)], [*range(10, 20)]]
        self.river = [[*range(20 + PILE_HEIGHT * at, 20 + PILE_HEIGHT * (at + 1))] for at in range(PILES)]
        """Piles, the face-up card last."""
        self.cards: dict[int, Card] = {}
        """The cards by their numbers, as far as they have been seen."""
        self.gifts: dict[int, Card] = {}
        """What each seat gave."""

    @classmethod
    def of(cls, view: PlayerView) -> Self:
        """Follow the cards of a game that began with a deal."""
        tracks = cls()
        for gift in view.events[:2]:
            tracks.gifts[gift.seat] = gift.cards[0]
        for event in view.events[2:]:
            tracks.follow(event)
        for seat, side in enumerate(view.sides):
            tracks._see(tracks.territories[seat], [*side.line, *side.hand])
        tracks._see([pile[-1] for pile in tracks.river if pile], [pile.top for pile in view.river if pile.height])
        return tracks

    def _see(self, numbers: Iterable[int], cards: Iterable[Card | None]) -> None:
        self.cards |= {number: card for number, card in zip(numbers, cards, strict=True) if card is not None}

    def follow(self, event: Event) -> None:
        """Move the cards that an event moves, and note those that it shows."""
        mine, shown = self.territories[event.seat], event.cards
        match event.action:
            case Develop(cell=cell):
                pile = self.river[cell.position]
                self._see([mine[cell], pile[-1]], shown)
                mine[cell] = pile.pop()
            case Swap(first=first, second=second) if first.zone is Zone.RIVER:
                one, other = self.river[first.position], self.river[second.position]
                self._see([one[-1], other[-1]], shown)
                one[-1], other[-1] = other[-1], one[-1]
            case Swap(first=first, second=second):
                self._see([mine[first], mine[second]] if shown else [], shown)
                mine[first], mine[second] = mine[second], mine[first]
            case Discard(first=first, second=second):
                self._see([self.river[first.position].pop(), self.river[second.position].pop()], shown)
            case Decree(cell=cell):
                theirs = self.territories[1 - event.seat]
                self._see([mine[cell], theirs[cell]], shown)
                mine[cell], theirs[cell] = theirs[cell], mine[cell]

    def from_first_hand(self, seat: int) -> tuple[int, ...]:
        """Return, for each place of a territory, the place in the seat's first Hand that its card is from; else -1."""
        first = _FIRST[seat]
        return tuple(number - first if first <= number < first + 5 else -1 for number in self.territories[seat])

    def first_hand(self, seat: int) -> dict[int, Card]:
        """Return the cards of the first Hand of a seat that have been seen, by their places."""
        first = _FIRST[seat]
        return {at: self.cards[first + at] for at in range(5) if first + at in self.cards}

    def first_hands(self, seat: int, cards: Indices) -> Indices:
        """Return the first Hand of a seat for each territory that it may have now: five cards in each row."""
        hands = np.full((len(cards), 5), Card.MOUNTAIN, dtype=np.intp)
        for place, card in self.first_hand(seat).items():
            hands[:, place] = card
        for cell, place in enumerate(self.from_first_hand(seat)):
            if place >= 0:
                hands[:, place] = cards[:, cell]
        return hands


def world_at_the_start(view: PlayerView, tracks: Tracks, territory: Indices) -> World:
    """Return a game as it may have been once the first Hands were laid out.

    Args:
        view: What the viewer knows.
        tracks: Where the cards of the view came from.
        territory: The ten cards that the other side may have now.
    """
    me, other = view.seat, 1 - view.seat
    theirs = [CARD[card] for card in tracks.first_hands(other, territory[None])[0].tolist()]
    hands = {me: [*tracks.first_hand(me).values()], other: theirs}
    kept = [CARD[card] for card, seen in zip(territory[5:].tolist(), view.theirs.hand, strict=True) if seen is None]
    for card in view.certain[: len(kept)]:
        kept.remove(card)
    down = [card for card, count in view.unseen.items() for _ in range(count)]
    for card in kept:
        down.remove(card)
    position = Position.from_fields(
        Fields(
            river=[
                [tracks.cards[each] if each in tracks.cards else down.pop() for each in pile] for pile in Tracks().river
            ],
            territories=[[*[Card.MOUNTAIN] * 5, *hands[seat]] for seat in (0, 1)],
            discards=[],
            given=[],
            phase=Phase.PLAY,
            court=court(HOME, HOME),
            copies=({}, {}),
        )
    )
    return World(position, (Memory.of_first_hand(0, tracks.gifts[0]), Memory.of_first_hand(1, tracks.gifts[1])))
