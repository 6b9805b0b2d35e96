"""View: exactly what one seat, or the public, may know, with its events.

Screens, bots and networks see no more of a game. What it leaves out, and why, stands in
`naishi.games.naishi.game.hiding`; `naishi.games.naishi.text.sentences` puts events into words.
"""

from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from naishi.common.i18n import _
from naishi.games.naishi.game.record import DealCheck
from naishi.games.naishi.rules import actions, cards
from naishi.games.naishi.rules.cards import Card, Cell, Expansion, Module, Phase, Sent, Territory, Zone
from naishi.games.naishi.rules.notation import Fields
from naishi.games.naishi.rules.position import Position
from naishi.games.naishi.rules.scoring import Outcome
from naishi.tabletop.game import Result, ranked


class Event(BaseModel):
    """One action of the history, as one seat or the public may know it."""

    model_config = ConfigDict(frozen=True)

    seat: int
    round: int
    action: actions.Action | None
    """None for a gift of the other seat: which of its cards it was stays unknown."""
    cards: tuple[Card, ...] = ()
    """The cards that were seen to move: for a develop the discarded and the taken one; for a swap the one that was
    at the first place and the one at the second (none for two Hand cards: they stay hidden); for a discard both;
    for a decree the mover's card and the other's; for a gift the card given, if it may be known; for a copy the ninja.
    What a Traveller lets a seat exchange or develop is seen as a swap or a develop is. For a skip, the Travellers whose
    effects were left unused."""
    ryokan: int = 0
    """What the Ryokan is worth from now on, if the action brought it to the seat or turned it over: 4 or 7."""


def ryokan_moved(before: Expansion | None, after: Expansion | None) -> int:
    """Return what the Ryokan is worth after an action that moved it or turned it over; 0 if nothing did."""
    return 0 if before is None or after is None or before[:2] == after[:2] else after.side


class _Moved(NamedTuple):
    """The places of the cards that everyone sees move: cells of the seat that acts, piles, cells of the other seat."""

    own: tuple[int, ...] = ()
    tops: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


def _moved(action: actions.Action) -> _Moved:
    cells = action.cells
    match action:
        case actions.Develop() | actions.UseDevelop():
            return _Moved(own=cells, tops=(cells[0].position,))
        case actions.Decree():
            return _Moved(own=cells, theirs=cells)
        case actions.Swap() | actions.Discard() if cells[0].zone is Zone.RIVER:
            return _Moved(tops=tuple(cell.position for cell in cells))
        case actions.Swap() | actions.UseExchange() if cells[0].zone is Zone.HAND:
            return _Moved()  # both stay hidden
    return _Moved(own=cells)


_MOVED = tuple(map(_moved, actions.ACTIONS))
_SKIP = actions.Skip().code


def seen_to_move(action: actions.Action, position: Position) -> tuple[Card, ...]:
    """Return the cards that everyone at the table sees move by an action; the position is the one before it."""
    code = action.code
    if code == _SKIP and position.expansion is not None:
        return position.expansion.pending
    own, tops, theirs = _MOVED[code]
    if not own and not tops:
        return ()
    river, mine, other = position.river, position.territories[position.turn], position.territories[1 - position.turn]
    if len(own) == len(tops) == 1:  # a develop, which most actions are
        return mine[own[0]], river[tops[0]][-1]
    return (*[mine[cell] for cell in own], *[river[pile][-1] for pile in tops], *[other[cell] for cell in theirs])


class Pile(NamedTuple):
    """A pile of the River."""

    top: Card | None
    """The face-up card; None where the pile is empty, or its next card not turned up before all effects are settled."""
    height: int
    """How many cards are left, the one on top included."""


