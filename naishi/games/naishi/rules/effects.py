"""State of one moment, and the effects of each action on it.

(Rulebook: a turn, the end of the game.)

The actions have been checked. Only the cards are put back here: `Position.pop` restores the rest.
"""

from collections.abc import Callable
from typing import Any, Self, cast

from naishi.common.i18n import IllegalActionError, InvalidPositionError, require
from naishi.games.naishi.rules import actions, cards, notation
from naishi.games.naishi.rules.actions import LEGAL_SETS, LegalSet, Situation, refusal
from naishi.games.naishi.rules.cards import Card, Cell, Court, Expansion, Phase, Territory, Zone, recalled, sent_to
from naishi.games.naishi.rules.notation import Copies, Fields, Shuffle, diagram, fault
from naishi.games.naishi.rules.scoring import NINJAS, choices

_IN_PLAY, _NINJA, _RIVER = Phase.PLAY, Card.NINJA, Zone.RIVER
"""Module-level names: looking up a member of an enum takes as long as half of an action."""

_ANY = cards.Openings()

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
    open_piles: int
    """The River piles that are not empty, as bits: 1 is pile 1, 16 is pile 5."""
    legal: LegalSet | None
    """What is legal, once someone has asked."""

    __slots__ = (*Fields._fields, "legal", "open_piles")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a position text (see `naishi.games.naishi.rules.notation`).

        Raises:
            InvalidPositionError: It isn't one, or the rules make no sense on it.
        """
        require(text, str, InvalidPositionError)
        fields = notation.read(text)
        if fields.expansion is not None and (why := fault(fields, mountains=False)):
            raise InvalidPositionError(why)  # only here, where it is used: cards are set up in any order
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
        twin = self.__class__.__new__(self.__class__)
        twin.river = [pile.copy() for pile in self.river]
        twin.territories = [each.copy() for each in self.territories]
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

    def legal_actions(self) -> tuple[actions.Action, ...]:
        """Return the legal actions of the seat to act, sorted; none once the game is over."""
        return self.legal_set().actions

    def is_legal(self, action: actions.Action | str) -> bool:
        """Return whether an action is legal now, or the one with a text.

        Raises:
            InvalidActionError: It is no action.
        """
        return actions.Action.from_text(action).code in self.legal_set().codes

    def is_game_over(self) -> bool:
        """Return whether nothing can be played any more."""
        return self.phase is Phase.OVER

    def refusal(self, action: actions.Action | str) -> str | None:
        """Return why an action is illegal now, or None if it is legal.

        Raises:
            InvalidActionError: It is no action.
        """
        return refusal(self.situation(), actions.Action.from_text(action))

    def check(self, action: actions.Action | str) -> None:
        """Raise an error unless an action is legal now.

        Raises:
            InvalidActionError: It is no action.
            IllegalActionError: It is illegal; the text says why.
        """
        if not self.is_legal(action):
            raise IllegalActionError(self.refusal(action) or str(action))

    def situation(self) -> Situation:
        """Return everything that decides which actions are legal now."""
        return Situation(*self._deciding())

    @property
    def module(self) -> cards.Module | None:
        return None if self.expansion is None else cards.LEGENDS_TRAVELLERS

    def ryokan(self, seat: int) -> int:
        return 0 if self.expansion is None else self.expansion.ryokan(seat)

    def territory(self, seat: int) -> Territory:
        """Return the ten cards of a seat, as they are scored."""
        return Territory(tuple(self.territories[seat]), self.ryokan(seat))

    def legal_set(self) -> LegalSet:
        """Return the legal actions, as `naishi.games.naishi.rules.actions` keeps them."""
        if self.legal is None:
            self.legal = LEGAL_SETS[self._deciding()]
        return self.legal

    def _deciding(self) -> tuple[Any, ...]:
        """The first fields of the `Situation`, without the cost of making one.

        While effects are pending, as little as decides what is legal, so that few different ones have to be known.
        """
        if self.phase is _IN_PLAY:
            piles = self.open_piles
            if self.expansion is not None and self.expansion.pending:
                _owner, _side, pending, unturned = self.expansion
                return _IN_PLAY, True, False, False, piles, False, _ANY, None, (), False, pending, unturned
            two_left = piles in TWO_PILES and sum(map(len, self.river)) == 2
            ending = self.last is not None
            return _IN_PLAY, self.developed, self.bonus, ending, piles, two_left, self.court.openings[self.turn]
        if self.phase is not Phase.COPY or (waiting := self.next_ninja()) is None:
            return (self.phase,)
        seat, ninja, characters = waiting
        legendary = self.territories[seat][ninja] is Card.LEGENDARY_NINJA
        return self.phase, False, False, False, 0, False, _ANY, ninja, characters, legendary

    def next_ninja(self) -> tuple[int, Cell, tuple[Card, ...]] | None:
        """Find the next ninja that still has to copy: its seat, its cell, and what it may copy."""
        for seat in (0, 1):
            if _NINJA not in self.territories[seat] and self.expansion is None:
                continue
            copies = self.copies[seat]
            for cell, card in zip(cards.TERRITORY, self.territories[seat], strict=True):
                if card in NINJAS and cell not in copies:
                    of = seat if card is _NINJA else 1 - seat
                    if may := choices(self.territory(of)):
                        return seat, cell, may
        return None


_FIRST_TRAVELLER = cards.TRAVELLERS[0]
"""Cards with lower numbers trigger nothing."""


def _give(state: State, action: actions.Give) -> None:
    """Choose the card to give; once both have, exchange them. (Rulebook: setup.)

    A first Hand is 3 mountains, the kept and the received card, shuffled.
    """
    state.given.append(action.which - 1)
    if state.turn == 0:
        state.turn = 1
        return
    state.phase, state.turn = _IN_PLAY, 0
    dealt = [each[8:] for each in state.territories]
    for seat, shuffle in enumerate(state.shuffles or ()):
        kept = dealt[seat][1 - state.given[seat]]
        received = dealt[1 - seat][state.given[1 - seat]]
        hand = [Card.MOUNTAIN, Card.MOUNTAIN, Card.MOUNTAIN, kept, received]
        state.territories[seat][5:] = [hand[which] for which in shuffle]


def _ungive(state: State, action: actions.Give) -> None:
    if len(state.given) == 2:
        laid = [
            [each[5 + shuffle.index(which)] for which in (3, 4)]
            for each, shuffle in zip(state.territories, state.shuffles or (), strict=True)
        ]
        for seat in (0, 1):
            kept, gave = laid[seat][0], laid[1 - seat][1]
            dealt = [kept, gave] if state.given[seat] else [gave, kept]
            state.territories[seat][5:] = [Card.MOUNTAIN] * 3 + dealt
    state.given.pop()


def _develop(state: State, action: actions.Develop) -> None:
    """Discard your card, take the River's card of that position, turn up the next. (Rulebook: develop.)"""
    cell = action.cell
    mine = state.territories[state.turn]
    left = mine[cell]
    state.discards.append(left)
    mine[cell] = came = _draw(state, cell % 5)
    state.developed = True
    expansion = state.expansion
    if expansion is not None and (left >= _FIRST_TRAVELLER or came >= _FIRST_TRAVELLER):
        _go_on(state, expansion.developed(state.turn, left, came, cell % 5))
    elif state.bonus or not _bonus_possible(state):
        _end_turn(state)


