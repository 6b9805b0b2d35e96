"""A tournament as stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert

from naishi.server.database.names import NAMELESS, shown_name
from naishi.server.database.schema import find_deal_key, tournament_words
from naishi.server.match.glicko import Standing
from naishi.server.match.match import MatchStage, Terms
from naishi.server.tournaments.standings import Kind, Played, Row, standings
from naishi.tabletop.commitments import DealProof

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
        return shown_name(self.stored_host_name)


@dataclass(frozen=True, slots=True)
class Entry:
    """Someone who plays in a tournament."""

    number: int
    player: int
    stored_name: str
    standing: Standing | None
    withdrawn: bool
    """Whether they have left it, or this server."""

    @property
    def name(self) -> str:
        return shown_name(self.stored_name)

    @property
    def has_left(self) -> bool:
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
        return standings([each.number for each in self.entries], [game.played for game in self.games])

    def entry(self, number: int) -> Entry:
        return next(each for each in self.entries if each.number == number)

    def entry_of(self, player: int) -> Entry | None:
        """Return the entry of a player who is still in it; None for anybody else."""
        return next((each for each in self.entries if each.player == player and not each.withdrawn), None)

    def of_round(self, number: int) -> Sequence[TournamentGame]:
        return [game for game in self.games if game.round == number]


_OF_ROUND = select(tournament_words.c.player, tournament_words.c.word).where(
    tournament_words.c.tournament == bindparam("the_tournament"), tournament_words.c.round == bindparam("the_round")
)
_DROP = delete(tournament_words).where(
    tournament_words.c.tournament == bindparam("the_tournament"), tournament_words.c.round <= bindparam("the_round")
)


def give_tournament_word(db: Connection, tournament: str, player: int, round_: int, word: str) -> None:
    """Keep the word of a player for a round that has not begun; an older one goes."""
    added = insert(tournament_words).values(tournament=tournament, player=player, round=round_, word=word)
    changed = {name: added.excluded[name] for name in ("round", "word")}
    db.execute(added.on_conflict_do_update(index_elements=["tournament", "player"], set_=changed))


def take_tournament_words(db: Connection, tournament: str, round_: int) -> Mapping[int, str]:
    asked = {"the_tournament": tournament, "the_round": round_}
    words = {row.player: row.word for row in db.execute(_OF_ROUND, asked)}
    db.execute(_DROP, asked)
    return words


def round_commitments(db: Connection, row: Any, round_: int) -> tuple[str, ...]:
    """Return the commitments to all deals of a round of the tournament in a row.

    There are as many as there could be games: how many there will be isn't known before.
    """
    return find_deal_key(db).commitments(row.id, round_, _boards(row))


def proof_for(db: Connection, row: Any, round_: int, board: int, words: tuple[str, str]) -> DealProof:
    secret = find_deal_key(db).of_round(row.id, round_, _boards(row))[board - 1]
    return DealProof.seated(secret, words, round_commitments(db, row, round_))


def _boards(row: Any) -> int:
    return (int(row.places) + 1) // 2
