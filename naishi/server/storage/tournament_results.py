"""Tournament results, stored with the match's end."""

from __future__ import annotations

from collections.abc import Sequence

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

    A player who let the time run out without having done anything stays away: they are out of the tournament. Where
    that is both, neither has won.
    """
    if (game := db.execute(_OF_MATCH, {"the_match": over.id}).first()) is None:
        return
    absent = _absent(over.record) if over.result == "timed out" else ()
    score = NEITHER if len(absent) == 2 else {"won": WON, "lost": LOST}.get(over.seats[0]["result"], DRAWN)
    db.execute(_SCORE, {"the_match": over.id, **columns_of_scores(score)})
    for seat in absent:
        withdraw(db, game.tournament, (game.first, game.second)[seat])


def withdraw(db: Connection, tournament: str, number: int) -> None:
    """Have a player be in a tournament no more that has begun."""
    db.execute(_WITHDRAW, {"the_tournament": tournament, "the_number": number})


def columns_of_scores(scores: tuple[float, float] | None) -> dict[str, float | None]:
    """Return the columns that say what a game scores; None while it goes on."""
    first, second = scores or (None, None)
    return {"score_0": first, "score_1": second}


def _absent(record: str) -> Sequence[int]:
    """Return the seats that were to act in a game and have never done anything in it; a sealed gift is something."""
    game = read(NAISHI, record)
    return [seat for seat in game.awaited if not any(event.seat == seat for event in game.events(seat))]
