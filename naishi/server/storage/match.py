"""A match as the lobby lists it, what its players have agreed on, and what is new in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from naishi.games.naishi.rules.expansion import Module
from naishi.server.rating.glicko import Rating
from naishi.server.rating.standing import Standing
from naishi.server.storage.clock import Clock
from naishi.server.storage.names import shown_name
from naishi.tabletop.early_end import EarlyEnd

Seat = Annotated[int, Field(ge=0, le=1)]


class MatchState(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    """Somebody waits for an opponent."""
    PLAYING = "playing"
    OVER = "over"


class RatedOutcome(StrEnum):
    """Whether a match that was to be rated was."""

    COUNTED = "counted"
    SHORT = "short"
    """It was given up before the tenth action."""
    OFTEN = "often"
    """The two had played enough of each other that day."""
    ABORTED = "aborted"


class Offer(BaseModel):
    """What one player offers the other. No two offers of a match are equal."""

    model_config = ConfigDict(frozen=True)

    seat: Seat
    """Whose it is."""
    number: int
    """Counts the offers of a match."""
    days: int | None = None
    """How long the clock would stand still; of a pause only."""


class Agreements(BaseModel):
    """What the players have offered and agreed on, beside the actions of the game."""

    model_config = ConfigDict(frozen=True)

    draw: Offer | None = None
    """Offered: a draw."""
    undo: Offer | None = None
    """Asked for: to undo the last turn of whoever asks."""
    rematch: Offer | None = None
    """Asked for: a rematch."""
    pause: Offer | None = None
    """Offered: that the clock stands still for some days."""
    offers: int = 0
    """How many offers were ever made."""
    resigned: Seat | None = None
    """The seat that has resigned."""
    timed_out: Seat | None = None
    """The seat whose time ran out."""
    claimed: Seat | None = None
    """The seat that has claimed the game, since the other player stayed away."""
    aborted: Seat | None = None
    """The seat that has called a rated game off before its own first action."""
    drawn: bool = False
    """Whether both agreed on a draw."""
    next: str | None = None
    """The match that followed."""

    @property
    def ended(self) -> bool:
        """Whether the players ended the game before its end."""
        return self.drawn or self.aborted is not None or self.loser is not None

    @property
    def loser(self) -> int | None:
        """The seat that lost the game before its end; None where none did."""
        if self.claimed is not None:
            return 1 - self.claimed
        return self.timed_out if self.resigned is None else self.resigned

    @property
    def early_end(self) -> EarlyEnd | None:
        """How the players ended the game before its end; None where they haven't."""
        if self.drawn:
            return EarlyEnd(how="drawn")
        if self.aborted is not None:
            return EarlyEnd(how="aborted", seat=self.aborted)
        if self.claimed is not None:
            return EarlyEnd(how="claimed", seat=1 - self.claimed)
        if self.timed_out is not None:
            return EarlyEnd(how="timed out", seat=self.timed_out)
        return None if self.resigned is None else EarlyEnd(how="resigned", seat=self.resigned)

    def without_offers(self) -> Agreements:
        """Return the same with no offer that belongs to a game that goes on."""
        return self.model_copy(update={"draw": None, "undo": None, "pause": None})


class News(StrEnum):
    """News for the player at a seat: what the other player has done."""

    JOINED = "joined"
    RESIGNED = "resigned"
    TIMED_OUT = "timed out"
    """Somebody's time ran out, perhaps one's own."""
    CLAIMED = "claimed"
    """The other player has claimed the game."""
    ABORTED = "aborted"
    """Has called the game off."""
    DRAWN = "drawn"
    """Both agreed on a draw."""
    FINISHED = "finished"
    """The game has come to its end."""
    REMATCH = "rematch"
    """Asks for a rematch."""
    DRAW = "draw"
    """Offers a draw."""
    UNDO = "undo"
    """Asks to undo the last turn."""
    PAUSE = "pause"
    """Offers a pause."""
    WARNED = "warned"
    """Warns that the game will be claimed."""
    UNDONE = "undone"
    """A turn was undone."""
    MOVED = "moved"


ANSWERED = frozenset({News.REMATCH, News.DRAW, News.UNDO, News.PAUSE})
"""What the other player waits for an answer to."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match has ended."""

    how: str
    """`finished`, `resigned`, `timed out`, `claimed`, `drawn` or `aborted`."""
    winner: int | None
    """The seat; None for a draw."""
    points: tuple[int, int] | None = None
    """By seat; None where they weren't counted."""


