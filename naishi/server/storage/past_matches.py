"""The finished matches of a player, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from naishi.server.storage import listing
from naishi.server.storage.database import Database
from naishi.server.storage.match import Match
from naishi.server.storage.match_lists import rows_with_matches
from naishi.server.storage.schema import matches

_RECORDS = select(matches.c.id, matches.c.record).where(matches.c.id.in_(bindparam("matches", expanding=True)))


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match as one of its players lists it."""

    match: Match
    seat: int
    """Of the player."""
    ended_at: float


class PastMatches:
    """The finished matches in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, player: int, after: PastMatch | None, count: int) -> Sequence[PastMatch]:
        """List some finished matches of a player, the newest first.

        Args:
            player: Whose.
            after: The last one of the page before; None for the first page.
            count: How many at most.
        """
        ended_at, match = (float("inf"), "") if after is None else (after.ended_at, after.match.id)
        asked = {"player": player, "ended_at": ended_at, "match": match, "count": count}

        def read(db: Connection) -> list[PastMatch]:
            found: dict[str, PastMatch] = {}  # a player may have both seats, since two accounts became one
            for row, match in rows_with_matches(db, listing.PAST_OF_PLAYER, asked):
                found.setdefault(row.id, PastMatch(match, row.own_seat, row.own_ended_at))
            return list(found.values())

        return await self._database.read(read)

    async def records(self, match_ids: Sequence[str]) -> Mapping[str, str]:
        """Return the records of some matches, in JSON."""
        asked = {"matches": list(match_ids)}
        return await self._database.read(lambda db: {row.id: row.record for row in db.execute(_RECORDS, asked)})
