"""A match as the lobby lists it, what its players have agreed on, and what is new in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class MatchState(StrEnum):
    """Where a match stands."""

    OPEN = "open"
    """Somebody waits for an opponent."""
    PLAYING = "playing"
    OVER = "over"


class Agreed(BaseModel):
    """What the players have offered and agreed on, beside the actions of the game."""

    model_config = ConfigDict(frozen=True)

    draw: int | None = None
    """The seat that offers a draw."""
    take_back: int | None = None
    """The seat that asks to take its last turn back."""
    resigned: int | None = None
    """The seat that has resigned."""
    drawn: bool = False
    """Whether both agreed on a draw."""
    rematch: int | None = None
    """The seat that asks for a rematch."""
    next: str | None = None
    """The match that followed."""

    @property
    def ended(self) -> bool:
        """Whether the players ended the game before its end."""
        return self.drawn or self.resigned is not None


class News(StrEnum):
    """What the other player has done that the player at a seat should hear of."""

    JOINED = "joined"
    RESIGNED = "resigned"
    DRAWN = "drawn"
    """Both agreed on a draw."""
    FINISHED = "finished"
    """The game has come to its end."""
    REMATCH = "rematch"
    """Asks for a rematch."""
    DRAW = "draw"
    """Offers a draw."""
    TAKE_BACK = "take back"
    """Asks to take the last turn back."""
    TAKEN_BACK = "taken back"
    """A turn was taken back."""
    MOVED = "moved"


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
    names: tuple[str, str]
    """Their names; the second is empty while nobody has joined."""
    public: bool
    invite: str
    """The word by which others join and watch; for the players."""
    updated: float
    agreed: Agreed
    news: tuple[News | None, News | None] = (None, None)
    """By seat, what has happened since its player looked last; offers are news until they are answered."""

    def seat_of(self, player: int) -> int | None:
        """Return the seat of a player; None for everybody else."""
        return next((seat for seat in (0, 1) if self.seats[seat] == player), None)

    def is_turn_of(self, player: int) -> bool:
        """Return whether a player is to act."""
        return self.state is MatchState.PLAYING and self.turn is not None and self.seats[self.turn] == player


def news_of(
    seat: int, *, state: MatchState, agreed: Agreed, agreed_before: Agreed | None, new_actions: int
) -> News | None:
    """Return what is new for the player at a seat; nothing where nothing is.

    Args:
        seat: The seat.
        state: Where the match stands.
        agreed: What the players have agreed on by now.
        agreed_before: What they had agreed on when the player looked last; None before the first look.
        new_actions: How many actions there are more than then.
    """
    other = 1 - seat
    before = agreed_before or Agreed()
    happened = {
        News.RESIGNED: agreed.resigned == other != before.resigned,
        News.DRAWN: agreed.drawn and not before.drawn,
        News.REMATCH: agreed.rematch == other and agreed.next is None,
        News.FINISHED: state is MatchState.OVER and new_actions > 0,
        News.DRAW: agreed.draw == other,
        News.TAKE_BACK: agreed.take_back == other,
        News.JOINED: agreed_before is None,
        News.TAKEN_BACK: new_actions < 0,
        News.MOVED: new_actions > 0,
    }
    return next((news for news, is_so in happened.items() if is_so), None) if state is not MatchState.OPEN else None
