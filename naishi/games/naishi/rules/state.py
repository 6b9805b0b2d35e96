"""State of one moment: cards, court and turn."""

from __future__ import annotations

from typing import Self

from naishi.common.errors import IllegalActionError, InvalidPositionError, require
from naishi.games.naishi.rules import notation
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.rules.cards import Card, Phase
from naishi.games.naishi.rules.court import Court, Openings
from naishi.games.naishi.rules.expansion import LEGENDS_TRAVELLERS, Expansion, Module
from naishi.games.naishi.rules.legal import LEGAL_SETS, LegalSet, Situation, refusal
from naishi.games.naishi.rules.notation import Copies, Fields, Shuffle, check_fault, diagram
from naishi.games.naishi.rules.scoring import NINJAS, choices
from naishi.games.naishi.rules.territory import TERRITORY, Cell, Territory

_IN_PLAY, _NINJA = Phase.PLAY, Card.NINJA
"""Module-level names: looking up a member of an enum takes as long as half of an action."""

_ANY = Openings()

TWO_PILES = frozenset(piles for piles in range(32) if piles.bit_count() == 2)
TWO_OR_MORE_EMPTY = frozenset(piles for piles in range(32) if piles.bit_count() <= 3)
"""Sets of River piles, as bits."""


class State:
    """A game at one moment, to be read; `naishi.games.naishi.rules.effects` changes it, `Position` is its public face.

    Made of lists of small ints, without pydantic, so that it can be searched.
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
    copies: Copies
    """What the ninjas of each seat copy, as far as settled."""
    given: list[int]
    """The gifts chosen so far, seat 0's first: 0 for the first dealt card, 1 for the second."""
    shuffles: tuple[Shuffle, Shuffle] | None
    """The order of the first Hands (see `Deal`); None if a position text no longer has it."""
    expansion: Expansion | None
    """What the expansion adds; None in a base game."""
    declared: bool
    """Whether the end was declared."""
    open_piles: int
    """The River piles that are not empty, as bits: 1 is pile 1, 16 is pile 5."""
    legal: LegalSet | None
    """What is legal, once someone has asked."""

    __slots__ = (
        "bonus", "copies", "court", "declared", "developed", "discards", "expansion", "given", "last", "legal",
        "open_piles", "phase", "river", "shuffles", "territories", "turn",
    )  # fmt: skip

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a position text (see `naishi.games.naishi.rules.notation`).

        Raises:
            InvalidPositionError: It isn't one, or the rules make no sense on it.
        """
        require(text, str, InvalidPositionError)
        fields = notation.read(text)
        check_fault(fields)
        return cls.from_fields(fields)

    @classmethod
    def from_fields(cls, fields: Fields) -> Self:
        """Make a position of its fields, unchecked. The lists become the position's own."""
        position = cls.__new__(cls)
        position._set(fields)
        return position

    def to_text(self) -> str:
        """Write the position on one line, as `from_text` reads it."""
        return notation.write(self._fields())

    def _fields(self) -> Fields:
        return Fields(*(getattr(self, name) for name in Fields._fields))

    def __str__(self) -> str:
        return diagram(self._fields())

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def __eq__(self, other: object) -> bool:
        """Positions with the same text are equal, however they were reached."""
        return self.to_text() == other.to_text() if isinstance(other, State) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a position changes

    def copy(self) -> Self:
        """Copy the state, cheaply."""
        twin = self.__class__.__new__(self.__class__)
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
        twin.expansion = self.expansion
        twin.declared = self.declared
        twin.open_piles = self.open_piles
        twin.legal = self.legal
        return twin

    def _set(self, fields: Fields) -> None:
        (
            self.river, self.territories, self.discards, self.given, self.phase, self.court, self.copies, self.turn,
            self.developed, self.bonus, self.last, self.shuffles, self.expansion, declared,
        ) = fields  # fmt: skip
        self.open_piles = sum([1 << position for position, pile in enumerate(self.river) if pile])
        self.legal = None
        ended_by_piles = self.last == 1 and self.open_piles in TWO_OR_MORE_EMPTY
        self.declared = (self.last is not None and not ended_by_piles) if declared is None else declared

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions of the seat to act, sorted; none once the game is over."""
        return self.legal_set().actions

    def is_legal(self, action: Action | str) -> bool:
        """Return whether an action is legal now, or the one with a text.

        Raises:
            InvalidActionError: It is no action.
        """
        if not isinstance(action, Action):
            action = Action.from_text(action)
        return action.code in self.legal_set().codes

    def is_game_over(self) -> bool:
        """Return whether nothing can be played any more."""
        return self.phase is Phase.OVER

    def refusal(self, action: Action | str) -> str | None:
        """Return why an action is illegal now, or None if it is legal.

        Raises:
            InvalidActionError: It is no action.
        """
        if not isinstance(action, Action):
            action = Action.from_text(action)
        return refusal(self.situation(), action)

    def check(self, action: Action | str) -> None:
        """Raise an error unless an action is legal now.

        Raises:
            InvalidActionError: It is no action.
            IllegalActionError: It is illegal; the text says why.
        """
        if not self.is_legal(action):
            raise IllegalActionError(self.refusal(action) or str(action))

    def situation(self) -> Situation:
        """Return everything that decides which actions are legal now."""
        if self.phase is _IN_PLAY:
            situation = Situation(*self._turn_so_far())
            if self.expansion is None or not self.expansion.pending:
                return situation
            return situation._replace(pending=self.expansion.pending, unturned=self.expansion.unturned)
        if self.phase is not Phase.COPY or (waiting := self.next_ninja()) is None:
            return Situation(self.phase)
        seat, ninja, characters = waiting
        legendary = self.territories[seat][ninja] is Card.LEGENDARY_NINJA
        return Situation(self.phase, ninja=ninja, characters=characters, of_opponent=legendary)

    @property
    def module(self) -> Module | None:
        """The module that the game is played with."""
        return None if self.expansion is None else LEGENDS_TRAVELLERS

    def ryokan(self, seat: int) -> int:
        """Return the points that a seat has of the Ryokan."""
        return 0 if self.expansion is None else self.expansion.ryokan(seat)

    def territory(self, seat: int) -> Territory:
        """Return the ten cards of a seat, as they are scored."""
        return Territory(tuple(self.territories[seat]), self.ryokan(seat))

    def legal_set(self) -> LegalSet:
        """Return the legal actions, as `naishi.games.naishi.rules.legal` keeps them."""
        if self.legal is None:
            if self.phase is not _IN_PLAY:
                self.legal = LEGAL_SETS[self.situation()]
            elif self.expansion is None or not self.expansion.pending:
                self.legal = LEGAL_SETS[self._turn_so_far()]
            else:  # with as little as decides it, so that few different ones have to be known
                _owner, _side, pending, unturned = self.expansion
                turn = _IN_PLAY, True, False, False, self.open_piles, False, _ANY
                self.legal = LEGAL_SETS[*turn, None, (), False, pending, unturned]
        return self.legal

    def _turn_so_far(self) -> tuple[Phase, bool, bool, bool, int, bool, Openings]:
        """The fields of a `Situation` in play with nothing pending, without the cost of making one."""
        piles = self.open_piles
        two_left = piles in TWO_PILES and sum(map(len, self.river)) == 2
        ending = self.last is not None
        return _IN_PLAY, self.developed, self.bonus, ending, piles, two_left, self.court.openings[self.turn]

    def next_ninja(self) -> tuple[int, Cell, tuple[Card, ...]] | None:
        """Find the next ninja that still has to copy: its seat, its cell, and what it may copy."""
        for seat in (0, 1):
            if _NINJA not in self.territories[seat] and self.expansion is None:
                continue
            copies = self.copies[seat]
            for cell, card in zip(TERRITORY, self.territories[seat], strict=True):
                if card in NINJAS and cell not in copies:
                    of = seat if card is _NINJA else 1 - seat
                    if may := choices(self.territory(of)):
                        return seat, cell, may
        return None
