"""Lists of matches, going on and finished."""

from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, case, func, or_, select, tuple_

from naishi.common.i18n import NaishiError, _
from naishi.server.database.codes import CodeKind, meanings
from naishi.server.database.database import Database
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
from naishi.server.match.clock import CLOCK_COLUMNS, TIME_COLUMNS, is_live
from naishi.server.match.match import ANSWERED, Match, MatchStage, match_of

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
    *(rated_games.c[f"before_{seat}"] for seat in (0, 1)),
    *(rated_games.c[f"points_{seat}"].label(f"after_{seat}") for seat in (0, 1)),
    *(rated_games.c[f"deviation_{seat}"].label(f"deviation_after_{seat}") for seat in (0, 1)),
    tournament_games.c.tournament.label("tournament"),
    tournament_games.c.round.label("tournament_round"),
    tournaments.c.name.label("tournament_name"),
    tournaments.c.rated.label("tournament_rated"),
)
"""What `rows.match_of` reads, beside the seats."""

SEATED = (
    select(
        *(seats.c[name] for name in ("match", "seat", "player", "seen", "seen_agreements", "awaited")),
        *TIME_COLUMNS,
        func.coalesce(players.c.name, seats.c.name).label("name"),
        is_gone(players.c.name_key).label("gone"),
        *(results.c[name] for name in ("result", "points", "rank")),
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
_by_urgency = case((_is_turn, 0), (_is_new, 1), (matches.c.state == MatchStage.OVER, 3), else_=2)

BY_ID = _listed().where(matches.c.id == bindparam("id"))

PUBLIC_BY_ID = BY_ID.where(matches.c.public)

BY_INVITE = _listed().where(matches.c.invite == bindparam("invite"), matches.c.public.is_(False))
"""The private match with the word `invite`."""

OPEN_OF_HOST = _listed().where(matches.c.host == bindparam("host"), matches.c.state == MatchStage.OPEN)

_of_player = _listed().join(_mine, and_(_mine.c.match == matches.c.id, _mine.c.player == bindparam("player")))
OF_PLAYER = _of_player.order_by(_by_urgency, matches.c.updated.desc()).limit(LISTED)
"""Those of `player`: first where it is the player's turn, then where something is new."""

OPEN_OF_GUEST = _of_player.where(matches.c.state == MatchStage.OPEN, matches.c.host != bindparam("player"))
"""The tables of others at which `player` waits."""

OF_PLAYER_BEGINNING = _of_player.where(_mine.c.match.between(bindparam("first"), bindparam("last"))).limit(LISTED)
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
"""The tables at which someone waits for `player`, the newest first."""


class PublicMatches(NamedTuple):
    """The tables and games that everybody sees."""

    open: Sequence[Match]
    watchable: Sequence[Match]
    """Games that go on: those between people, then the newest game of each player against bots."""
    hosts: frozenset[int]
    """The players who wait at public tables, listed or not; of those who aren't here, the last."""
    unlisted: Mapping[int, int]
    """By who has made them, how many more games go on."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match as one of its players lists it."""

    match: Match
    seat: int
    ended_at: float


class MatchLists:
    """The lists of matches, as they are in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, word: str) -> Match | None:
        """Find a match by its word: its id where it is public, else the word of its invitation."""

        def find(db: Connection) -> Match | None:
            found = all_matches(db, PUBLIC_BY_ID, {"id": word.strip().casefold()[:32]})
            invite = dict(meanings(word)).get(CodeKind.INVITE)
            if not found and invite is not None:
                found = all_matches(db, BY_INVITE, {"invite": invite})
            return found[0] if found else None

        return await self._database.read(find)

    async def some(self, which: Sequence[str]) -> Sequence[Match]:
        return await self._database.read(lambda db: _in_order(db, which))

    async def of(self, player: int) -> Sequence[Match]:
        """List the matches of a player: those with an offer to answer, with their turn, with news, and the others."""
        found = await self._each(OF_PLAYER, {"player": player})
        return sorted(found, key=lambda match: (_urgency(match, player), -match.updated))

    async def of_beginning(self, player: int, letters: str) -> Sequence[Match]:
        return await self._each(OF_PLAYER_BEGINNING, {"player": player, "first": letters, "last": f"{letters}~"})

    async def finished(self, player: int) -> Sequence[Match]:
        return await self._each(FINISHED_OF_PLAYER, {"player": player})

    async def _each(self, statement: Select[Any], asked: Mapping[str, Any]) -> Sequence[Match]:
        """List what a statement finds once: someone may have both seats by now."""
        found = await self._database.read(lambda db: all_matches(db, statement, asked))
        return list({match.id: match for match in found}.values())

    async def public(self, here: Collection[int], banned: Container[int] = ()) -> PublicMatches:
        """List the public tables, one a player and first those of players who are here, and the games that go on.

        A table with a clock of minutes is listed only while its maker is here: the game would not start.

        Args:
            banned: Those who may not come: nobody meets them, and their games against bots stand still.
        """

        def public(db: Connection) -> PublicMatches:
            of_those_here = db.execute(WAITING_HERE, {"here": sorted(here)}).all() if here else ()
            every = (*(row for row in of_those_here if row.public), *db.execute(WAITING))
            waiting = sorted(every, key=lambda row: -row.updated)
            newest: dict[int, str] = {}
            for row in waiting:
                if row.host not in banned and (row.host in here or not is_live(row.control or "")):
                    newest.setdefault(row.host, row.id)
            order = [newest[host] for host in sorted(newest, key=lambda host: host not in here)][:LISTED]
            tables = _in_order(db, order)
            watchable, unlisted = _watchable(db, banned)
            return PublicMatches(tables, watchable, frozenset(row.host for row in waiting), unlisted)

        return await self._database.read(public)

    async def public_of(self, player: int, *, here: bool) -> Sequence[Match]:
        """List the public tables and games of a player that aren't over, also those that `public` has no room for.

        Args:
            here: Whether they are on the server: else a table with a clock of minutes isn't open.
        """

        def find(db: Connection) -> list[Match]:
            tables = all_matches(db, OPEN_OF_HOST, {"host": player})
            games = all_matches(db, OF_PLAYER, {"player": player})
            return [
                *(match for match in tables if match.public and (here or not is_live(match.control))),
                *(match for match in games if match.public and match.state is MatchStage.PLAYING),
            ]

        return await self._database.read(find)

    async def count_unfinished(self, player: int, *states: MatchStage) -> int:
        such = matches.c.state.in_(states or (MatchStage.OPEN, MatchStage.PLAYING))
        joined = select(func.count()).select_from(seats.join(matches, seats.c.match == matches.c.id))
        theirs = joined.where(seats.c.player == player, such)
        return await self._database.read(lambda db: int(db.execute(theirs).scalar_one()))

    async def unfinished(self) -> Sequence[Match]:
        """List tables and games that go on, whoever may see them, the newest first."""
        return await self._database.read(lambda db: all_matches(db, UNFINISHED, {}))

    async def count_by_kind(self, state: MatchStage) -> Mapping[str, int]:
        counted = select(matches.c.game, func.count().label("total")).where(matches.c.state == state)
        by_kind = counted.group_by(matches.c.game)
        return await self._database.read(lambda db: {row.game: row.total for row in db.execute(by_kind)})

    async def going_on(self, player: int) -> Sequence[str]:
        mine = select(matches.c.id).join(seats, seats.c.match == matches.c.id).where(seats.c.player == player)
        unfinished = mine.where(matches.c.state == MatchStage.PLAYING).distinct()
        return await self._database.read(lambda db: list(db.execute(unfinished).scalars()))

    async def count_all(self, player: int) -> int:
        mine = select(func.count(seats.c.match.distinct())).where(seats.c.player == player)
        return await self._database.read(lambda db: int(db.execute(mine).scalar_one()))

    async def past(self, player: int, after: PastMatch | None, count: int) -> Sequence[PastMatch]:
        """List some finished matches of a player, the newest first.

        Args:
            after: The last one of the page before; None for the first page.
        """
        ended_at, match = (float("inf"), "") if after is None else (after.ended_at, after.match.id)
        asked = {"player": player, "ended_at": ended_at, "match": match, "count": count}

        def read(db: Connection) -> list[PastMatch]:
            found: dict[str, PastMatch] = {}  # a player may have both seats, since two accounts became one
            for row, match in rows_with_matches(db, PAST_OF_PLAYER, asked):
                found.setdefault(row.id, PastMatch(match, row.own_seat, row.own_ended_at))
            return list(found.values())

        return await self._database.read(read)

    async def records(self, match_ids: Sequence[str]) -> Mapping[str, str]:
        some = select(matches.c.id, matches.c.record).where(matches.c.id.in_(match_ids))
        return await self._database.read(lambda db: {row.id: row.record for row in db.execute(some)})


def _watchable(db: Connection, banned: Container[int]) -> tuple[Sequence[Match], Mapping[int, int]]:
    """Return the public games that are listed, and by who has made them how many aren't.

    However many games one player begins against bots, those of others stay in sight.
    """
    every = db.execute(WATCHABLE)
    rows = [row for row in every if row.people > 1 or row.host not in banned]
    alone: dict[int, str] = {}
    for row in rows:
        if row.people <= 1:
            alone.setdefault(row.host, row.id)
    order = [*(row.id for row in rows if row.people > 1), *alone.values()][:LISTED]
    listed = {*order}
    return _in_order(db, order), Counter(row.host for row in rows if row.id not in listed)


def _in_order(db: Connection, ids: Sequence[str]) -> list[Match]:
    found = {match.id: match for match in all_matches(db, BY_IDS, {"ids": ids})} if ids else {}
    return [found[each] for each in ids if each in found]


def _urgency(match: Match, player: int) -> int:
    news = match.news[match.seat_of(player) or 0]
    if news in ANSWERED:
        return 0
    if match.is_turn_of(player):
        return 1
    return 2 if news is not None else 4 if match.state is MatchStage.OVER else 3


def find_match(db: Connection, match: str) -> Match:
    """Return the match with an id. Raises NaishiError: there is none."""
    if not (found := all_matches(db, BY_ID, {"id": match})):
        raise NaishiError(_("There is no such game."))
    return found[0]


def all_matches(db: Connection, statement: Select[Any], asked: Mapping[str, Any]) -> list[Match]:
    return [match for _row, match in rows_with_matches(db, statement, asked)]


def rows_with_matches(db: Connection, statement: Select[Any], asked: Mapping[str, Any]) -> Iterator[tuple[Any, Match]]:
    """Yield the rows that a statement finds, each with its match, but for damaged ones."""
    rows = db.execute(statement, asked).all()
    seated: dict[str, list[Any]] = {row.id: [] for row in rows}
    if rows:
        for seat in db.execute(SEATED, {"matches": [*seated]}):
            seated[seat.match].append(seat)
    for row in rows:
        with suppress(ValueError):  # a damaged one must not spoil the list
            yield row, match_of(row, seated[row.id])
