"""The one implementation of the rules: a game at one moment, and what each action changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from naishi.errors import IllegalActionError, InvalidPositionError
from naishi.i18n import _
from naishi.rules import notation
from naishi.rules.actions import Action, Copy, Declare, Decree, Develop, Discard, End, Give, Pass, Recall, Swap
from naishi.rules.cards import Card
from naishi.rules.court import Court, Openings, court, recalled, sent_to_decree, sent_to_discard, sent_to_swap
from naishi.rules.deal import Deal
from naishi.rules.legal import Phase, Situation, refusal
from naishi.rules.legal_sets import LEGAL_SETS, LegalSet
from naishi.rules.outcome import Outcome, Termination, outcome
from naishi.rules.scoring import ScoreSheet, score
from naishi.rules.scoring import choices as copyable
from naishi.rules.territory import Cell, Territory, Zone
from naishi.rules.totals import Total, total

_Before = tuple[Action, Phase, int, bool, bool, int | None, int, Court, notation.Copies, LegalSet]
"""An action, and what it may have changed beside the cards; `pop` restores it."""

_PLAY, _RIVER, _NINJA = Phase.PLAY, Zone.RIVER, Card.NINJA
"""Module-level names: looking up a member of an enum takes as long as half of an action."""


class Position:
    """A game at one moment, in the manner of python-chess's `Board`: `push` an action, `pop` it back.

    Made of lists of small ints, without pydantic, so that it can be searched. Every action is checked.
    """

    river: list[list[Card]]
    """Five piles; the face-up card is the last of each list."""
    territories: list[list[Card]]
    """The ten cards of each seat, Line then Hand, indexed by `Cell`."""
    discards: list[Card]
    """All discarded cards, oldest first."""
    court: Court
    phase: Phase
    turn: int
    """The seat to act; the last one to act once the game is over."""
    developed: bool
    bonus: bool
    last: int | None
    """The seat that plays the last turn, once the end is triggered."""
    copies: notation.Copies
    """What the ninjas of each seat copy, as far as settled."""
    given: list[int]
    """The gifts chosen so far, seat 0's first: 0 for the first dealt card, 1 for the second."""
    shuffles: tuple[notation.Shuffle, notation.Shuffle] | None
    """The order of the first Hands (see `Deal`); None if a position text no longer has it."""
    declared: bool
    """Whether the end was declared. A position text says so only by its last turn and empty piles; if these fit both
    ways, the piles ended the game."""

    __slots__ = (
        "_history", "_legal", "_open_piles", "bonus", "copies", "court", "declared", "developed", "discards",
        "given", "last", "phase", "river", "shuffles", "territories", "turn",
    )  # fmt: skip

    def __init__(self, deal: Deal) -> None:
        river = [list(pile[::-1]) for pile in deal.river]
        territories = [[Card.MOUNTAIN] * 8 + list(dealt) for dealt in deal.gifts]
        self._set(notation.Fields(river, territories, [], [], Phase.GIFT, court(), ({}, {}), shuffles=deal.shuffles))

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read a position text (see `naishi.rules.notation`).

        Raises:
            InvalidPositionError: It isn't one, or the rules make no sense on it.
        """
        return cls.from_fields(notation.read(text))

    @classmethod
    def from_fields(cls, fields: notation.Fields) -> Position:
        """Make a position of its fields, unchecked. The lists become the position's own."""
        position = cls.__new__(cls)
        position._set(fields)
        return position

    def to_text(self) -> str:
        """Write the position on one line, as `from_text` reads it."""
        return notation.write(notation.Fields(*(getattr(self, name) for name in notation.Fields._fields)))

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"

    def __eq__(self, other: object) -> bool:
        """Positions with the same text are equal, however they were reached."""
        return self.to_text() == other.to_text() if isinstance(other, Position) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a position changes

    def copy(self, *, history: bool = False) -> Position:
        """Copy the position, cheaply.

        Args:
            history: Whether the copy can pop what was pushed before.
        """
        twin = Position.__new__(Position)
        twin.river = [pile.copy() for pile in self.river]
        twin.territories = [cards.copy() for cards in self.territories]
        twin.court = self.court
        twin.turn = self.turn
        twin.phase = self.phase
        twin.developed = self.developed
        twin.bonus = self.bonus
        twin.last = self.last
        twin.discards = self.discards.copy()
        twin.copies = self.copies[0].copy(), self.copies[1].copy()
        twin.given = self.given.copy()
        twin.shuffles = self.shuffles
        twin.declared = self.declared
        twin._history = self._history.copy() if history else []
        twin._open_piles = self._open_piles
        twin._legal = self._legal
        return twin

    __copy__ = copy

    def _set(self, fields: notation.Fields) -> None:
        (
            self.river, self.territories, self.discards, self.given, self.phase, self.court, self.copies, self.turn,
            self.developed, self.bonus, self.last, self.shuffles,
        ) = fields  # fmt: skip
        self._history: list[_Before] = []
        self._open_piles = sum([1 << position for position, pile in enumerate(self.river) if pile])
        self._legal: LegalSet | None = None
        ended_by_piles = self.last == 1 and self._open_piles in _TWO_OR_MORE_EMPTY
        self.declared = self.last is not None and not ended_by_piles

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act, sorted; none once the game is over."""
        return (self._legal or self._find_legal()).actions

    def is_legal(self, action: Action) -> bool:
        """Return whether an action is legal now."""
        return action.code in (self._legal or self._find_legal()).codes

    def refusal(self, action: Action) -> str | None:
        """Return why an action is illegal now, or None if it is legal."""
        return refusal(self.situation(), action)

    def check(self, action: Action) -> None:
        """Raise an error unless an action is legal now.

        Raises:
            IllegalActionError: It is illegal; the text says why.
        """
        if not self.is_legal(action):
            raise IllegalActionError(self.refusal(action) or action.text)

    def push(self, action: Action) -> None:
        """Play an action.

        Raises:
            IllegalActionError: It is illegal; the text says why, and nothing has changed.
        """
        known = self._legal or self._find_legal()
        if action.code not in known.codes:
            raise IllegalActionError(self.refusal(action) or action.text)
        self._history.append((
            action, self.phase, self.turn, self.developed, self.bonus, self.last, self._open_piles, self.court,
            self.copies, known,
        ))  # fmt: skip
        self._legal = None
        _DO[type(action)](self, action)

    def pop(self) -> Action:
        """Undo the last pushed action, and return it.

        Raises:
            IndexError: Nothing has been pushed.
        """
        (
            action, self.phase, self.turn, self.developed, self.bonus, self.last, self._open_piles, self.court,
            self.copies, self._legal,
        ) = self._history.pop()  # fmt: skip
        if undo := _UNDO.get(type(action)):
            undo(self, action)
        return action

    def situation(self) -> Situation:
        """Return everything that decides which actions are legal now."""
        if self.phase is _PLAY:
            return Situation(*self._turn_so_far())
        waiting = self._next_ninja() if self.phase is Phase.COPY else None
        _seat, ninja, characters = waiting or (None, None, ())
        return Situation(self.phase, ninja=ninja, characters=characters)

    def territory(self, seat: int) -> Territory:
        """Return the ten cards of a seat, as they are scored."""
        return Territory(tuple(self.territories[seat]))

    def sheets(self) -> tuple[ScoreSheet, ScoreSheet]:
        """Score both territories of a finished game.

        Raises:
            InvalidPositionError: A ninja still has to choose what to copy.
        """
        first, second = (score(self.territory(seat), self.copies[seat]) for seat in (0, 1))
        return first, second

    def totals(self) -> tuple[Total, Total]:
        """Return the points and colours of a finished game: the sheets without their reasons.

        Raises:
            InvalidPositionError: The game is not over.
        """
        if self.phase is not Phase.OVER:
            raise InvalidPositionError(_("The game isn't over yet."))
        (first, second), (own, other) = self.territories, self.copies
        return total(first, own), total(second, other)

    def outcome(self) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        if self.phase is not Phase.OVER:
            return None
        return outcome(self.sheets(), Termination.DECLARED if self.declared else Termination.PILES)

    def _find_legal(self) -> LegalSet:
        self._legal = legal = LEGAL_SETS[self._turn_so_far() if self.phase is _PLAY else self.situation()]
        return legal

    def _turn_so_far(self) -> tuple[Phase, bool, bool, bool, int, bool, Openings]:
        """The fields of a `Situation` in play, without the cost of making one."""
        piles = self._open_piles
        two_left = piles in _TWO_PILES and sum(map(len, self.river)) == 2
        ending = self.last is not None
        return _PLAY, self.developed, self.bonus, ending, piles, two_left, self.court.openings[self.turn]

    def _give(self, action: Give) -> None:
        self.given.append(action.which - 1)
        if self.turn == 0:
            self.turn = 1
        else:
            self._exchange_gifts()
            self.phase, self.turn = _PLAY, 0

    def _exchange_gifts(self) -> None:
        """Give each seat its first Hand: 3 mountains, the kept and the received card, shuffled. (Rulebook: setup.)"""
        dealt = [cards[8:] for cards in self.territories]
        for seat, shuffle in enumerate(self.shuffles or ()):
            kept = dealt[seat][1 - self.given[seat]]
            received = dealt[1 - seat][self.given[1 - seat]]
            cards = [Card.MOUNTAIN, Card.MOUNTAIN, Card.MOUNTAIN, kept, received]
            self.territories[seat][5:] = [cards[which] for which in shuffle]

    def _ungive(self, action: Give) -> None:
        if len(self.given) == 2:
            self._return_gifts()
        self.given.pop()

    def _return_gifts(self) -> None:
        laid = [
            [cards[5 + shuffle.index(which)] for which in (3, 4)]
            for cards, shuffle in zip(self.territories, self.shuffles or (), strict=True)
        ]
        for seat in (0, 1):
            kept, gave = laid[seat][0], laid[1 - seat][1]
            dealt = [kept, gave] if self.given[seat] else [gave, kept]
            self.territories[seat][5:] = [Card.MOUNTAIN] * 3 + dealt

    def _develop(self, action: Develop) -> None:
        """Discard your card, take the River's card of that position, turn up the next. (Rulebook: develop.)"""
        cell = action.cell
        mine = self.territories[self.turn]
        self.discards.append(mine[cell])
        mine[cell] = self._draw(cell % 5)
        self.developed = True
        if self.bonus or not self._bonus_possible():
            self._end_turn()

    def _undevelop(self, action: Develop) -> None:
        cell = action.cell
        mine = self.territories[self.turn]
        self.river[cell % 5].append(mine[cell])
        mine[cell] = self.discards.pop()

    def _swap(self, action: Swap) -> None:
        """Exchange two cards. (Rulebook: additional actions.)"""
        self._exchange(action)
        self.court = sent_to_swap(self.court, self.turn)
        self._bonus_taken()

    def _exchange(self, action: Swap) -> None:
        first, second = action.first, action.second
        if first.zone is _RIVER:
            one, other = self.river[first % 5], self.river[second % 5]
            one[-1], other[-1] = other[-1], one[-1]
        else:
            mine = self.territories[self.turn]
            mine[first], mine[second] = mine[second], mine[first]

    def _discard(self, action: Discard) -> None:
        """Discard the top cards of two piles, then turn up the next ones. (Rulebook: additional actions.)"""
        self.discards += self._draw(action.first % 5), self._draw(action.second % 5)
        self.court = sent_to_discard(self.court, self.turn)
        self._bonus_taken()

    def _undiscard(self, action: Discard) -> None:
        self.river[action.second % 5].append(self.discards.pop())
        self.river[action.first % 5].append(self.discards.pop())

    def _decree(self, action: Decree) -> None:
        """Exchange your card with the opponent's at the same place. (Rulebook: impose an imperial decree.)"""
        self._exchange_seats(action)
        self.court = sent_to_decree(self.court, self.turn)
        self._end_turn()

    def _exchange_seats(self, action: Decree) -> None:
        (first, second), cell = self.territories, action.cell
        first[cell], second[cell] = second[cell], first[cell]

    def _recall(self, action: Recall) -> None:
        """Recall all emissaries except one on the decree. (Rulebook: recall your emissaries.)"""
        self.court = recalled(self.court, self.turn)
        self._end_turn()

    def _declare(self, action: Declare) -> None:
        """Trigger the end: the opponent plays one last turn. (Rulebook: declare the end.)"""
        self.turn = self.last = 1 - self.turn
        self.declared = True

    def _undeclare(self, action: Declare) -> None:
        self.declared = False

    def _end(self, action: End | Pass) -> None:
        self._end_turn()

    def _copy(self, action: Copy) -> None:
        self._settle(action.cell, action.card)
        self._settle_ninjas()

    def _bonus_possible(self) -> bool:
        """Return whether a bonus is possible after the develop."""
        return self.court.openings[self.turn].emissary and len(self._find_legal().actions) > 1

    def _draw(self, position: int) -> Card:
        pile = self.river[position]
        card = pile.pop()
        if not pile:
            self._open_piles &= ~(1 << position)
        return card

    def _bonus_taken(self) -> None:
        self.bonus = True
        if self.developed:
            self._end_turn()

    def _end_turn(self) -> None:
        """Pass the turn on, or end the game. (Rulebook: end of the game.)"""
        self.developed = self.bonus = False
        self._legal = None
        if self.last is None and self._open_piles in _TWO_OR_MORE_EMPTY:
            self.last = 1  # where the second player's turn ends, it was the last one
        if self.last == self.turn:
            self._settle_ninjas()
        else:
            self.turn = 1 - self.turn

    def _settle_ninjas(self) -> None:
        """Settle what each ninja copies: seat 0's from L1 to H5, then seat 1's. Stop at one that has a choice."""
        self.phase = Phase.COPY
        while waiting := self._next_ninja():
            self.turn, ninja, may = waiting
            if len(may) > 1:
                return
            self._settle(ninja, may[0])
        self.phase = Phase.OVER

    def _next_ninja(self) -> tuple[int, Cell, tuple[Card, ...]] | None:
        """Find the next ninja that still has to copy: its seat, its cell, and what it may copy."""
        for seat in (0, 1):
            if _NINJA not in self.territories[seat]:
                continue
            territory, copies = self.territory(seat), self.copies[seat]
            waiting = [cell for cell in territory.where(_NINJA) if cell not in copies]
            if waiting and (may := copyable(territory)):
                return seat, waiting[0], may
        return None

    def _settle(self, ninja: Cell, card: Card) -> None:
        first, second = self.copies
        settled = {ninja: card}
        self.copies = (first | settled, second) if self.turn == 0 else (first, second | settled)


_TWO_PILES = frozenset(piles for piles in range(32) if piles.bit_count() == 2)
_TWO_OR_MORE_EMPTY = frozenset(piles for piles in range(32) if piles.bit_count() <= 3)

_DO: dict[type[Action], Callable[[Position, Any], None]] = {
    Give: Position._give,
    Develop: Position._develop,
    Swap: Position._swap,
    Discard: Position._discard,
    Decree: Position._decree,
    Recall: Position._recall,
    Declare: Position._declare,
    End: Position._end,
    Pass: Position._end,
    Copy: Position._copy,
}

_UNDO: dict[type[Action], Callable[[Position, Any], None]] = {
    Give: Position._ungive,
    Develop: Position._undevelop,
    Swap: Position._exchange,
    Discard: Position._undiscard,
    Decree: Position._exchange_seats,
    Declare: Position._undeclare,
}
"""What `pop` does beyond restoring the fields of `_Before`, mostly to put the cards back."""