def _undevelop(state: State, action: actions.Develop | actions.UseDevelop) -> None:
    cell = action.cell
    mine = state.territories[state.turn]
    state.river[cell % 5].append(mine[cell])
    mine[cell] = state.discards.pop()


def _go_on(state: State, expansion: Expansion, used: Card | None = None) -> None:
    """Note what is still pending; go on with the turn once nothing is. (Expansion: resolving effects.)"""
    recall = state.court.openings[state.turn].recall
    state.expansion = after = expansion.settled(recall=recall, piles=state.open_piles, used=used)
    if not after.pending and (state.bonus or not _bonus_possible(state)):
        _end_turn(state)


def _used(state: State, action: actions.Use) -> None:
    _go_on(state, cast("Expansion", state.expansion), action.traveller)


def _use_exchange(state: State, action: actions.UseExchange) -> None:
    """Exchange any two of your cards. (Expansion: Cherry Blossom Lady, Umbrella Lady.)"""
    _exchange(state, action)
    _used(state, action)


def _use_recall(state: State, action: actions.UseRecall) -> None:
    """Recall all emissaries except one on the decree. (Expansion: Porter, Old Man.)"""
    state.court = recalled(state.court, state.turn)
    _used(state, action)


def _use_develop(state: State, action: actions.UseDevelop) -> None:
    """Develop once more; what that triggers is pending too. (Expansion: Little Girl.)"""
    cell = action.cell
    mine, expansion = state.territories[state.turn], cast("Expansion", state.expansion)
    state.discards.append(mine[cell])
    mine[cell] = _draw(state, cell % 5)
    _go_on(state, expansion.developed(state.turn, state.discards[-1], mine[cell], cell % 5), action.traveller)


def _skip(state: State, action: actions.Skip) -> None:
    _go_on(state, cast("Expansion", state.expansion)._replace(pending=()))


