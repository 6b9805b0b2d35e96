"""Match state: game, players and agreements as one value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from naishi.server.match.clock import Claim, Clock
from naishi.tabletop.game import EarlyEnd, Result, ranked
from naishi.tabletop.players import ABSENT, HUMAN

PAUSES = (3, 14)
"""Days that a pause can have: over a weekend, or a holiday."""

SeatNumber = Annotated[int, Field(ge=0, le=9)]
Count = Annotated[int, Field(ge=0, lt=2**31)]


class OfferKind(StrEnum):
    """What a player can offer the others."""

    DRAW = "draw"
    """Between two players only."""
    UNDO = "undo"
    """To undo the last turn of the one who asks."""
    REMATCH = "rematch"
    PAUSE = "pause"
    CALL_OFF = "call off"
    """To end a game of more than two without a winner."""


class EndKind(StrEnum):
    """What ended a match; for a seat, how its player left it."""

    SCORE = "finished"
    RESIGNED = "resigned"
    FLAG = "timed out"
    CLAIMED = "claimed"
    """A player stayed away, and another one has claimed the game."""
    AGREED = "drawn"
    ABORTED = "aborted"
    """One player has called it off before it had really begun."""
    UNPLAYED = "unplayed"
    """It was called off: all have agreed on that, or the operator did it."""


class Ending(NamedTuple):
    """How a match has ended."""

    kind: EndKind
    seat: int | None = None
    """Who lost by that, or was the last to leave, or called it off; None where it isn't one player's."""
    by: int | None = None
    """Who has claimed the game, or offered what all have agreed on."""


class Held(StrEnum):
    """Who plays at a seat."""

    PERSON = "person"
    BOT = "bot"
    VACATED = "vacated"
    """A person who has left: the bot `absent` plays."""


class Seat(NamedTuple):
    """A seat of a match."""

    held: Held = Held.PERSON
    player: int | None = None
    """The account; None for a bot."""
    gone: bool = False
    """Whether nobody can come back as this player."""
    left: EndKind | None = None
    """How the player left a game that went on."""


class Conditions(NamedTuple):
    """What was agreed on with the table, as far as it decides what can be asked for."""

    rated: bool = False
    in_tournament: bool = False
    fewest: int = 2
    """How many players the kind of game takes at least."""


class LastTurn(NamedTuple):
    """What is undone with the last turn of a player."""

    seat: int
    ply: int
    """How many actions are left."""
    both: bool
    """Whether something that others have done since goes with it."""


@dataclass(frozen=True)
class Offer:
    """What one player offers the others. No two offers of a match have the same number."""

    seat: SeatNumber
    number: Count
    days: Annotated[int, Field(ge=1, le=100)] | None = None
    """How long the clock would stand still; of a pause only."""
    agreed: tuple[SeatNumber, ...] = ()
    """The seats that have agreed, where it takes more than one."""

    def is_same(self, other: "Offer | None") -> bool:
        return other is not None and replace(self, agreed=()) == replace(other, agreed=())

    def waits_for(self, seat: int) -> bool:
        return seat != self.seat and seat not in self.agreed


class Declined(NamedTuple):
    """An offer that a player has declined, or that whoever made it has withdrawn."""

    kind: OfferKind
    offer: Offer
    by: int


class MatchState(NamedTuple):
    """A match at one moment. Nothing in it is ever changed: what happens makes a new one, see `apply.apply`."""

    game: Any
    """A `Game`, which nobody plays on: a copy is, for the state that follows."""
    seats: tuple[Seat, ...]
    terms: Conditions = Conditions()
    clock: Clock | None = None
    """None where one person plays bots."""
    offers: Mapping[OfferKind, Offer] = MappingProxyType({})
    offered: int = 0
    """How many offers were ever made."""
    declined: tuple[Declined, ...] = ()
    """Until the next action, or another offer of the kind."""
    undone: LastTurn | None = None
    """What the players have agreed to undo, until the next action."""
    ending: Ending | None = None
    next: str | None = None
    """The match that followed."""
    revision: int = 0
    asked: tuple[int, ...] = ()
    """By seat, the revision at which it was asked what it has to decide now."""
    vacated: tuple[int, ...] = ()
    """The seats whose players have left a game that went on, in that order."""

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def is_cut_short(self) -> bool:
        return self.ending is not None and self.ending.kind is not EndKind.SCORE

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, each in enumerate(self.seats) if each.held is Held.PERSON)

    @property
    def awaited(self) -> tuple[int, ...]:
        if self.ending is not None:
            return ()
        return tuple(seat for seat in self.game.awaited if self.seats[seat].held is Held.PERSON)

    def others(self, seat: int) -> tuple[int, ...]:
        return tuple(each for each in self.people if each != seat)

    def name(self, seat: int) -> str:
        return str(self.game.players[seat].name)

    def has_acted(self, seat: int) -> bool:
        return any(event.seat == seat for event in self.game.events())

    def last_turn(self, seat: int) -> LastTurn:
        """Return the last turn of a seat, or the one it is at if it has done something in it."""
        events = self.game.events()
        ply = next((at for at in range(len(events) - 1, -1, -1) if events[at].seat == seat), -1)
        if ply < 0:
            return LastTurn(seat, 0, bool(events))
        both = ply < len(events) - 1
        while ply > 0 and events[ply - 1].seat == seat and events[ply - 1].round == events[ply].round:
            if not self.game.at(ply).is_paced:  # such a decision stands alone
                break
            ply -= 1
        return LastTurn(seat, ply, both)

    def claims(self, seat: int, now: float) -> Iterator[Claim]:
        """Yield what a player who waits may do about those who are awaited; nothing where time counts."""
        if self.seats[seat].held is Held.PERSON:
            yield from Claim.each(self.clock, (each for each in self.awaited if each != seat), now)

    def result(self) -> Result | None:
        """Return ranks and points once it is over: whoever left has the last place, and shares it with others who did.

        Where it was ended early there are no points; where nobody has won by that, all share the first place.
        """
        if (ending := self.ending) is None:
            return None
        vacated = [seat.held is Held.VACATED for seat in self.seats]
        played: Result | None = self.game.result
        if ending.kind is EndKind.SCORE and played is not None:
            if not any(vacated):
                return played
            keys = [(not left, 0 if left else -rank) for left, rank in zip(vacated, played.ranks, strict=True)]
            return Result(ranked(keys), played.points)
        if ending.kind in {EndKind.AGREED, EndKind.ABORTED, EndKind.UNPLAYED}:
            return Result(ranked([not left for left in vacated]))
        stayed = {seat: 2 if seat in self.people else 1 for seat in range(len(self.seats)) if not vacated[seat]}
        if not any(vacated) and ending.seat is not None:  # of two, or of one person and bots
            stayed[ending.seat] = 0
        return Result(ranked([stayed.get(seat, 0) for seat in range(len(self.seats))]))

    @property
    def early_end(self) -> EarlyEnd | None:
        """How the players ended the game before its end, as a save keeps it; None where they haven't."""
        ending, result = self.ending, self.result()
        if ending is None or result is None or ending.kind is EndKind.SCORE:
            return None
        first = tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
        shared = None if len(self.seats) == 2 else first
        return EarlyEnd.model_validate({"how": ending.kind.value, "seat": ending.seat, "first": shared})

    def results(self) -> tuple[str, ...]:
        """Return how each seat did once it is over: `won`, `lost`, `drawn`, `aborted` or `unplayed`."""
        ending, result = self.ending, self.result()
        if ending is None or result is None:
            return ()
        first = "won" if result.winner is not None else "drawn"
        if ending.kind in {EndKind.ABORTED, EndKind.UNPLAYED}:
            first = "unplayed"
        done = [first if rank == 1 else "lost" for rank in result.ranks]
        if ending.kind is EndKind.ABORTED and ending.seat is not None:
            done[ending.seat] = "aborted"
        return tuple(done)

    def with_players(self, players: Sequence[tuple[int | None, str, bool]]) -> "MatchState":
        """Return the match with its seats given to whoever has them by now: some rename themselves, or claim a guest's.

        Args:
            players: By seat the account, the name, and whether nobody can come back as that player. Whoever has just
                deleted their account keeps the name here for as long as someone is at the match.
        """
        seats = tuple(
            seat if seat.held is Held.BOT else seat._replace(player=player, gone=gone)
            for seat, (player, _name, gone) in zip(self.seats, players, strict=True)
        )
        game = self.game
        for number, (seat, (_player, name, gone)) in enumerate(zip(seats, players, strict=True)):
            if seat.held is not Held.BOT and name and not gone and name != game.players[number].name:
                game = game.copy() if game is self.game else game
                game.change_player(number, name=name)
        if (seats, game) == (self.seats, self.game):
            return self
        return self._replace(seats=seats, game=game)

    @property
    def are_one(self) -> bool:
        """Whether two seats are one player's, after a claim of a guest's games."""
        people = [self.seats[seat].player for seat in self.people]
        return len(set(people)) < len(people)

    @property
    def has_gone(self) -> bool:
        return any(self.seats[seat].gone for seat in self.people)

    def without_offers(self, *kinds: OfferKind) -> "MatchState":
        """Return the match with no offers of some kinds; by default of those that belong to a game that goes on."""
        gone = kinds or tuple(kind for kind in OfferKind if kind is not OfferKind.REMATCH)
        return self._replace(offers={kind: offer for kind, offer in self.offers.items() if kind not in gone})


