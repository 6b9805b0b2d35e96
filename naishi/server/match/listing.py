"""Prepared SQL for lists of matches."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, or_, select, tuple_

from naishi.server.database.schema import (
    challenges,
    clocks,
    is_gone,
    matches,
    players,
    rated_games,
    rated_matches,
    ratings,
    results,
    seats,
    times,
    tournament_games,
    tournaments,
)
from naishi.server.match.clock_store import CLOCK_COLUMNS, TIME_COLUMNS
from naishi.server.match.match import MatchStage

LISTED = 50
"""How many matches a list shows."""

_HOST = players.alias("host")
_CHALLENGED = players.alias("challenged")


LISTED_COLUMNS: tuple[ColumnElement[Any], ...] = (
    *(column for column in matches.c if column is not matches.c.record),  # it has the Hands in it
    _HOST.c.name.label("host_name"),
    *CLOCK_COLUMNS,
    challenges.c.player.label("challenged"),
    _CHALLENGED.c.name.label("challenged_name"),
    rated_matches.c.match.label("rated"),
    rated_matches.c.outcome.label("rated_outcome"),
    *(
        column
        for number in (0, 1)
        for column in (
            rated_games.c[f"before_{number}"],
            rated_games.c[f"points_{number}"].label(f"after_{number}"),
            rated_games.c[f"deviation_{number}"].label(f"deviation_after_{number}"),
        )
    ),
    tournament_games.c.tournament.label("tournament"),
    tournament_games.c.round.label("tournament_round"),
    tournaments.c.name.label("tournament_name"),
    tournaments.c.rated.label("tournament_rated"),
)
"""What `rows.match_of` reads, beside the seats."""

SEATED = (
    select(
        seats.c.match,
        seats.c.seat,
        seats.c.player,
        seats.c.seen,
        seats.c.seen_agreements,
        seats.c.awaited,
        *TIME_COLUMNS,
        func.coalesce(players.c.name, seats.c.name).label("name"),
        is_gone(players.c.name_key).label("gone"),
        results.c.result,
        results.c.points,
        results.c.rank,
        *(ratings.c[name].label(f"rating_{name}") for name in ("points", "deviation", "games", "played")),
    )
    .select_from(seats)
    .outerjoin(players, players.c.id == seats.c.player)
    .outerjoin(results, and_(results.c.match == seats.c.match, results.c.seat == seats.c.seat))
    .outerjoin(ratings, ratings.c.player == seats.c.player)
    .outerjoin(times, and_(times.c.match == seats.c.match, times.c.seat == seats.c.seat))
    .where(seats.c.match.in_(bindparam("matches", expanding=True)))
    .order_by(seats.c.match, seats.c.seat)
)
"""The seats of `matches`, in order.

With the matches themselves it would be a join of more tables than PostgreSQL plans well, and by its estimate so much
work that it compiles the statement first, which takes seconds.
"""


def _listed(*more: ColumnElement[Any]) -> Select[Any]:
    joined = matches.join(_HOST, matches.c.host == _HOST.c.id).outerjoin(clocks, clocks.c.match == matches.c.id)
    joined = joined.outerjoin(challenges, challenges.c.match == matches.c.id)
    joined = joined.outerjoin(_CHALLENGED, _CHALLENGED.c.id == challenges.c.player)
    joined = joined.outerjoin(rated_matches, rated_matches.c.match == matches.c.id)
    joined = joined.outerjoin(rated_games, rated_games.c.match == matches.c.id)
    joined = joined.outerjoin(tournament_games, tournament_games.c.match == matches.c.id)
    joined = joined.outerjoin(tournaments, tournaments.c.id == tournament_games.c.tournament)
    return select(*LISTED_COLUMNS, *more).select_from(joined)


_mine = seats.alias("mine")
_is_turn = and_(matches.c.state == MatchStage.PLAYING, _mine.c.awaited)
_is_new = and_(
    matches.c.state != MatchStage.OPEN,
    or_(
        _mine.c.seen != matches.c.actions,
        _mine.c.seen_agreements.is_(None),
        _mine.c.seen_agreements != matches.c.agreements,
    ),
)
_urgency = case((_is_turn, 0), (_is_new, 1), (matches.c.state == MatchStage.OVER, 3), else_=2)

BY_ID = _listed().where(matches.c.id == bindparam("id"))
"""The match `id`."""

PUBLIC_BY_ID = BY_ID.where(matches.c.public)
"""The match `id`, if everybody may see it."""

BY_INVITE = _listed().where(matches.c.invite == bindparam("invite"), matches.c.public.is_(False))
"""The private match with the word `invite`."""

OPEN_OF_HOST = _listed().where(matches.c.host == bindparam("host"), matches.c.state == MatchStage.OPEN)
"""The tables at which `host` waits."""

OF_PLAYER = (
    _listed()
    .join(_mine, and_(_mine.c.match == matches.c.id, _mine.c.player == bindparam("player")))
    .order_by(_urgency, matches.c.updated.desc())
    .limit(LISTED)
)
"""Those of `player`: first where it is the player's turn, then where something is new."""