class Side(BaseModel):
    """The cards and emissaries of one seat, as far as the viewer may know them."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    line: tuple[Card, ...]
    hand: tuple[Card | None, ...]
    """None where the viewer can't know the card, even with a perfect memory."""
    sent: Sent
    copies: dict[Cell, Card]
    """What its ninjas copy, as far as settled."""

    def card(self, cell: Cell) -> Card | None:
        """The card at a cell of Line or Hand."""
        return (*self.line, *self.hand)[cell]

    def territory(self) -> Territory:
        """The ten cards as they are scored, all being known.

        Raises:
            ValueError: A card is unknown.
        """
        return Territory(tuple([card for card in (*self.line, *self.hand) if card is not None]))


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
    discards: tuple[Card, ...]
    """All discarded cards, oldest first; players may look at the last one only."""
    dealt: tuple[Card, Card] | None
    """In the gift phase: the viewer's two dealt cards."""
    exposed: tuple[bool, ...]
    """For each position of the viewer's Hand, whether it is sure that the other seat knows the card."""
    exposed_somewhere: tuple[Card, ...]
    """Cards that the other seat knows to be in the viewer's Hand, at positions that aren't exposed."""
    certain: tuple[Card, ...]
    """Cards known to be in the other Hand, at positions where `hand` is None."""
    unseen: dict[Card, int]
    """The cards the viewer has not seen: face down in the River, or kept by the other seat at the gift. With the
    expansion also the Traveller that stayed in the box, for nobody knows which one it is."""
    legal_actions: tuple[actions.Action, ...]
    """The legal actions of the viewer, sorted; empty when it isn't its turn."""
    events: tuple[Event, ...]
    outcome: Outcome | None
    legends: tuple[Card, ...] = ()
    """With the expansion: the Legends that take part, which everybody knows."""
    ryokan: Ryokan | None = None
    """With the expansion: where the Ryokan is."""
    deal_check: DealCheck | None = None
    """Once the game is over: whether the deal is what was committed to before it; None until then."""
    pending: tuple[Card, ...] = ()
    """The Travellers whose effects the seat to act may use now, or skip; until then nothing else is possible."""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seat to act, as a tuple; empty once the game is over."""
        return () if self.turn is None else (self.turn,)

    @property
    def result(self) -> Result | None:
        """Ranks and points; None while the game goes on."""
        if self.outcome is None:
            return None
        points = tuple(sheet.total for sheet in self.outcome.sheets)
        return Result(ranked([seat == self.outcome.winner for seat in (0, 1)]), points)

    def in_company(self, public: Self) -> Self:
        """Return the view itself: a seat is alone until both Hands are open."""
        return self

    def unable(self) -> Self:
        """Return the view of someone who only watches: nothing to choose."""
        return self.model_copy(update={"legal_actions": ()})

    def shown_as(self, names: tuple[str, ...], nearest: int) -> Self:
        """Return the view with other names for the players, the public's with another seat drawn nearest."""
        return self.model_copy(update={"names": names, "seat": nearest if self.public else self.seat})

    def spoken(self) -> Self:
        """Return the view with reasons for points in the language of the moment, not of who played last."""
        if self.outcome is None:
            return self
        outcome = self.outcome.model_copy(update={"sheets": self.position().sheets()})
        return self.model_copy(update={"outcome": outcome})

    def position_text(self) -> str:
        """Return the position with everything the view shows, and mountains for hidden cards."""
        return self.position().to_text()

    @property
    def mine(self) -> Side:
        return self.sides[self.seat]

    @property
    def theirs(self) -> Side:
        return self.sides[1 - self.seat]

    def card(self, cell: Cell) -> Card | None:
        """The face-up card of a River pile, or the viewer's own at a cell; None for none, and where it isn't known."""
        return self.river[cell.position].top if cell.zone is Zone.RIVER else self.mine.card(cell)

    @property
    def module(self) -> Module | None:
        """The module that the game is played with; None for the base game."""
        return None if self.ryokan is None else cards.LEGENDS_TRAVELLERS

    def ryokan_of(self, seat: int) -> int:
        return self.ryokan.side if self.ryokan is not None and self.ryokan.owner == seat else 0

    def territory(self, seat: int) -> Territory:
        """The ten cards of a seat as they are scored, with the Ryokan, all being known.

        Raises:
            ValueError: A card is unknown.
        """
        return Territory(self.sides[seat].territory().cards, self.ryokan_of(seat))

    def can(self, kind: type[actions.Action]) -> bool:
        """Return whether the viewer can do an action of this kind now."""
        return any(isinstance(action, kind) for action in self.legal_actions)

    def refusal(self, action: actions.Action) -> str | None:
        """Return why the viewer can't do an action now, or None if it can."""
        if self.public:
            return _("You are watching; this game is being played elsewhere.")
        if self.turn is not None and self.turn != self.seat:
            return _("It is {name}'s turn.").format(name=self.names[self.turn])
        return self.position().refusal(action)

    def position(self) -> Position:
        """Return a position with everything the view shows, and mountains for hidden cards.

        Once the game is over, the viewer is the seat to act.
        """
        territories = [[*side.line, *(card or Card.MOUNTAIN for card in side.hand)] for side in self.sides]
        gift = self.phase is Phase.GIFT
        unturned = sum([1 << at for at, pile in enumerate(self.river) if pile.top is None and pile.height])
        return Position.from_fields(
            Fields(
                river=[[Card.MOUNTAIN] * (height - 1) + [top or Card.MOUNTAIN][:height] for top, height in self.river],
                territories=territories,
                discards=list(self.discards),
                given=[0] if gift and self.turn == 1 else [],
                phase=self.phase,
                court=cards.court(self.sides[0].sent, self.sides[1].sent),
                copies=(self.sides[0].copies.copy(), self.sides[1].copies.copy()),
                turn=self.seat if self.turn is None else self.turn,
                developed=self.developed,
                bonus=self.bonus,
                last=self.last,
                shuffles=((0, 1, 2, 3, 4), (0, 1, 2, 3, 4)) if gift else None,
                expansion=None if self.ryokan is None else Expansion(*self.ryokan, self.pending, unturned),
            )
        )
