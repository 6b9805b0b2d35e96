"""What changes in tournaments when two accounts become one, or when one is deleted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, select, update

from naishi.server.storage.match import MatchStage
from naishi.server.storage.schema import tournament_players, tournaments

_OPEN = select(tournaments.c.id).where(tournaments.c.state == MatchStage.OPEN)


def play_in_one(db: Connection, one: int, other: int) -> bool:
    """Return whether two players are in a tournament that is being played."""
    mine, theirs = tournament_players.alias(), tournament_players.alias()
    together = (
        select(mine.c.tournament)
        .join(theirs, mine.c.tournament == theirs.c.tournament)
        .join(tournaments, tournaments.c.id == mine.c.tournament)
        .where(mine.c.player == one, theirs.c.player == other, tournaments.c.state == MatchStage.PLAYING)
    )
    return db.execute(together).first() is not None


def give_tournaments(db: Connection, before: int, now: int) -> None:
    """Give the tournaments of a player to another one, who is in each that hasn't begun once."""
    db.execute(update(tournaments).where(tournaments.c.host == before).values(host=now))
    theirs = select(tournament_players.c.tournament).where(tournament_players.c.player == now)
    _leave_open(db, before, only=theirs)
    db.execute(update(tournament_players).where(tournament_players.c.player == before).values(player=now))


def leave_tournaments(db: Connection, player: int) -> None:
    """Take a player who is deleted out of what hasn't begun; what they have made goes with them.

    Of a tournament that is being played, nobody has to be told: who is gone plays no more in it.
    """
    db.execute(delete(tournaments).where(tournaments.c.host == player, tournaments.c.state == MatchStage.OPEN))
    _leave_open(db, player)


def _leave_open(db: Connection, player: int, only: Select[Any] | None = None) -> None:
    leaving = delete(tournament_players).where(
        tournament_players.c.player == player, tournament_players.c.tournament.in_(_OPEN)
    )
    if only is not None:
        leaving = leaving.where(tournament_players.c.tournament.in_(only))
    db.execute(leaving)