def holders(players: Sequence[Any], accounts: Sequence[int | None]) -> tuple[Seat, ...]:
    """Return the seats of a game by what its players are: people with accounts, bots, or `absent`."""
    held = {HUMAN: Held.PERSON, ABSENT: Held.VACATED}
    return tuple(
        Seat(held.get(player.kind, Held.BOT), account) for player, account in zip(players, accounts, strict=True)
    )


def begun(state: MatchState) -> MatchState:
    ending = state.ending
    if ending is None and not state.game.awaited:
        ending = Ending(EndKind.SCORE)
    return state._replace(ending=ending, asked=state.asked or (state.revision,) * len(state.seats))


def question(state: MatchState, seat: int) -> tuple[Any, ...] | None:
    """Return what a seat has to decide now, as something to compare; None where it isn't awaited.

    It stays the same while others decide in secret, or think better of it.
    """
    if state.over or seat not in state.game.awaited:
        return None
    seen = tuple(
        (event.seat, event.round, event.action) for event in state.game.events(seat) if event.action is not None
    )
    return state.game.round, seen


def continued(shown: MatchState, loaded: MatchState) -> MatchState:
    """Return a match as another process has stored it, with what isn't stored of what was shown here."""
    seats = range(len(shown.seats))
    asked = tuple(
        shown.asked[seat] if question(shown, seat) == question(loaded, seat) else loaded.revision for seat in seats
    )
    before, after = tuple(map(str, shown.game.actions)), tuple(map(str, loaded.game.actions))
    if len(after) < len(before) and before[: len(after)] == after:
        undo = shown.offers.get(OfferKind.UNDO)
        return loaded._replace(asked=asked, undone=None if undo is None else shown.last_turn(undo.seat))
    if before != after:
        return loaded._replace(asked=asked)
    return loaded._replace(asked=asked, undone=shown.undone, declined=(*_declined_between(shown, loaded),))


