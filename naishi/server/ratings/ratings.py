"""Ratings on a server: rated games, queries, and who may play them.

All of this is done within a transaction: ratings change with the write that ends a match, or not at all.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.i18n import NaishiError, _
from naishi.server.database.connection import StorageError
from naishi.server.database.database import Database
from naishi.server.database.schema import is_gone, linked_players, players, rated_games, rated_matches, ratings, results
from naishi.server.database.sharing import SharedWays, replace_row
from naishi.server.match.glicko import DAY, NEW_FIRST_SEAT, PROVISIONAL, Rating, Standing, Step, step
from naishi.server.match.match import Match, RatedOutcome
from naishi.server.match.storing import EndedMatch
from naishi.server.presence.presence import Account

SHORT = 10
"""A game that is given up with fewer actions isn't rated."""
OFTEN = 3
"""So many games a day are rated between two players who share a key, an address or an invitation."""
SCORES = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


_STANDING = select(ratings).where(ratings.c.player == bindparam("who"))
_FIRST_SEAT = select(rated_games.c.first_seat, rated_games.c.first_seat_deviation).where(
    rated_games.c.number == select(func.max(rated_games.c.number)).scalar_subquery()
)
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
_BY_NUMBER = select(
    *(rated_games.c[name] for name in ("number", "match", "player_0", "player_1", "score", "ended_at"))
).order_by(rated_games.c.number)


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
    unsettled = rated_matches.c.match == over.id, rated_matches.c.outcome.is_(None)
    if db.execute(select(rated_matches).where(*unsettled)).first() is None:
        return
    first, second = (row["player"] for row in over.seats)
    outcome = RatedOutcome.COUNTED
    if over.result in {"aborted", "unplayed"}:
        outcome = RatedOutcome.ABORTED
    elif over.result == "resigned" and over.actions < SHORT:
        outcome = RatedOutcome.SHORT
    elif first == second or have_played_often(db, first, second, over.at):
        outcome = RatedOutcome.OFTEN
    db.execute(update(rated_matches).where(*unsettled).values(outcome=outcome))
    if outcome is RatedOutcome.COUNTED:
        add_game(db, over.id, (first, second), SCORES[over.seats[0]["result"]], over.at)


def rated_games_of(db: Connection) -> Iterator[Any]:
    yield from db.execute(_BY_NUMBER)


def insert_game(db: Connection, match: str, players: tuple[int, int], score: float, ended_at: float) -> bool:
    """Add a game of another server, unless it is here; return whether it wasn't. See `sort_games` and `recompute`."""
    game = {"match": match, "player_0": players[0], "player_1": players[1], "score": score, "ended_at": ended_at}
    nothing_yet = {column.name: 0.0 for column in rated_games.c if column.name not in {*game, "number"}}
    return db.execute(insert_or(rated_games).on_conflict_do_nothing(), game | nothing_yet).rowcount == 1


def sort_games(db: Connection) -> None:
    rows = db.execute(select(rated_games).order_by(rated_games.c.ended_at, rated_games.c.match)).mappings().all()
    db.execute(delete(rated_games))
    db.execute(insert(rated_games), [{**row, "number": number} for number, row in enumerate(rows, 1)])


def add_game(db: Connection, match: str, players: tuple[int, int], score: float, ended_at: float) -> None:
    first, second = (_standing(db, player, ended_at) for player in players)
    seat = db.execute(_FIRST_SEAT).first()
    done = step(first, second, NEW_FIRST_SEAT if seat is None else Rating(*seat), score, ended_at)
    game = {"match": match, "player_0": players[0], "player_1": players[1], "score": score, "ended_at": ended_at}
    db.execute(insert(rated_games), game | _worked_out(done))
    db.execute(delete(ratings).where(ratings.c.player.in_(players)))
    db.execute(insert(ratings), [_row(*each) for each in zip(players, done.after, strict=True)])


