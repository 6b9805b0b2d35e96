"""What a player with a perfect memory knows of the other Hand, and nothing more. (Rules: who knows what.)"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from naishi.actions import Action, Decree, Develop, Swap
from naishi.cards import Card, counted
from naishi.position import Position
from naishi.territory import Zone

FIRST_MOUNTAINS = (Card.MOUNTAIN,) * 3


@dataclass(frozen=True, slots=True)
class Memory:
    """What the seat `watcher` knows of the Hand of the other seat, the two Hands having been laid out.

    A first Hand is three mountains, the card that the watcher gave, and the kept card, in an unknown order. A card
    leaves the unknown when it is seen; should the kept card be of the same type as the given one, it makes no
    difference which of the two was seen first.
    """

    watcher: int
    seen: tuple[Card | None, ...]
    """For each position of the Hand the card there, if the watcher saw it come."""
    certain: tuple[Card, ...]
    """Cards that lie at unseen positions, no telling where: mountains, and the card the watcher gave."""
    kept: bool
    """The card that the other seat kept has not been seen, and lies at an unseen position too."""

    @classmethod
    def of_first_hand(cls, watcher: int, given: Card) -> Memory:
        """Begin to remember, having given a card."""
        return cls(watcher, (None,) * 5, (*FIRST_MOUNTAINS, given), kept=True)

    def after(self, action: Action, position: Position) -> Memory:
        """Watch an action.

        Args:
            action: What is done.
            position: The position before it.
        """
        watched = 1 - self.watcher
        match action:
            case Develop(cell=cell) if position.turn == watched and cell.zone is Zone.HAND:
                taken = position.river[cell.position][-1]
                return self._replaced(cell.position, position.territories[watched][cell], taken)
            case Swap(first=first, second=second) if position.turn == watched and second.zone is Zone.HAND:
                if first.zone is Zone.HAND:
                    return self._exchanged(first.position, second.position)
                cards = position.territories[watched]
                return self._replaced(second.position, cards[second], cards[first])
            case Decree(cell=cell) if cell.zone is Zone.HAND:
                mine, theirs = (position.territories[seat][cell] for seat in (self.watcher, watched))
                return self._replaced(cell.position, theirs, mine)
        return self

    def known(self, unseen: dict[Card, int]) -> tuple[Card | None, ...]:
        """For each position of the Hand the card there, seen or deduced, else None.

        Args:
            unseen: `unseen(position)`.
        """
        possible = set(self.certain) | (set(unseen) if self.kept else set())
        only = possible.pop() if len(possible) == 1 else None
        return tuple(only if card is None else card for card in self.seen)

    def unseen(self, position: Position) -> dict[Card, int]:
        """Count the cards that the watcher has not seen: the face-down River, and the kept card."""
        cards = Counter(card for pile in position.river for card in pile[:-1])
        hand = position.territories[1 - self.watcher][5:]
        hidden = Counter(card for card, seen in zip(hand, self.seen, strict=True) if seen is None)
        return counted((cards + (hidden - Counter(self.certain))).elements())

    def _replaced(self, at: int, left: Card, came: Card) -> Memory:
        """See a card leave a position of the Hand, and another come."""
        seen = (*self.seen[:at], came, *self.seen[at + 1 :])
        if self.seen[at] is not None:
            return replace(self, seen=seen)
        if left not in self.certain:
            return replace(self, seen=seen, kept=False)
        where = self.certain.index(left)
        return replace(self, seen=seen, certain=self.certain[:where] + self.certain[where + 1 :])

    def _exchanged(self, a: int, b: int) -> Memory:
        seen = list(self.seen)
        seen[a], seen[b] = seen[b], seen[a]
        return replace(self, seen=tuple(seen))
