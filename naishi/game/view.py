"""Exactly what one seat may know, or the public, and nothing else. Screens, bots and networks see no more of a game."""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from naishi.common.i18n import _
from naishi.game.events import Event
from naishi.game.memory import FIRST_MOUNTAINS, Memory, boxed, face_down
from naishi.game.record import Player
from naishi.rules.actions import Action, Copy
from naishi.rules.cards import LEGENDS, Card, counted
from naishi.rules.court import Sent, court
from naishi.rules.expansion import LEGENDS_TRAVELLERS, Expansion, Module
from naishi.rules.fields import Fields
from naishi.rules.legal import Situation, refusal
from naishi.rules.ninjas import ninjas
from naishi.rules.outcome import Outcome
from naishi.rules.phase import Phase
from naishi.rules.position import Position
from naishi.rules.pydantic_types import ActionText, CardName, CellName
from naishi.rules.territory import Cell, Territory


class Pile(NamedTuple):
    """A pile of the River."""

    top: CardName | None
    """The face-up card; None where the pile is empty, or its next card not turned up before all effects are settled."""
    height: int
    """How many cards are left, the one on top included."""


class Side(BaseModel):
    """The cards and emissaries of one seat, as far as the viewer may know them."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    line: tuple[CardName, ...]
    hand: tuple[CardName | None, ...]
    """None where the viewer can't know the card, even with a perfect memory."""
    sent: Sent
    """The seat's emissaries at the court."""
    copies: dict[CellName, CardName]
    """What its ninjas copy, as far as settled."""

    def card(self, cell: Cell) -> Card | None:
        """The card at a cell of Line or Hand."""
        return (*self.line, *self.hand)[cell]

    def territory(self) -> Territory:
        """The ten cards as they are scored, all being known.

        Raises:
            ValueError: A card is unknown.
        """
        cards = [card for card in (*self.line, *self.hand) if card is not None]
        return Territory(tuple(cards))


class Ryokan(NamedTuple):
    """Where the Ryokan is."""

    owner: int | None
    """The seat that has it; None while it lies aside."""
    side: int
    """The side that lies up, which is what it is worth: 4 or 7."""