def recompute(db: Connection) -> None:
    standings: dict[int, Standing] = {}
    seat, steps = NEW_FIRST_SEAT, []
    for row in rated_games_of(db):
        new = Standing(Rating(), 0, row.ended_at)
        first, second = (standings.get(player, new) for player in (row.player_0, row.player_1))
        done = step(first, second, seat, row.score, row.ended_at)
        standings[row.player_0], standings[row.player_1] = done.after
        seat = done.first_seat
        steps.append({"the_number": row.number, **_worked_out(done)})
    db.execute(delete(ratings))
    if steps:
        db.execute(update(rated_games).where(rated_games.c.number == bindparam("the_number")), steps)
        db.execute(insert(ratings), [_row(*each) for each in standings.items()])


def give_games(db: Connection, before: int, now: int) -> None:
    given = 0
    for player in (rated_games.c.player_0, rated_games.c.player_1):
        given += db.execute(update(rated_games).where(player == before).values({player.name: now})).rowcount
    if given:
        db.execute(delete(rated_games).where(rated_games.c.player_0 == rated_games.c.player_1))
        recompute(db)


def _standing(db: Connection, player: int, now: float) -> Standing:
    row = db.execute(_STANDING, {"who": player}).first()
    return Standing(Rating(), 0, now) if row is None else standing_of(row)


def standing_of(row: Any) -> Standing:
    return Standing(Rating(row.points, row.deviation), row.games, row.played)


def _row(player: int, standing: Standing) -> dict[str, Any]:
    rating, games, played = standing
    return {"player": player, "games": games, "played": played, **asdict(rating)}


def _worked_out(done: Step) -> dict[str, float]:
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


LINKED_FOR = 30 * DAY
"""How long it is remembered that two players share something, from the last time that it was seen."""
LEAST = -1e6
"""Points that nobody sinks to; asked for, they lead SQLite along the index."""
RANKED = 50
CURVE = 60
"""Over how many of the newest games the curve of a rating goes."""

_RANKING = (
    select(ratings, players.c.name)
    .join(players, players.c.id == ratings.c.player)
    .where(ratings.c.points > LEAST, ratings.c.deviation < PROVISIONAL, ~is_gone(players.c.name_key))
    .order_by(ratings.c.points.desc())
    .limit(2 * RANKED)  # some have been away for long
)
_NEWEST = tuple(
    select(rated_games.c.ended_at, rated_games.c.number, rated_games.c[f"points_{seat}"])
    .where(rated_games.c[f"player_{seat}"] == bindparam("player"))
    .order_by(rated_games.c.ended_at.desc())
    .limit(CURVE)
    for seat in (0, 1)
)
_LEFT_EARLY = (
    select(func.count())
    .select_from(results.outerjoin(rated_matches, rated_matches.c.match == results.c.match))
    .where(results.c.player == bindparam("player"), results.c.ended_at > bindparam("since"))
    .where(
        or_(
            results.c.result == "aborted",
            and_(results.c.result == "lost", rated_matches.c.outcome == RatedOutcome.SHORT),
        )
    )
)


class Ranked(NamedTuple):
    """A player of the ranking."""

    name: str
    standing: Standing


