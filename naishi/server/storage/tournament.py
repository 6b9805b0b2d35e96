"""A tournament as it is stored: what was agreed on with it, who plays, and what has become of each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from naishi.server.rating.standing import Standing
from naishi.server.storage.match import MatchStage
from naishi.server.storage.names import NAMELESS, shown_name
from naishi.server.storage.terms import Terms
from naishi.server.tournament.games import Kind, Played
from naishi.server.tournament.standings import Row, standings

MOST_PLAYERS = 32
FEWEST_PLAYERS = 3


@dataclass(frozen=True)
class Setup:
    """What whoever makes a tournament chooses."""

    name: str
    terms: Terms
    """Of each game; there always is a clock."""
    kind: Kind = Kind.SWISS
    rounds: int | None = None
    """Of a Swiss; None for as many as are usual."""
    places: int = MOST_PLAYERS
    """It begins by itself once so many have joined."""
    public: bool = True
    """Whether everybody finds it, or only whoever has the word."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is listed."""

    id: str
    setup: Setup
    host: int
    stored_host_name: str
    invite: str
    """The word by which others find it, if it isn't public."""
    state: MatchStage
    """`open` while players join, then `playing`, then `over`."""
    round: int
    """The one being played, or the last; 0 before it begins."""
    count: int
    """How many have joined."""

    @property
    def host_name(self) -> str:
        """The name of who has made it, in the language of the moment where the account was deleted."""
        return shown_name(self.stored_host_name)


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who plays in a tournament."""

    number: int
    player: int
    stored_name: str
    standing: Standing | None
    withdrawn: bool
    """Whether they have left it, or this server."""

    @property
    def name(self) -> str:
        """The name, in the language of the moment where the account was deleted."""
        return shown_name(self.stored_name)

    @property
    def has_left(self) -> bool:
        """Whether to say that they have left: of a deleted account that is known."""
        return self.withdrawn and self.stored_name != NAMELESS


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One game of a round."""

    round: int
    played: Played
    match: str | None
    """None for a bye, and where one or both had left."""


@dataclass(frozen=True)
class TournamentPage:
    """All there is to read of a tournament."""

    tournament: Tournament
    entries: Sequence[Entry]
    games: Sequence[TournamentGame]
    """By round and board."""
    commitment: str = ""
    """To the deals of the round after this one; empty where there is none."""

    @cached_property
    def standings(self) -> Sequence[Row]:
        """How everybody stands, the leader first."""
        return standings([each.number for each in self.entries], [game.played for game in self.games])

    def entry(self, number: int) -> Entry:
        """Return the player with a number."""
        return next(each for each in self.entries if each.number == number)

    def entry_of(self, player: int) -> Entry | None:
        """Return the entry of a player who is still in it; None for anybody else."""
        return next((each for each in self.entries if each.player == player and not each.withdrawn), None)

    def of_round(self, number: int) -> Sequence[TournamentGame]:
        """Return the games of a round."""
        return [game for game in self.games if game.round == number]