class PlayerView(BaseModel):
    """A game as one seat may know it, or everybody at the table."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    seat: int
    """The viewer; for the public, the side of the table that is drawn nearer."""
    public: bool = False
    """Whether it is the view of everybody at the table: neither Hand, and nothing to do."""
    names: tuple[str, str]
    phase: Phase
    round: int
    """1 and up; both seats' turns make a round."""
    turn: int | None
    """The seat to act; None once the game is over."""
    developed: bool
    """The seat to act has developed this turn."""
    bonus: bool
    """It has taken its bonus this turn."""
    last: int | None
    """The seat that plays its last turn, once the end is triggered."""
    river: tuple[Pile, ...]
    sides: tuple[Side, Side]
    discards: tuple[CardName, ...]
    """All discarded cards, oldest first; players may look at the last one only."""
    dealt: tuple[CardName, CardName] | None
    """In the gift phase: the viewer's two dealt cards."""
    exposed: tuple[bool, ...]
    """For each position of the viewer's Hand, whether it is sure that the other seat knows the card."""
    exposed_somewhere: tuple[CardName, ...]
    """Cards that the other seat knows to be in the viewer's Hand, at positions that aren't exposed."""
    certain: tuple[CardName, ...]
    """Cards known to be in the other Hand, at positions where `hand` is None."""
    unseen: dict[CardName, int]
    """The cards the viewer has not seen: face down in the River, or kept by the other seat at the gift. With the
    expansion also the Traveller that stayed in the box, for nobody knows which one it is."""
    legal_actions: tuple[ActionText, ...]
    """The legal actions of the viewer, sorted; empty when it isn't its turn."""
    events: tuple[Event, ...]
    outcome: Outcome | None
    legends: tuple[CardName, ...] = ()
    """With the expansion: the Legends that take part, which everybody knows."""
    ryokan: Ryokan | None = None
    """With the expansion: where the Ryokan is."""
    pending: tuple[CardName, ...] = ()
    """The Travellers whose effects the seat to act may use now, or skip; until then nothing else is possible."""

    @property
    def mine(self) -> Side:
        """The viewer's side."""
        return self.sides[self.seat]

    @property
    def theirs(self) -> Side:
        """The other side."""
        return self.sides[1 - self.seat]

    @property
    def module(self) -> Module | None:
        """The module that the game is played with; None for the base game."""
        return None if self.ryokan is None else LEGENDS_TRAVELLERS

    def ryokan_of(self, seat: int) -> int:
        """Return the points that a seat has of the Ryokan."""
        return self.ryokan.side if self.ryokan is not None and self.ryokan.owner == seat else 0

    def territory(self, seat: int) -> Territory:
        """The ten cards of a seat as they are scored, with the Ryokan, all being known.

        Raises:
            ValueError: A card is unknown.
        """
        return Territory(self.sides[seat].territory().cards, self.ryokan_of(seat))

    def can(self, kind: type[Action]) -> bool:
        """Return whether the viewer can do an action of this kind now."""
        return any(isinstance(action, kind) for action in self.legal_actions)

    def refusal(self, action: Action) -> str | None:
        """Return why the viewer can't do an action now, or None if it can."""
        if self.public:
            return _("You are watching; this game is being played elsewhere.")
        if self.turn is not None and self.turn != self.seat:
            return _("It is {name}'s turn.").format(name=self.names[self.turn])
        return refusal(self._situation(), action)

    def position(self) -> Position:
        """Return a position with everything the view shows, and mountains for hidden cards.

        Once the game is over, the viewer is the seat to act.
        """
        territories = [[*side.line, *(card or Card.MOUNTAIN for card in side.hand)] for side in self.sides]
        gift = self.phase is Phase.GIFT
        return Position.from_fields(
            Fields(
                river=[
                    [Card.MOUNTAIN] * (pile.height - 1) + [Card.MOUNTAIN if pile.top is None else pile.top]
                    if pile.height
                    else []
                    for pile in self.river
                ],
                territories=territories,
                discards=list(self.discards),
                given=[0] if gift and self.turn == 1 else [],
                phase=self.phase,
                court=court(self.sides[0].sent, self.sides[1].sent),
                copies=(self.sides[0].copies.copy(), self.sides[1].copies.copy()),
                turn=self.seat if self.turn is None else self.turn,
                developed=self.developed,
                bonus=self.bonus,
                last=self.last,
                shuffles=((0, 1, 2, 3, 4), (0, 1, 2, 3, 4)) if gift else None,
                expansion=None if self.ryokan is None else Expansion(*self.ryokan, self.pending, self._unturned),
            )
        )

    @property
    def _unturned(self) -> int:
        """The River piles whose next card isn't turned up yet, as bits."""
        return sum([1 << at for at, pile in enumerate(self.river) if pile.top is None and pile.height])

    def _situation(self) -> Situation:
        if self.phase is Phase.COPY:
            cells = [action.cell for action in self.legal_actions if isinstance(action, Copy)]
            ninja = cells[0] if cells else None
            copyable = ninjas(self.mine.territory(), self.theirs.territory())
            return Situation(
                Phase.COPY,
                ninja=ninja,
                characters=() if ninja is None else copyable[ninja],
                of_opponent=ninja is not None and self.mine.card(ninja) is Card.LEGENDARY_NINJA,
            )
        heights = [pile.height for pile in self.river]
        return Situation(
            self.phase,
            self.developed,
            self.bonus,
            self.last is not None,
            sum(1 << position for position, height in enumerate(heights) if height),
            sorted(heights) == [0, 0, 0, 1, 1],
            court(self.sides[0].sent, self.sides[1].sent).openings[self.seat],
            pending=self.pending,
            unturned=self._unturned,
        )


