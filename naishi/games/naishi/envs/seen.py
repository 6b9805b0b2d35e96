"""Information state of a seat, with perfect recall.

Two games look the same to a seat, with all that it has seen before, exactly if it has seen the same in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naishi.games.naishi.rules.actions import ACTIONS, Give
from naishi.games.naishi.rules.cards import Card
from naishi.games.naishi.rules.phase import Phase
from naishi.games.naishi.rules.position import Position

FIRST_ACTION = 1
"""The number of the first action; 0 stands for nothing."""
FIRST_CARD = FIRST_ACTION + len(ACTIONS)
SECRET_GIFT = FIRST_CARD + max(Card) + 1
"""Stands for the other seat's choice of a gift."""


_GIFT, _OPEN = Phase.GIFT, (Phase.COPY, Phase.OVER)
_GIVES = {action.code for action in ACTIONS if isinstance(action, Give)}

_WORDS = "", *(action.text for action in ACTIONS)
_CARD_WORDS = {FIRST_CARD + card: str(card) for card in Card} | {SECRET_GIFT: "a gift"}


class Seen:
    """What a seat has seen: cards, and actions with the cards that moved, as numbers."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.laid = False
        """Whether it has seen its own Hand laid out."""
        self.open = False
        """Whether it has seen the other Hand revealed."""

    def copy(self) -> Seen:
        """Copy it; the copies are independent of each other."""
        twin = Seen()
        twin.numbers = self.numbers.copy()
        twin.laid, twin.open = self.laid, self.open
        return twin

    def card(self, card: int) -> None:
        """See a card that is dealt to the seat, by its number."""
        self.numbers.append(FIRST_CARD + card)

    def words(self) -> list[str]:
        """Return the numbers as words."""
        return [_WORDS[number] if number < FIRST_CARD else _CARD_WORDS[number] for number in self.numbers]

    def cards(self, cards: Iterable[Card]) -> None:
        """See cards that lie open to the seat from now on."""
        self.numbers += [FIRST_CARD + card for card in cards]


def write(both: tuple[Seen, Seen], events: Iterable[int | tuple[int, Sequence[Card], int]]) -> None:
    """Write down what both seats have seen.

    Args:
        both: What they have seen before, by seat.
        events: Cards turned up, and actions by number, with the cards that everybody saw move (`seen_to_move`) and the
            seat that acted.
    """
    first, second = both[0].numbers, both[1].numbers
    for event in events:
        if isinstance(event, int):
            first.append(FIRST_CARD + event)
            second.append(FIRST_CARD + event)
            continue
        code, moved, by = event
        numbers = [FIRST_ACTION + code, *[FIRST_CARD + card for card in moved]]
        both[by].numbers += numbers
        both[1 - by].numbers += [SECRET_GIFT] if code in _GIVES else numbers


def look(both: tuple[Seen, Seen], position: Position) -> None:
    """Have both seats see what has been laid out or revealed.

    Args:
        both: What they have seen, by seat.
        position: The position now.
    """
    phase = position.phase
    for seat, seen in enumerate(both):
        if not seen.laid and phase is not _GIFT:
            seen.laid = True
            seen.cards(position.territories[seat][5:])
        if not seen.open and phase in _OPEN:
            seen.open = True
            seen.cards(position.territories[1 - seat][5:])