def _declined_between(shown: MatchState, loaded: MatchState) -> Iterator[Declined]:
    """Yield what was declined, though no action was played: what has gone and wasn't agreed to."""
    yield from (each for each in shown.declined if each.kind not in loaded.offers)
    if loaded.is_cut_short and not shown.is_cut_short:
        return
    paused = (shown.clock and shown.clock.since) != (loaded.clock and loaded.clock.since)
    agreed = {OfferKind.PAUSE: paused, OfferKind.REMATCH: loaded.next is not None}
    for kind, offer in shown.offers.items():
        if kind not in loaded.offers and not agreed.get(kind):
            by = next((each for each in shown.others(offer.seat) if each not in offer.agreed), offer.seat)
            yield Declined(kind, offer, by)


class Happened(StrEnum):
    """What has happened to a match."""

    ACTED = "acted"
    UNDONE = "undone"
    """An action was undone or withdrawn."""
    REDONE = "redone"
    OFFERED = "offered"
    AGREED = "agreed"
    DECLINED = "declined"
    RETRACTED = "retracted"
    VACATED = "vacated"
    WARNED = "warned"
    TIME = "time"
    """The clock has started, or stands still, or goes on."""
    REPLACED = "replaced"
    GONE = "gone"
    """Nobody can come back as a player."""
    ENDED = "ended"
    REMATCH = "rematch"
    """All have agreed to a rematch: it is to be dealt, and stored with this."""


