"""Rows of matches, and what they say."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, select

from naishi.server.database.schema import begun_matches, clocks, matches, rated_matches, seats, times
from naishi.server.match.clock import CLOCK_COLUMNS, TIME_COLUMNS, Clock, clock_of
from naishi.server.match.glicko import Rating, Standing
from naishi.server.match.match import (
    Agreements,
    Match,
    MatchResult,
    MatchStage,
    News,
    RatedOutcome,
    RatingChange,
    TournamentPart,
    news_of,
)
from naishi.server.match.state import Ending, EndKind, Held, MatchState, OfferKind, Terms, begun, holders
from naishi.tabletop.game import Game
from naishi.tabletop.kinds import kind_of
from naishi.tabletop.players import HUMAN


def state_from(
    game: Any,
    agreements: Agreements,
    accounts: Sequence[int | None],
    terms: Terms | None = None,
    clock: Clock | None = None,
    revision: int = 0,
) -> MatchState:
    """Return a match as one value, from what is stored of it.

    Args:
        accounts: Who sits there; None for a bot.
    """
    seats = list(holders(game.players, accounts))
    for seat, how in agreements.vacated:
        seats[seat] = seats[seat]._replace(held=Held.VACATED, left=EndKind(how))
    found = {kind: getattr(agreements, kind.name.lower()) for kind in OfferKind}
    state = MatchState(
        game,
        tuple(seats),
        terms or Terms(),
        clock,
        offers={kind: offer for kind, offer in found.items() if offer is not None},
        offered=agreements.offers,
        ending=agreements.ending,
        next=agreements.next,
        revision=revision,
        vacated=tuple(seat for seat, _how in agreements.vacated),
    )
    return begun(state)


def agreements_of(state: MatchState) -> Agreements:
    left = ((seat, state.seats[seat].left) for seat in state.vacated)
    fields = {
        **{kind.name.lower(): offer for kind, offer in state.offers.items()},
        **_ended(state.ending),
        "offers": state.offered,
        "next": state.next,
        "vacated": tuple((seat, how.value) for seat, how in left if how is not None),
    }
    return Agreements.model_validate(fields)


def _ended(ending: Ending | None) -> dict[str, Any]:
    match ending:
        case Ending(EndKind.RESIGNED | EndKind.FLAG | EndKind.ABORTED as kind, seat):
            return {kind.value.replace(" ", "_"): seat}
        case Ending(EndKind.CLAIMED, _, by):
            return {"claimed": by}
        case Ending(EndKind.AGREED):
            return {"drawn": True}
        case Ending(EndKind.UNPLAYED):
            return {"called_off": True}
        case _:  # none, or by score, which the game says
            return {}


NAISHI = "naishi"


def read(key: str, record: str) -> Any:
    """Replay a game. Raises ValueError: it is damaged. The text would name cards."""
    return kind_of(key).read(json.loads(record))


def written_options(options: Mapping[str, str]) -> str | None:
    """Return the options of a match as text; None for the usual ones."""
    return json.dumps(dict(sorted(options.items()))) if options else None


def read_options(options: str | None) -> Mapping[str, str]:
    """Return the options of a match. Raises ValueError: they are damaged."""
    found = {} if options is None else json.loads(options)
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise ValueError(options)
    return found


def options_of(game: Game) -> Mapping[str, str]:
    agreed = game.options
    values = {row.name: getattr(agreed, row.name) for row in kind_of(game.key).option_rows()}
    usual = {row.name: row.values[0][0] for row in kind_of(game.key).option_rows()}
    return {name: str(value) for name, value in values.items() if value is not None and str(value) != usual[name]}


BATCH = 200
"""How many matches are held in memory where all are looked at."""


class Columns(NamedTuple):
    """What is stored of how a match stands."""

    match: Mapping[str, Any]
    awaited: tuple[int, ...]


def columns_of(game: Game, agreements: Agreements) -> Columns:
    result = result_of(game, agreements)
    stands = {
        **columns_of_table(game.key).match,
        "record": game.to_json(),
        "agreements": agreements.model_dump_json(),
        "state": MatchStage.PLAYING if result is None else MatchStage.OVER,
        "round": game.round,
        "actions": len(game.actions),
        "result": result,
    }
    return Columns(stands, game.awaited if result is None else ())


def people_among(game: Game, seats: Collection[int]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if game.players[seat].kind == HUMAN)


def columns_of_table(key: str) -> Columns:
    table = {
        "game": key,
        "rules_version": kind_of(key).rules_version,
        "record": None,
        "agreements": Agreements().model_dump_json(),
        "state": MatchStage.OPEN,
        "round": 0,
        "actions": 0,
        "result": None,
    }
    return Columns(table, ())


def result_of(game: Game, agreements: Agreements) -> str | None:
    ending = state_from(game, agreements, (None,) * len(game.players)).ending
    return None if ending is None else ending.kind.value


def results_of(
    match: str, game: Game, agreements: Agreements, players: Sequence[int | None], ended_at: float
) -> list[dict[str, Any]]:
    """Return how each seat did in a match, as rows of `results`; nothing while it goes on."""
    state = state_from(game, agreements, players)
    if (result := state.result()) is None:
        return []
    done = state.results()
    played = not {"unplayed", "aborted"} & {*done}
    return [
        {
            "match": match,
            "seat": seat,
            "player": players[seat],
            "result": done[seat],
            "points": result.points[seat] if result.points else None,
            "ended_at": ended_at,
            "rank": result.ranks[seat] if played else None,
        }
        for seat in range(len(game.players))
    ]


def match_of(row: Any, seated: Sequence[Any]) -> Match:
    """Make a match of its row and those of its seats: see `listing.LISTED_COLUMNS` and `listing.SEATED`.

    Raises ValueError: it is damaged.
    """
    taken = tuple(seat.player for seat in seated)
    agreements = _agreements(row, taken)
    names = tuple(seat.name or "" for seat in seated)
    tournament = row.tournament, row.tournament_name, row.tournament_round, row.tournament_rated
    return Match(
        id=row.id,
        state=MatchStage(row.state),
        game=row.game,
        awaited=tuple(seat.seat for seat in seated if seat.awaited),
        round=row.round,
        host=row.host,
        seats=taken,
        stored_names=(names[0] or row.host_name, *names[1:]) if names else (row.host_name, ""),
        public=row.public,
        invite=row.invite,
        updated=row.updated,
        agreements=agreements,
        options=read_options(row.options),
        challenged=row.challenged,
        challenged_name=row.challenged_name or "",
        rated=row.rated is not None,
        rated_outcome=row.rated_outcome and RatedOutcome(row.rated_outcome),
        standings=tuple(map(_standing, seated)),
        change=_rating_change(row),
        result=_result_of_match(row, seated),
        news=tuple(_news(row, seat, agreements) for seat in seated),
        gone=tuple(bool(seat.gone) for seat in seated),
        clock=clock_of(row, seated),
        tournament=None if row.tournament is None else TournamentPart(*tournament),
    )


def _agreements(row: Any, taken: Sequence[int | None]) -> Agreements:
    agreements = Agreements.model_validate_json(row.agreements)
    people = [player for player in taken if player is not None]
    if len(set(people)) < len(people):  # by a claim or a link: nobody is left to ask
        return agreements.model_copy(update={"rematch": None})
    return agreements


def _news(row: Any, seat: Any, agreements: Agreements) -> News | None:
    """Return what is new for the player at a seat; nothing ever is for a bot."""
    if seat.player is None:
        return None
    return news_of(
        seat.seat,
        state=MatchStage(row.state),
        agreements=agreements,
        seen=None if seat.seen_agreements is None else Agreements.model_validate_json(seat.seen_agreements),
        new_actions=row.actions - seat.seen,
        warned=seat.time_warned is not None and seat.awaited,
    )


def _result_of_match(row: Any, seated: Sequence[Any]) -> MatchResult | None:
    if row.result is None:
        return None
    winner = next((seat.seat for seat in seated if seat.result == "won"), None)
    points, ranks = (tuple(getattr(seat, name) for seat in seated) for name in ("points", "rank"))
    return MatchResult(row.result, winner, None if None in points else points, None if None in ranks else ranks)


def _standing(seat: Any) -> Standing | None:
    if seat.rating_points is None:
        return None
    return Standing(Rating(seat.rating_points, seat.rating_deviation), seat.rating_games, seat.rating_played)


def _rating_change(row: Any) -> RatingChange | None:
    if row.before_0 is None:
        return None
    after = Rating(row.after_0, row.deviation_after_0), Rating(row.after_1, row.deviation_after_1)
    return RatingChange((row.before_0, row.before_1), after)


def every_match(db: Connection) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Yield every match in the order of the ids, with its clock, when it began, and the rows of its seats in order."""
    last = ""
    rated = rated_matches.c.match.label("rated"), rated_matches.c.outcome.label("rated_outcome")
    joined = matches.outerjoin(clocks, clocks.c.match == matches.c.id)
    joined = joined.outerjoin(rated_matches, rated_matches.c.match == matches.c.id)
    joined = joined.outerjoin(begun_matches, begun_matches.c.match == matches.c.id)
    some = select(matches, *CLOCK_COLUMNS, *rated, begun_matches.c.at.label("begun_at")).select_from(joined)
    some = some.where(matches.c.id > bindparam("last")).order_by(matches.c.id).limit(BATCH)
    timed = seats.outerjoin(times, and_(times.c.match == seats.c.match, times.c.seat == seats.c.seat))
    theirs = select(seats, *TIME_COLUMNS).select_from(timed).order_by(seats.c.match, seats.c.seat)
    theirs = theirs.where(seats.c.match.between(bindparam("first"), bindparam("last")))
    while found := db.execute(some, {"last": last}).all():
        first, last = found[0].id, found[-1].id
        taken: dict[str, list[Any]] = {row.id: [] for row in found}
        for seat in db.execute(theirs, {"first": first, "last": last}):
            taken[seat.match].append(seat)
        for row in found:
            yield row, taken[row.id]
