"""All that a seat has seen of a game, in order: its information state, with perfect recall.

Two games look the same to a seat, with all that it has seen before, exactly if it has seen the same in both.
"""

from __future__ import annotations

from collections.abc import Sequence

from naishi.games.naishi.rules.actions import ACTIONS, Action, Give
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position

FIRST_ACTION = 1
"""The number of the first action; 0 stands for nothing."""
FIRST_CARD = FIRST_ACTION + len(ACTIONS)
SECRET_GIFT = FIRST_CARD + max(Card) + 1
"""Stands for the other seat's choice of a gift."""


_GIFT, _OPEN = Phase.GIFT, (Phase.COPY, Phase.OVER)

_WORDS = "", *(action.text for action in ACTIONS)
_CARD_WORDS = {FIRST_CARD + card: str(card) for card in Card} | {SECRET_GIFT: "a gift"}


class Seen:
    """What a seat has seen: cards, and actions with the cards that moved, as numbers."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._laid = self._open = False

    def copy(self) -> Seen:
        """Copy it; the copies are independent of each other."""
        twin = Seen()
        twin.numbers = self.numbers.copy()
        twin._laid, twin._open = self._laid, self._open
        return twin

    def card(self, card: Card) -> None:
        """See a card that is dealt to the seat, turned up, or moved."""
        self.numbers.append(FIRST_CARD + card)

    def words(self) -> list[str]:
        """Return the numbers as words."""
        return [_WORDS[number] if number < FIRST_CARD else _CARD_WORDS[number] for number in self.numbers]

    def action(self, action: Action, cards: Sequence[Card], position: Position, seat: int, *, own: bool) -> None:
        """See an action.

        Args:
            action: The action.
            cards: Those that everybody saw move (`seen_to_move`).
            position: The position after it.
            seat: The seat that sees it.
            own: Whether that seat has done it.
        """
        if isinstance(action, Give) and not own:
            self.numbers.append(SECRET_GIFT)
        else:
            self.numbers.append(FIRST_ACTION + action.code)
            self._cards(cards)
        if not self._laid and position.phase is not _GIFT:
            self._laid = True
            self._cards(position.territories[seat][5:])
        if not self._open and position.phase in _OPEN:
            self._open = True
            self._cards(position.territories[1 - seat][5:])

    def _cards(self, cards: Sequence[Card]) -> None:
        self.numbers += [FIRST_CARD + card for card in cards]