OPEN_OF_GUEST = (
    _listed()
    .join(_mine, and_(_mine.c.match == matches.c.id, _mine.c.player == bindparam("player")))
    .where(matches.c.state == MatchStage.OPEN, matches.c.host != bindparam("player"))
)
"""The tables of others at which `player` waits."""

OF_PLAYER_BEGINNING = (
    _listed()
    .join(_mine, and_(_mine.c.match == matches.c.id, _mine.c.player == bindparam("player")))
    .where(_mine.c.match.between(bindparam("first"), bindparam("last")))
    .limit(LISTED)
)
"""Those of `player` whose ids lie between two texts."""

_ended = results.alias("ended")
FINISHED_OF_PLAYER = (
    _listed()
    .join(_ended, and_(_ended.c.match == matches.c.id, _ended.c.player == bindparam("player")))
    .order_by(_ended.c.ended_at.desc())
    .limit(LISTED)
)
"""Those of `player` that are over, the newest first."""

LOOKED_THROUGH = 100
"""How many games that go on are looked at to choose what is listed of them."""
_people = (
    select(func.count(seats.c.player))
    .where(seats.c.match == matches.c.id)
    .correlate(matches)
    .scalar_subquery()
    .label("people")
)
WATCHABLE = (
    select(matches.c.id, matches.c.host, _people)
    .where(matches.c.state == MatchStage.PLAYING, matches.c.public.is_(True))
    .order_by(matches.c.updated.desc())
    .limit(LOOKED_THROUGH)
)
"""The public ones that go on, the newest first: who has made each, and how many of its seats are people's."""

UNFINISHED = (
    _listed()
    .where(matches.c.state.in_((MatchStage.OPEN, MatchStage.PLAYING)))
    .order_by(matches.c.updated.desc())
    .limit(LISTED)
)
"""All tables and all games that go on, private ones too, the newest first."""
COUNT_BY_KIND = (
    select(matches.c.state, matches.c.game, func.count().label("total"))
    .where(matches.c.state.in_((MatchStage.OPEN, MatchStage.PLAYING)))
    .group_by(matches.c.state, matches.c.game)
)
"""How many of them there are of each kind of game."""

_waiting = select(matches.c.id, matches.c.host, matches.c.updated, matches.c.public, clocks.c.control).select_from(
    matches.outerjoin(clocks, clocks.c.match == matches.c.id)
)
WAITING = (
    _waiting.where(matches.c.state == MatchStage.OPEN, matches.c.public.is_(True))
    .order_by(matches.c.updated.desc())
    .limit(LISTED)
)
"""Who waits at the newest public tables, and with which clock."""
WAITING_HERE = _waiting.where(matches.c.host.in_(bindparam("here", expanding=True)), matches.c.state == MatchStage.OPEN)
"""The same of the players `here`, in any order. Their private tables are in it, so that the index of hosts is used."""

BY_IDS = _listed().where(matches.c.id.in_(bindparam("ids", expanding=True)))
"""The matches `ids`, in any order."""

_own = results.alias("own")
PAST_OF_PLAYER = (
    _listed(_own.c.seat.label("own_seat"), _own.c.ended_at.label("own_ended_at"))
    .join(_own, and_(_own.c.match == matches.c.id, _own.c.player == bindparam("player")))
    .where(tuple_(_own.c.ended_at, _own.c.match) < tuple_(bindparam("ended_at"), bindparam("match")))
    .order_by(_own.c.ended_at.desc(), _own.c.match.desc())
    .limit(bindparam("count"))
)
"""Those of `player` that are over, the newest first, from the one after `match`, which ended at `ended_at`."""

CHALLENGES = (
    _listed().where(challenges.c.player == bindparam("player")).order_by(matches.c.updated.desc()).limit(LISTED)
)
"""The tables at which somebody waits for `player`, the newest first."""

COUNT_UNFINISHED = (
    select(func.count())
    .select_from(seats.join(matches, seats.c.match == matches.c.id))
    .where(seats.c.player == bindparam("player"), matches.c.state.in_(bindparam("states", expanding=True)))
)
"""How many of `player` are in one of some `states`."""
