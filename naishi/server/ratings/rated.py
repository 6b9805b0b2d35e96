"""Stored rated games, and recomputed ratings.

All of this is done within a transaction: ratings change with the write that ends a match, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.schema import linked_players, rated_games, rated_matches, ratings
from naishi.server.match.glicko import DAY, NEW_FIRST_SEAT, Rating, Standing, Step, newcomer, step
from naishi.server.match.match import RatedOutcome
from naishi.server.match.storing import EndedMatch

SHORT = 10
"""A game that is given up with fewer actions isn't rated."""
OFTEN = 3
"""So many games a day are rated between two players who share a key, an address or an invitation."""
SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


_UNSETTLED = select(rated_matches.c.match).where(
    rated_matches.c.match == bindparam("the_match"), rated_matches.c.outcome.is_(None)
)
_SETTLE = update(rated_matches).where(rated_matches.c.match == bindparam("the_match"))
_STANDING = select(ratings).where(ratings.c.player == bindparam("who"))
_FIRST_SEAT = select(rated_games.c.first_seat, rated_games.c.first_seat_deviation).where(
    rated_games.c.number == select(func.max(rated_games.c.number)).scalar_subquery()
)
_FORGET_STANDING = delete(ratings).where(ratings.c.player.in_(bindparam("players", expanding=True)))
_LINKED = select(linked_players.c.until).where(
    linked_players.c.one == bindparam("one"),
    linked_players.c.other == bindparam("other"),
    linked_players.c.until > bindparam("now"),
)
_OF_TWO = (
    select(func.count())
    .select_from(rated_games)
    .where(
        or_(
            and_(rated_games.c.player_0 == bindparam("one"), rated_games.c.player_1 == bindparam("other")),
            and_(rated_games.c.player_0 == bindparam("other"), rated_games.c.player_1 == bindparam("one")),
        ),
        rated_games.c.ended_at > bindparam("since"),
    )
)
_BY_NUMBER = (
    select(
        rated_games.c.number,
        rated_games.c.match,
        rated_games.c.player_0,
        rated_games.c.player_1,
        rated_games.c.score,
        rated_games.c.ended_at,
    )
    .where(rated_games.c.number > bindparam("after"))
    .order_by(rated_games.c.number)
)


def have_played_often(db: Connection, one: int, other: int, now: float) -> bool:
    """Return whether two players have had all the rated games with each other that they can have in a day.

    That goes only for those who share a key, an address or an invitation: else nobody would have to trust a rating.
    """
    pair = {"one": min(one, other), "other": max(one, other)}
    if db.execute(_LINKED, pair | {"now": now}).first() is None:
        return False
    return bool(db.execute(_OF_TWO, pair | {"since": now - DAY}).scalar_one() >= OFTEN)


def settle(db: Connection, over: EndedMatch) -> None:
    """Rate a match that has just been stored as over, if it is to be rated and hasn't been settled."""
    if db.execute(_UNSETTLED, {"the_match": over.id}).first() is None:
        return
    first, second = (row["player"] for row in over.seats)
    outcome = RatedOutcome.COUNTED
    if over.result in {"aborted", "unplayed"}:
        outcome = RatedOutcome.ABORTED
    elif over.result == "resigned" and over.actions < SHORT:
        outcome = RatedOutcome.SHORT
    elif first == second or have_played_often(db, first, second, over.at):
        outcome = RatedOutcome.OFTEN
    db.execute(_SETTLE, {"the_match": over.id, "outcome": outcome})
    if outcome is RatedOutcome.COUNTED:
        add_game(db, over.id, (first, second), SCORES[over.seats[0]["result"]], over.at)


def rated_games_of(db: Connection) -> Iterator[Any]:
    """Yield all rated games in their order."""
    yield from db.execute(_BY_NUMBER, {"after": 0})


