"""The rows of a match: what is stored of a game and its agreements, and what a list is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select

from naishi.games.naishi.game.game import Game
from naishi.server.rating.glicko import Rating
from naishi.server.rating.standing import Standing
from naishi.server.storage.clocks import CLOCK_COLUMNS, clock_of
from naishi.server.storage.match import (
    Agreements,
    Match,
    MatchResult,
    MatchState,
    News,
    RatedOutcome,
    RatingChange,
    TournamentPart,
    news_of,
)
from naishi.server.storage.schema import begun_matches, clocks, matches, rated_matches, seats

GAME = "naishi"
"""The game that is played here, as `matches.game` names it."""
RULES_VERSION = 1
"""The rules that matches are played by, as `matches.rules_version` names them."""

BATCH = 200
"""How many matches are held in memory where all are looked at."""


def columns_of(game: Game | None, agreements: Agreements) -> dict[str, Any]:
    """Return the columns that say how a game stands, or that nobody has joined yet."""
    over = agreements.ended or (game is not None and game.outcome is not None)
    playing = MatchState.OVER if over else MatchState.PLAYING
    return {
        "game": GAME,
        "rules_version": RULES_VERSION,
        "record": None if game is None else game.record.model_dump_json(),
        "agreements": agreements.model_dump_json(),
        "state": MatchState.OPEN if game is None else playing,
        "turn": None if game is None or over else game.turn,
        "round": 0 if game is None else game.round,
        "actions": 0 if game is None else len(game.actions),
        "result": result_of(agreements) if over else None,
    }


def result_of(agreements: Agreements) -> str:
    """Return what ended a match that is over."""
    ways = {
        "resigned": agreements.resigned is not None,
        "timed out": agreements.timed_out is not None,
        "claimed": agreements.claimed is not None,
        "aborted": agreements.aborted is not None,
        "drawn": agreements.drawn,
    }
    return next((way for way, is_so in ways.items() if is_so), "finished")


def results_of(
    match: str, game: Game, agreements: Agreements, players: Sequence[int | None], ended_at: float
) -> list[dict[str, Any]]:
    """Return how each seat did in a match that is over, as rows of `results`."""
    outcome = game.outcome
    if agreements.loser is not None:
        winner: int | None = 1 - agreements.loser
    else:
        winner = None if agreements.drawn or outcome is None else outcome.winner
    counted = outcome is not None and not agreements.ended
    return [
        {
            "match": match,
            "seat": seat,
            "player": players[seat],
            "result": _result_of_seat(seat, winner, agreements.aborted),
            "points": outcome.sheets[seat].total if counted and outcome is not None else None,
            "ended_at": ended_at,
        }
        for seat in (0, 1)
    ]


def _result_of_seat(seat: int, winner: int | None, aborted: int | None) -> str:
    if aborted is not None:
        return "aborted" if aborted == seat else "unplayed"
    return "drawn" if winner is None else "won" if winner == seat else "lost"


def match_of(row: Any, seated: Mapping[int, Any]) -> Match:
    """Make a match of its row and those of its seats: see `listing.LISTED_COLUMNS` and `listing.SEATED`."""
    both = first, second = seated.get(0), seated.get(1)
    taken = (first and first.player, second and second.player)
    agreements = _agreements(row, taken)
    return Match(
        id=row.id,
        state=MatchState(row.state),
        turn=row.turn,
        round=row.round,
        host=row.host,
        seats=taken,
        stored_names=((first and first.name) or row.host_name, (second and second.name) or ""),
        public=row.public,
        invite=row.invite,
        updated=row.updated,
        agreements=agreements,
        expansion=row.expansion,
        challenged=row.challenged,
        challenged_name=row.challenged_name or "",
        rated=row.rated is not None,
        rated_outcome=row.rated_outcome and RatedOutcome(row.rated_outcome),
        standings=(_standing(first), _standing(second)),
        change=_rating_change(row),
        result=_result_of_match(row, both),
        news=(_news(row, first, agreements), _news(row, second, agreements)),
        gone=(bool(first and first.gone), bool(second and second.gone)),
        clock=clock_of(row),
        tournament=_tournament(row),
    )


def _agreements(row: Any, taken: tuple[int | None, int | None]) -> Agreements:
    agreements = Agreements.model_validate_json(row.agreements)
    if taken[0] == taken[1]:  # by a claim or a link: nobody is left to ask
        return agreements.model_copy(update={"rematch": None})
    return agreements


def _news(row: Any, seat: Any, agreements: Agreements) -> News | None:
    """Return what is new for the player at a seat; nothing ever is for a bot."""
    if seat is None or seat.player is None:
        return None
    return news_of(
        seat.seat,
        state=MatchState(row.state),
        agreements=agreements,
        seen=None if seat.seen_agreements is None else Agreements.model_validate_json(seat.seen_agreements),
        new_actions=row.actions - seat.seen,
        warned=row.clock_warned is not None and row.turn == seat.seat,
    )


def _tournament(row: Any) -> TournamentPart | None:
    if row.tournament is None:
        return None
    return TournamentPart(row.tournament, row.tournament_name, row.tournament_round, row.tournament_rated)


def _result_of_match(row: Any, both: tuple[Any, Any]) -> MatchResult | None:
    if row.result is None:
        return None
    first, second = both
    winner = next((each.seat for each in both if each is not None and each.result == "won"), None)
    counted = first is not None and second is not None and first.points is not None and second.points is not None
    return MatchResult(row.result, winner, (first.points, second.points) if counted else None)


def _standing(seat: Any) -> Standing | None:
    if seat is None or seat.rating_points is None:
        return None
    return Standing(Rating(seat.rating_points, seat.rating_deviation), seat.rating_games, seat.rating_played)


def _rating_change(row: Any) -> RatingChange | None:
    if row.before_0 is None:
        return None
    after = Rating(row.after_0, row.deviation_after_0), Rating(row.after_1, row.deviation_after_1)
    return RatingChange((row.before_0, row.before_1), after)


def every_match(db: Connection) -> Iterator[tuple[Any, Mapping[int, Any]]]:
    """Yield every match in the order of the ids, with its clock, when it began, and the rows of its seats."""
    last = ""
    rated = rated_matches.c.match.label("rated"), rated_matches.c.outcome.label("rated_outcome")
    joined = matches.outerjoin(clocks, clocks.c.match == matches.c.id)
    joined = joined.outerjoin(rated_matches, rated_matches.c.match == matches.c.id)
    joined = joined.outerjoin(begun_matches, begun_matches.c.match == matches.c.id)
    some = select(matches, *CLOCK_COLUMNS, *rated, begun_matches.c.at.label("begun_at")).select_from(joined)
    some = some.where(matches.c.id > bindparam("last")).order_by(matches.c.id).limit(BATCH)
    theirs = select(seats).where(seats.c.match.between(bindparam("first"), bindparam("last")))
    while found := db.execute(some, {"last": last}).all():
        first, last = found[0].id, found[-1].id
        taken: dict[str, dict[int, Any]] = {row.id: {} for row in found}
        for seat in db.execute(theirs, {"first": first, "last": last}):
            taken[seat.match][seat.seat] = seat
        for row in found:
            yield row, taken[row.id]