class Event(NamedTuple):
    """One thing that has happened to a match."""

    what: Happened
    seat: int | None = None
    """Who did it, or who it happened to."""
    kind: OfferKind | None = None


class Verb(StrEnum):
    """What is done about an agreement."""

    OFFER = "offer"
    AGREE = "agree"
    DECLINE = "decline"
    RETRACT = "retract"
    """Withdraw an offer of one's own that not all have answered yet."""
    CONTINUE = "continue"
    """End a pause for one's own part."""
    CLAIM = "claim"
    """Claim the game, or warn the player who stays away that one will."""
    RESIGN = "resign"
    """Give the game up; at a table of more than two, leave it."""
    ABORT = "abort"
    """Call a game off that hasn't really begun."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a player can ask of the match, as it was shown: it can't come to mean something else meanwhile."""

    verb: Verb
    kind: OfferKind | None = None
    """What is offered or answered; None for what needs no answer."""
    offer: Offer | None = None
    """Which offer is answered or withdrawn."""
    turn: LastTurn | None = None
    """Which turn is to be undone; None for whatever the last turn of the one who asks is."""
    days: int | None = None
    against: int | None = None
    """Who stays away, of more than one who may be."""

    @property
    def id(self) -> str:
        """A text that is the same for the same request, and for no other."""
        number = "" if self.offer is None else str(self.offer.number)
        turn = "" if self.turn is None else f"to {self.turn.ply}{' both' if self.turn.both else ''}"
        days = "" if self.days is None else f"for {self.days}"
        against = "" if self.against is None else str(self.against)
        return " ".join(filter(None, (self.verb.value, self.kind and self.kind.value, number, turn, days, against)))


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A request, and the seat of the player whose it is."""

    seat: int
    request: Request


@dataclass(frozen=True, slots=True)
class Play:
    """Play an action: a person, or a bot."""

    seat: int
    action: Any
    """It, or its text."""
    revision: int | None = None
    """What was on the screen; None for whatever is asked now."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo alone, back to the last action of a person: against bots."""

    seat: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Redo what was undone."""

    seat: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw a decision of one's own that nobody else has seen yet."""

    seat: int


@dataclass(frozen=True, slots=True)
class DeleteAccount:
    """Leave for good: nobody can come back as this player."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReplaceBot:
    """Seat another bot at the seat of one."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the clock: it starts once all are here, and whoever has no time left is out."""

    here: frozenset[int] = frozenset()
    """The seats whose players are at the match."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the match without a winner, by the hand of the operator: no seat can ask for that."""


Anything = SeatRequest | Play | Undo | Redo | Withdraw | DeleteAccount | ReplaceBot | Look | CallOff