def insert_game(db: Connection, match: str, players: tuple[int, int], score: float, ended_at: float) -> bool:
    """Add a game of another server, unless it is here; return whether it wasn't. See `sort_games` and `recompute`."""
    game = {"match": match, "player_0": players[0], "player_1": players[1], "score": score, "ended_at": ended_at}
    nothing_yet = {column.name: 0.0 for column in rated_games.c if column.name not in {*game, "number"}}
    return db.execute(insert_or(rated_games).on_conflict_do_nothing(), game | nothing_yet).rowcount == 1


def sort_games(db: Connection) -> None:
    """Put all rated games in the order in which they ended, wherever they were played."""
    rows = db.execute(select(rated_games).order_by(rated_games.c.ended_at, rated_games.c.match)).mappings().all()
    db.execute(delete(rated_games))
    db.execute(insert(rated_games), [{**row, "number": number} for number, row in enumerate(rows, 1)])


def add_game(db: Connection, match: str, players: tuple[int, int], score: float, ended_at: float) -> None:
    """Add a rated game after all others, and change the ratings of its players."""
    first, second = (_standing(db, player, ended_at) for player in players)
    seat = db.execute(_FIRST_SEAT).first()
    done = step(first, second, NEW_FIRST_SEAT if seat is None else Rating(*seat), score, ended_at)
    game = {"match": match, "player_0": players[0], "player_1": players[1], "score": score, "ended_at": ended_at}
    db.execute(insert(rated_games), game | _worked_out(done))
    db.execute(_FORGET_STANDING, {"players": players})
    db.execute(insert(ratings), [_row(*each) for each in zip(players, done.after, strict=True)])


def recompute(db: Connection) -> None:
    """Work out all ratings from the rated games, in their order: who played, how it ended, and when."""
    standings: dict[int, Standing] = {}
    seat, steps = NEW_FIRST_SEAT, []
    for row in rated_games_of(db):
        first, second = (standings.get(player) or newcomer(row.ended_at) for player in (row.player_0, row.player_1))
        done = step(first, second, seat, row.score, row.ended_at)
        standings[row.player_0], standings[row.player_1] = done.after
        seat = done.first_seat
        steps.append({"the_number": row.number, **_worked_out(done)})
    db.execute(delete(ratings))
    if steps:
        db.execute(update(rated_games).where(rated_games.c.number == bindparam("the_number")), steps)
        db.execute(insert(ratings), [_row(*each) for each in standings.items()])


def give_games(db: Connection, before: int, now: int) -> None:
    """Give the rated games of a player to another one: ratings are worked out anew, if there are any."""
    given = 0
    for player in (rated_games.c.player_0, rated_games.c.player_1):
        given += db.execute(update(rated_games).where(player == before).values({player.name: now})).rowcount
    if given:
        db.execute(delete(rated_games).where(rated_games.c.player_0 == rated_games.c.player_1))
        recompute(db)


def _standing(db: Connection, player: int, now: float) -> Standing:
    row = db.execute(_STANDING, {"who": player}).first()
    return newcomer(now) if row is None else standing_of(row)


def standing_of(row: Any) -> Standing:
    """Return the standing that a row of `ratings` says."""
    return Standing(Rating(row.points, row.deviation), row.games, row.played)


def _row(player: int, standing: Standing) -> dict[str, Any]:
    rating = standing.rating
    return {
        "player": player,
        "points": rating.points,
        "deviation": rating.deviation,
        "games": standing.games,
        "played": standing.played,
    }


def _worked_out(done: Step) -> dict[str, float]:
    """Return the columns of a rated game that follow from the games before it."""
    (first, second), (one, other) = done.before, done.after
    return {
        "before_0": first.points,
        "before_1": second.points,
        "points_0": one.rating.points,
        "deviation_0": one.rating.deviation,
        "points_1": other.rating.points,
        "deviation_1": other.rating.deviation,
        "first_seat": done.first_seat.points,
        "first_seat_deviation": done.first_seat.deviation,
    }
