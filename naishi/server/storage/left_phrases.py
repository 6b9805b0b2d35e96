"""Phrases that wait for players who are away."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, delete, insert, select

from naishi.server.storage.database import Database
from naishi.server.storage.schema import left_phrases

_OF_SEAT = (left_phrases.c.match == bindparam("the_match"), left_phrases.c.reader == bindparam("the_reader"))
_WAITING = select(left_phrases.c.speaker, left_phrases.c.phrase).where(*_OF_SEAT).order_by(left_phrases.c.speaker)
_TAKE = delete(left_phrases).where(*_OF_SEAT)
_REPLACE = delete(left_phrases).where(*_OF_SEAT, left_phrases.c.speaker == bindparam("the_speaker"))


class LeftPhrases:
    """The phrases in the database: of each speaker the last one, until its reader comes to the match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leave(self, match: str, speaker: int, readers: Collection[int], phrase: str) -> None:
        """Have a phrase wait for the players at some seats."""
        seats = [{"the_match": match, "the_reader": seat, "the_speaker": speaker} for seat in readers]
        rows = [{"match": match, "reader": seat, "speaker": speaker, "phrase": phrase} for seat in readers]
        if rows:
            await self._database.write(lambda db: (db.execute(_REPLACE, seats), db.execute(insert(left_phrases), rows)))

    async def take(self, match: str, reader: int) -> Sequence[tuple[int, str]]:
        """Return who has left what for the player at a seat, who has it by that."""
        which = {"the_match": match, "the_reader": reader}
        found = await self._database.read(lambda db: db.execute(_WAITING, which).all())
        if found:
            await self._database.write(lambda db: db.execute(_TAKE, which))
        return [(row.speaker, row.phrase) for row in found]
