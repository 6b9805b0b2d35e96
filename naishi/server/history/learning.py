"""Stored analyses and exercises of players."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.database import Database
from naishi.server.database.schema import analyses, exercises, matches, results

AT_ONCE = 10
"""How many exercises are listed at a time: each is a game, and takes a moment to be read."""
LAST = 12
"""How many analyses statistics tell of."""
LARGEST = 2_000_000
"""In bytes, of an analysis. That of a long game has about 60,000."""

_KEPT = select(analyses.c.document).where(analyses.c.match == bindparam("match"))
_NEWEST = (
    select(analyses.c.match, analyses.c.document)
    .join(results, results.c.match == analyses.c.match)
    .where(results.c.player == bindparam("player"))
    .order_by(results.c.ended_at.desc())
    .limit(LAST)
)
_KEEP = insert_or(analyses)
_REPLACE = _KEEP.on_conflict_do_update(index_elements=["match"], set_={"document": _KEEP.excluded.document})
_ADD = insert_or(exercises).on_conflict_do_nothing()
_DUE = (
    select(*exercises.c, matches.c.record)
    .join(matches, matches.c.id == exercises.c.match)
    .where(exercises.c.player == bindparam("player"), exercises.c.due <= bindparam("today"))
    .order_by(exercises.c.due, exercises.c.match, exercises.c.ply)
    .limit(AT_ONCE)
)
_DUE_OF_MATCH = _DUE.where(exercises.c.match == bindparam("match"))
_ANSWER = update(exercises).where(
    and_(
        exercises.c.player == bindparam("the_player"),
        exercises.c.match == bindparam("the_match"),
        exercises.c.ply == bindparam("the_ply"),
    )
)


class KeptExercise(NamedTuple):
    """A mistake as it is kept."""

    match: str
    ply: int
    decision: str
    """In JSON."""
    box: int
    due: date
    record: str
    """The whole match, in JSON."""


class Learning:
    """Analyses and exercises in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def analysis(self, match: str) -> bytes | None:
        """Return the analysis of a match, in JSON; None where there is none."""

        def read(db: Connection) -> bytes | None:
            document = db.execute(_KEPT, {"match": match}).scalar()
            return None if document is None else _unpacked(document)

        return await self._database.read(read)

    async def newest_analyses(self, player: int) -> Sequence[tuple[str, bytes]]:
        """Return those of a player's matches that ended last and were analysed: the match, and the analysis in JSON."""

        def read(db: Connection) -> list[tuple[str, bytes]]:
            return [(row.match, _unpacked(row.document)) for row in db.execute(_NEWEST, {"player": player})]

        return await self._database.read(read)

    async def keep_analysis(self, match: str, document: bytes) -> None:
        """Keep an analysis of a match, in the place of any before."""
        values = {"match": match, "document": zlib.compress(document)}
        await self._database.write(lambda db: db.execute(_REPLACE, values))

    async def add(self, player: int, match: str, decisions: Sequence[tuple[int, str]], today: date) -> None:
        """Add mistakes of a player in a match; those that are known stay as they are.

        Args:
            player: Whose.
            match: Where.
            decisions: After how many actions each was made, and the decision in JSON.
            today: The day on which they are to be done better.
        """
        rows = [
            {"player": player, "match": match, "ply": ply, "decision": decision, "box": 0, "due": today.isoformat()}
            for ply, decision in decisions
        ]
        if rows:
            await self._database.write(lambda db: db.execute(_ADD, rows))

    async def due(self, player: int, today: date, match: str | None = None) -> Sequence[KeptExercise]:
        """Return some of a player's exercises that are to be solved now, the longest due first.

        Args:
            player: Whose.
            today: The day.
            match: Only those of this match; None for all.
        """
        statement: Select[tuple[object, ...]] = _DUE if match is None else _DUE_OF_MATCH
        asked = {"player": player, "today": today.isoformat(), "match": match}

        def read(db: Connection) -> list[KeptExercise]:
            return [
                KeptExercise(row.match, row.ply, row.decision, row.box, date.fromisoformat(row.due), row.record)
                for row in db.execute(statement, asked)
            ]

        return await self._database.read(read)

    async def answer(self, player: int, match: str, ply: int, box: int, due: date | None) -> None:
        """Put an exercise where it comes again; without a day, it is done with."""
        which = {"the_player": player, "the_match": match, "the_ply": ply}
        values = {"box": box, "due": None if due is None else due.isoformat()}
        await self._database.write(lambda db: db.execute(_ANSWER.values(values), which))


def _unpacked(document: bytes) -> bytes:
    return zlib.decompressobj().decompress(document, LARGEST)
