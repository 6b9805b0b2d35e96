"""Tournament results, stored with the match's end."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, select, update

from naishi.server.storage.rows import NAISHI, read
from naishi.server.storage.schema import tournament_games, tournament_players
from naishi.server.storage.storing import EndedMatch

WON, LOST, DRAWN, NEITHER = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.0, 0.0)
"""What both seats score."""

_OF_MATCH = select(tournament_games.c.tournament, tournament_games.c.first, tournament_games.c.second).where(
    tournament_games.c.match == bindparam("the_match")
)
_SCORE = update(tournament_games).where(tournament_games.c.match == bindparam("the_match"))
_WITHDRAW = (
    update(tournament_players)
    .where(
        tournament_players.c.tournament == bindparam("the_tournament"),
        tournament_players.c.number == bindparam("the_number"),
    )
    .values(withdrawn=True)
)


def settle(db: Connection, over: EndedMatch) -> None:
    """Count a match that has just been stored as over, if it belongs to a tournament.

    Whoever has lost on time without having done anything in it stays away: they are out of the tournament.
    """
    if (game := db.execute(_OF_MATCH, {"the_match": over.id}).first()) is None:
        return
    score = {"won": WON, "lost": LOST}.get(over.seats[0]["result"], DRAWN)
    db.execute(_SCORE, {"the_match": over.id, **columns_of_scores(score)})
    if over.result == "timed out":
        loser = 1 if score == WON else 0
        if not _has_acted(over.record, loser):
            out = {"the_tournament": game.tournament, "the_number": (game.first, game.second)[loser]}
            db.execute(_WITHDRAW, out)


def withdraw(db: Connection, tournament: str, number: int) -> None:
    """Have a player be in a tournament no more that has begun."""
    db.execute(_WITHDRAW, {"the_tournament": tournament, "the_number": number})


def columns_of_scores(scores: tuple[float, float] | None) -> dict[str, float | None]:
    """Return the columns that say what a game scores; None while it goes on."""
    first, second = scores or (None, None)
    return {"score_0": first, "score_1": second}


def _has_acted(record: str, seat: int) -> bool:
    """Whether a seat has done anything in a game."""
    return any(event.seat == seat for event in read(NAISHI, record).events(seat))