class RatingChange(NamedTuple):
    """What a rated game has changed, by seat."""

    before: tuple[float, float]
    after: tuple[Rating, Rating]


@dataclass(frozen=True, slots=True)
class TournamentPart:
    """The tournament that a match belongs to."""

    id: str
    name: str
    round: int
    rated: bool
    """Whether its games count for ratings, where they may."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as the lobby lists it; nothing in it is hidden from anybody who may watch."""

    id: str
    state: MatchState
    turn: int | None
    """The seat to act."""
    round: int
    host: int
    """The player who made the table."""
    seats: tuple[int | None, int | None]
    """The players; None for a bot, or while nobody has joined."""
    stored_names: tuple[str, str]
    """Their names as they are stored; the second is empty while nobody has joined."""
    public: bool
    invite: str
    """The word by which others join and watch; for the players."""
    updated: float
    agreements: Agreements
    expansion: Module | None = None
    """The module that is played with."""
    challenged: int | None = None
    """The one player for whom a table was made; None for whoever comes."""
    challenged_name: str = ""
    rated: bool = False
    """Whether it was made to count for ratings."""
    rated_outcome: RatedOutcome | None = None
    """Whether it did; None while it isn't over."""
    standings: tuple[Standing | None, Standing | None] = (None, None)
    """By seat, the rating of the player by now; None for a bot, and for whoever has no rated game."""
    change: RatingChange | None = None
    """What the match has changed, if it has counted."""
    result: MatchResult | None = None
    """None while the match isn't over."""
    news: tuple[News | None, News | None] = (None, None)
    """By seat, what has happened since its player looked last; offers are news until they are answered."""
    gone: tuple[bool, bool] = (False, False)
    """By seat, whether nobody can come back as its player any more."""
    clock: Clock | None = None
    """The time that its players have; None against a bot."""
    tournament: TournamentPart | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The names of both players, in the language of the moment where one has deleted their account."""
        first, second = self.stored_names
        return shown_name(first), shown_name(second)

    def seat_of(self, player: int) -> int | None:
        """Return the seat of a player; None for everybody else."""
        return next((seat for seat in (0, 1) if self.seats[seat] == player), None)

    def is_turn_of(self, player: int) -> bool:
        """Return whether a player is to act."""
        return self.state is MatchState.PLAYING and self.turn is not None and self.seats[self.turn] == player

    @property
    def between_people(self) -> bool:
        """Whether two people have seats here, and both can come back."""
        return None not in self.seats and self.seats[0] != self.seats[1] and not any(self.gone)

    @property
    def control(self) -> str:
        """The clock that was chosen with the table, as `clock.TimeControl` reads it; empty for none."""
        return "" if self.clock is None else self.clock.control

    def is_overdue(self, now: float) -> bool:
        """Return whether the time of whoever is to act has run out, and nobody has looked since."""
        deadline = None if self.clock is None else self.clock.deadline(self.turn)
        return deadline is not None and deadline <= now


def news_of(
    seat: int,
    *,
    state: MatchState,
    agreements: Agreements,
    seen: Agreements | None,
    new_actions: int,
    warned: bool = False,
) -> News | None:
    """Return what is new for the player at a seat; nothing where nothing is.

    Args:
        seat: The seat.
        state: Where the match stands.
        agreements: What the players have agreed on by now.
        seen: What they had agreed on when the player looked last; None before the first look.
        new_actions: How many actions there are more than then.
        warned: Whether the other player has warned this one to claim the game.
    """
    other = 1 - seat
    before = seen or Agreements()
    offered = {
        kind for kind in ("draw", "undo", "rematch", "pause") if (o := getattr(agreements, kind)) and o.seat == other
    }
    happened = {
        News.REMATCH: "rematch" in offered and agreements.next is None,
        News.RESIGNED: agreements.resigned == other != before.resigned,
        News.TIMED_OUT: agreements.timed_out != before.timed_out,
        News.CLAIMED: agreements.claimed == other != before.claimed,
        News.ABORTED: agreements.aborted == other != before.aborted,
        News.DRAWN: agreements.drawn and not before.drawn,
        News.FINISHED: state is MatchState.OVER and new_actions > 0,
        News.WARNED: warned,
        News.DRAW: "draw" in offered,
        News.UNDO: "undo" in offered,
        News.PAUSE: "pause" in offered,
        News.JOINED: state is MatchState.PLAYING and seen is None and not new_actions and not agreements.offers,
        News.UNDONE: new_actions < 0,
        News.MOVED: new_actions > 0,
    }
    return next((news for news, is_so in happened.items() if is_so), None) if state is not MatchState.OPEN else None