class Ratings:
    """The ratings of the players in the database."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self.clock = database, clock

    async def of(self, player: int) -> Standing | None:
        row = await self._database.read(lambda db: db.execute(_STANDING, {"who": player}).first())
        return None if row is None else standing_of(row)

    async def ranking(self) -> Sequence[Ranked]:
        """List those whose rating isn't provisional, the highest first."""
        rows = await self._database.read(lambda db: db.execute(_RANKING).all())
        ranked = [Ranked(row.name, standing_of(row)) for row in rows]
        return [each for each in ranked if not each.standing.at(self.clock()).provisional][:RANKED]

    async def curve(self, player: int) -> Sequence[float]:
        """Return the points of a player after each of the newest rated games, the oldest of these first."""
        asked = {"player": player}
        rows = await self._database.read(lambda db: [tuple(row) for each in _NEWEST for row in db.execute(each, asked)])
        return [points for _ended_at, _number, points in sorted(rows)[-CURVE:]]

    async def aborts(self, player: int, days: float = 1.0) -> int:
        """Count the rated games that a player has called off, or given up before the tenth action, in the last days."""
        asked = {"player": player, "since": self.clock() - days * DAY}
        return int(await self._database.read(lambda db: db.execute(_LEFT_EARLY, asked).scalar_one()))

    async def have_played_often(self, one: int, other: int) -> bool:
        return await self._database.read(lambda db: have_played_often(db, one, other, self.clock()))

    async def link(self, one: int, other: int) -> None:
        """Remember for a while that two players share a key, an address or an invitation.

        Raises StorageError: it couldn't be stored.
        """
        await self._database.write(lambda db: link(db, one, other, self.clock()))


def link(db: Connection, one: int, other: int, now: float) -> None:
    replace_row(db, linked_players, {"one": min(one, other), "other": max(one, other), "until": now + LINKED_FOR})


MOST_REMEMBERED = 4096
"""Players of whom it is known how they came."""
MOST_WAYS = 8
"""Keys and addresses that are known of each."""


class Ways:
    """By which keys and from which addresses players have come, for a day: in memory only, and hashed even there."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._secret = clock, secrets.token_bytes(32)
        self._of_player: dict[int, dict[bytes, float]] = {}

    async def note(self, player: int, *ways: str | None) -> None:
        known = self._of_player.pop(player, {})
        for way in filter(None, ways):
            hashed = blake2b(way.encode(), key=self._secret, digest_size=16).digest()
            known.pop(hashed, None)
            known[hashed] = self._clock() + DAY
            if len(known) > MOST_WAYS:
                del known[next(iter(known))]
        self._of_player[player] = known
        if len(self._of_player) > MOST_REMEMBERED:
            del self._of_player[next(iter(self._of_player))]

    async def shared(self, one: int, other: int) -> bool:
        now = self._clock()
        recent = ({way for way, end in self._of_player.get(each, {}).items() if end > now} for each in (one, other))
        return not set.isdisjoint(*recent)


KnownWays = Ways | SharedWays


class RatedTables:
    """Lets people sit down at rated tables.

    Args:
        ways: Where it is kept how players have come; by default, in memory.
    """

    def __init__(self, ratings: Ratings, ways: KnownWays | None) -> None:
        self.ratings = ratings
        self.ways = ways or Ways(ratings.clock)

    def check_host(self, player: Account) -> None:
        """Make sure that a player may have rated games. Raises NaishiError: it is a guest."""
        if player.guest:
            raise NaishiError(_("Rated games are for players with a key; you are a guest."))

    async def check_join(self, match: Match, player: Account) -> None:
        """Make sure that a player may sit down at a rated table.

        Raises NaishiError: it is a guest, or the two have played each other enough today; StorageError: it couldn't be
        stored that they know each other.
        """
        self.check_host(player)
        if not match.public or await self.ways.shared(match.host, player.id):
            await self.ratings.link(match.host, player.id)
        if await self.ratings.have_played_often(match.host, player.id):
            raise NaishiError(
                _("You two have had three rated games within a day. Play an unrated one, or wait until tomorrow.")
            )

    async def came_to(self, match: Match, player: int, address: str, fingerprint: str | None) -> None:
        """Note how a player has come to a match, and whether the other one came the same way.

        A failure to store that harms nobody: whoever of them comes next has it noted again.
        """
        await self.ways.note(player, address, fingerprint)
        if not match.rated:
            return
        first, second = match.seats
        if first is not None and second is not None and await self.ways.shared(first, second):
            with suppress(StorageError):
                await self.ratings.link(first, second)