def _swap(state: State, action: actions.Swap) -> None:
    """Exchange two cards. (Rulebook: additional actions.)"""
    _exchange(state, action)
    state.court = sent_to(state.court, state.turn, "swap")
    _bonus_taken(state)


def _exchange(state: State, action: actions.Swap | actions.UseExchange) -> None:
    first, second = action.first, action.second
    if first.zone is _RIVER:
        one, other = state.river[first % 5], state.river[second % 5]
        one[-1], other[-1] = other[-1], one[-1]
    else:
        mine = state.territories[state.turn]
        mine[first], mine[second] = mine[second], mine[first]


def _discard(state: State, action: actions.Discard) -> None:
    """Discard the top cards of two piles, then turn up the next ones. (Rulebook: additional actions.)"""
    state.discards += _draw(state, action.first % 5), _draw(state, action.second % 5)
    state.court = sent_to(state.court, state.turn, "discard")
    _bonus_taken(state)


def _undiscard(state: State, action: actions.Discard) -> None:
    state.river[action.second % 5].append(state.discards.pop())
    state.river[action.first % 5].append(state.discards.pop())


def _decree(state: State, action: actions.Decree) -> None:
    """Exchange your card with the opponent's at the same place. (Rulebook: impose an imperial decree.)"""
    _exchange_seats(state, action)
    state.court = sent_to(state.court, state.turn, "decree")
    _end_turn(state)


def _exchange_seats(state: State, action: actions.Decree) -> None:
    (first, second), cell = state.territories, action.cell
    first[cell], second[cell] = second[cell], first[cell]


def _recall(state: State, action: actions.Recall) -> None:
    """Recall all emissaries except one on the decree. (Rulebook: recall your emissaries.)"""
    state.court = recalled(state.court, state.turn)
    _end_turn(state)


def _declare(state: State, action: actions.Declare) -> None:
    """Trigger the end: the opponent plays one last turn. (Rulebook: declare the end.)"""
    state.turn = state.last = 1 - state.turn
    state.declared = True


def _undeclare(state: State, action: actions.Declare) -> None:
    state.declared = False


def _end(state: State, action: actions.End | actions.Pass) -> None:
    _end_turn(state)


def _copy(state: State, action: actions.Copy) -> None:
    _settle(state, action.cell, action.card)
    settle_ninjas(state)


def _bonus_possible(state: State) -> bool:
    return state.court.openings[state.turn].emissary and len(state.legal_set().actions) > 1


def _draw(state: State, position: int) -> Card:
    pile = state.river[position]
    card = pile.pop()
    if not pile:
        state.open_piles &= ~(1 << position)
    return card


def _bonus_taken(state: State) -> None:
    state.bonus = True
    if state.developed:
        _end_turn(state)


def _end_turn(state: State) -> None:
    """Pass the turn on, or end the game. (Rulebook: end of the game.)"""
    state.developed = state.bonus = False
    state.legal = None
    if state.last is None and state.open_piles in TWO_OR_MORE_EMPTY:
        state.last = 1  # where the second player's turn ends, it was the last one
    if state.last == state.turn:
        settle_ninjas(state)
    else:
        state.turn = 1 - state.turn


def settle_ninjas(state: State) -> None:
    """Settle what each ninja copies: seat 0's from L1 to H5, then seat 1's. Stop at one that has a choice."""
    state.phase = Phase.COPY
    while waiting := state.next_ninja():
        state.turn, ninja, may = waiting
        if len(may) > 1:
            return
        _settle(state, ninja, may[0])
    state.phase = Phase.OVER


def _settle(state: State, ninja: Cell, card: Card) -> None:
    first, second = state.copies
    settled = {ninja: card}
    state.copies = (first | settled, second) if state.turn == 0 else (first, second | settled)


DO: dict[type[actions.Action], Callable[[State, Any], None]] = {
    actions.Give: _give,
    actions.Develop: _develop,
    actions.Swap: _swap,
    actions.Discard: _discard,
    actions.Decree: _decree,
    actions.Recall: _recall,
    actions.Declare: _declare,
    actions.End: _end,
    actions.Pass: _end,
    actions.Copy: _copy,
    actions.UseExchange: _use_exchange,
    actions.UseRecall: _use_recall,
    actions.UseDevelop: _use_develop,
    actions.Skip: _skip,
}

UNDO: dict[type[actions.Action], Callable[[State, Any], None]] = {
    actions.Give: _ungive,
    actions.Develop: _undevelop,
    actions.Swap: _exchange,
    actions.Discard: _undiscard,
    actions.Decree: _exchange_seats,
    actions.Declare: _undeclare,
    actions.UseExchange: _exchange,
    actions.UseDevelop: _undevelop,
}
"""What `pop` does beyond restoring what was noted before the action, mostly to put the cards back."""