def view(
    position: Position,
    viewer: int | None,
    *,
    players: tuple[Player, Player],
    memories: tuple[Memory, Memory] | None,
    round_: int,
    events: tuple[Event, ...],
    outcome: Outcome | None,
) -> PlayerView:
    """Show a position.

    Args:
        position: The whole truth.
        viewer: The seat it is shown to; None for what everybody at the table sees.
        players: Who plays.
        memories: What each seat remembers of the other Hand; None before both gifts are exchanged.
        round_: The number of the round.
        events: What happened, as the viewer may know it.
        outcome: The result, once the game is over.
    """
    known = _publicly_known(position) if viewer is None else _known(position, viewer, memories)
    return PlayerView.model_construct(
        seat=viewer or 0,
        public=viewer is None,
        names=(players[0].name, players[1].name),
        phase=position.phase,
        round=round_,
        turn=None if position.phase is Phase.OVER else position.turn,
        developed=position.developed,
        bonus=position.bonus,
        last=position.last,
        river=_river(position),
        sides=tuple(_side(position, each, known.hands[each]) for each in (0, 1)),
        discards=tuple(position.discards),
        dealt=None if viewer is None or position.phase is not Phase.GIFT else tuple(position.territories[viewer][8:]),
        exposed=known.exposed,
        exposed_somewhere=known.exposed_somewhere,
        certain=known.certain,
        unseen=known.unseen,
        legal_actions=position.legal_actions() if position.turn == viewer else (),
        events=events,
        outcome=outcome,
        **_expansion(position),
    )


def _river(position: Position) -> tuple[Pile, ...]:
    if position.expansion is None or not (unturned := position.expansion.unturned):
        return tuple(Pile(pile[-1] if pile else None, len(pile)) for pile in position.river)
    return tuple(
        Pile(pile[-1] if pile and not unturned >> at & 1 else None, len(pile)) for at, pile in enumerate(position.river)
    )


def _expansion(position: Position) -> dict[str, Any]:
    """Return the fields that only a game with the expansion has: all of them are public."""
    if position.expansion is None:
        return {}
    everywhere = {*position.discards, *chain(*position.river, *position.territories)}
    return {
        "legends": tuple(card for card in LEGENDS if card in everywhere),
        "ryokan": Ryokan(position.expansion.owner, position.expansion.side),
        "pending": position.expansion.pending,
    }


def _side(position: Position, seat: int, hand: tuple[Card | None, ...]) -> Side:
    return Side.model_construct(
        line=tuple(position.territories[seat][:5]),
        hand=hand,
        sent=position.court[seat],
        copies=position.copies[seat].copy(),
    )


class _Known(NamedTuple):
    """What the viewer knows of the hidden cards."""

    hands: tuple[tuple[Card | None, ...], ...]
    exposed: tuple[bool, ...]
    exposed_somewhere: tuple[Card, ...]
    certain: tuple[Card, ...]
    unseen: dict[Card, int]


def _known(position: Position, seat: int, memories: tuple[Memory, Memory] | None) -> _Known:
    hands: list[tuple[Card | None, ...]] = [tuple(cards[5:]) for cards in position.territories]
    if position.phase in {Phase.COPY, Phase.OVER}:
        return _Known(tuple(hands), (True,) * 5, (), (), counted(face_down(position) + boxed(position)))
    if memories is None:
        hands[1 - seat] = (None,) * 5
        unseen = counted(face_down(position) + position.territories[1 - seat][8:] + boxed(position))
        return _Known(tuple(hands), (False,) * 5, FIRST_MOUNTAINS, FIRST_MOUNTAINS, unseen)
    unseen = memories[seat].unseen(position)
    hands[1 - seat] = memories[seat].known(unseen)
    exposed = memories[1 - seat].exposed(position, unseen)
    certain = memories[seat].certain if None in hands[1 - seat] else ()
    somewhere = () if all(exposed) else memories[1 - seat].certain
    return _Known(tuple(hands), exposed, somewhere, certain, unseen)


def _publicly_known(position: Position) -> _Known:
    """What everybody at the table sees: neither Hand, so that nobody need remember which of its cards were shown."""
    hands: list[tuple[Card | None, ...]] = [(None,) * 5] * 2
    unseen = face_down(position) + boxed(position)
    if position.phase in {Phase.COPY, Phase.OVER}:
        hands = [tuple(cards[5:]) for cards in position.territories]
    else:
        unseen += [card for cards in position.territories for card in cards[5:]]
    return _Known(tuple(hands), (False,) * 5, (), (), counted(unseen))
