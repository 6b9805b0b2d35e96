"""Rating queries and rated-game quotas."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, func, or_, select
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.database import Database
from naishi.server.database.schema import is_gone, linked_players, players, rated_games, rated_matches, ratings, results
from naishi.server.match.glicko import DAY, PROVISIONAL, Standing
from naishi.server.match.match import RatedOutcome
from naishi.server.ratings.rated import have_played_often, standing_of

LINKED_FOR = 30 * DAY
"""How long it is remembered that two players share something, from the last time that it was seen."""
LEAST = -1e6
"""Points that nobody sinks to; asked for, they lead SQLite along the index."""
RANKED = 50
"""How many players a ranking shows."""
CURVE = 60
"""Over how many of the newest games the curve of a rating goes."""

_STANDING = select(ratings).where(ratings.c.player == bindparam("player"))
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
"""The newest rated games of a player from each seat."""
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
_LINK = insert_or(linked_players)
_REMEMBER = _LINK.on_conflict_do_update(index_elements=["one", "other"], set_={"until": _LINK.excluded.until})


class Ranked(NamedTuple):
    """A player of the ranking."""

    name: str
    standing: Standing


class Ratings:
    """The ratings of the players in the database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self.clock = clock

    async def of(self, player: int) -> Standing | None:
        """Return the rating of a player; None where they have no rated game."""
        row = await self._database.read(lambda db: db.execute(_STANDING, {"player": player}).first())
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
        """Return whether two players, who share something, have had their rated games of the day."""
        return await self._database.read(lambda db: have_played_often(db, one, other, self.clock()))

    async def link(self, one: int, other: int) -> None:
        """Remember for a while that two players share a key, an address or an invitation.

        Raises:
            StorageError: It couldn't be stored.
        """
        await self._database.write(lambda db: link(db, one, other, self.clock()))


def link(db: Connection, one: int, other: int, now: float) -> None:
    """Remember for a while that two players share a key, an address or an invitation."""
    pair = {"one": min(one, other), "other": max(one, other), "until": now + LINKED_FOR}
    db.execute(_REMEMBER, pair)
