"""Stored reports, muted players and waiting phrases."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, select, union_all, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.database.database import Database
from naishi.server.database.schema import blocked_players, left_phrases, matches, muted_players, players, reports


class Reason(StrEnum):
    """Why somebody was reported."""

    NAME = "name"
    BEHAVIOUR = "behaviour"
    CHEATING = "cheating"


@dataclass(frozen=True, slots=True)
class Report:
    """What one player has reported of another one in a match."""

    at: float
    match: str
    revision: int
    """Of the match, as it was then."""
    reason: Reason
    reporter: str
    """The name, as it was then."""
    reported: str
    reported_now: str
    """What the player is called by now."""


_BY_AGE = (
    select(reports, func.coalesce(players.c.name, reports.c.reported_name).label("now"))
    .outerjoin(players, players.c.id == reports.c.reported)
    .order_by(reports.c.at, reports.c.number)
)


def every_report(db: Connection) -> Sequence[Report]:
    """Return all reports, the oldest first."""
    return [
        Report(
            at=row.at,
            match=row.match,
            revision=row.revision,
            reason=Reason(row.reason),
            reporter=row.reporter_name,
            reported=row.reported_name,
            reported_now=row.now,
        )
        for row in db.execute(_BY_AGE)
    ]


class Reports:
    """The reports in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, match: str, pair: tuple[int, int], names: tuple[str, str], reason: Reason, now: float, *, two: bool
    ) -> None:
        """Keep a report.

        Args:
            match: Where it was made.
            pair: Who reports, and who is reported.
            names: What these two are called.
            reason: Why.
            now: The time.
            two: Whether the match is of two players.

        Raises:
            NaishiError: The player has reported the other one there already.
        """
        reporter, reported = pair

        def add(db: Connection) -> None:
            theirs = and_(reports.c.match == match, reports.c.reporter == reporter, reports.c.reported == reported)
            if db.execute(select(reports.c.number).where(theirs)).first() is not None:
                said = _("You have reported this game already.") if two else _("You have reported {name} already.")
                raise NaishiError(said.format(name=names[1]))
            revision = db.execute(select(matches.c.revision).where(matches.c.id == match)).scalar_one()
            who = {"reporter": reporter, "reporter_name": names[0], "reported": reported, "reported_name": names[1]}
            db.execute(insert(reports).values(at=now, match=match, revision=revision, reason=reason.value, **who))

        await self._database.write(add)


def give_reports(db: Connection, before: int, now: int) -> None:
    """Give the reports by and about a player to another one; those between the two go, and what is there twice."""
    both, twin = (before, now), reports.alias()
    db.execute(delete(reports).where(reports.c.reporter.in_(both), reports.c.reported.in_(both)))
    for who, other in (("reporter", "reported"), ("reported", "reporter")):
        same = twin.c.match == reports.c.match, twin.c[who] == now, twin.c[other] == reports.c[other]
        db.execute(delete(reports).where(reports.c[who] == before, exists().where(*same)))
        db.execute(update(reports).where(reports.c[who] == before).values({who: now}))


def forget_reports(db: Connection, player: int, nameless: str) -> None:
    """Remove the reports about a player whose account is deleted, and the name from those by them.

    Args:
        db: The database.
        player: Whose account it was.
        nameless: What stands in the place of the name.
    """
    db.execute(delete(reports).where(reports.c.reported == player))
    nobody = {"reporter": None, "reporter_name": nameless}
    db.execute(update(reports).where(reports.c.reporter == player).values(nobody))


_MUTED = select(muted_players.c.player).where(
    muted_players.c.player == bindparam("player"), muted_players.c.muted == bindparam("other")
)
_BLOCKED = select(blocked_players.c.player).where(
    blocked_players.c.player == bindparam("player"), blocked_players.c.blocked == bindparam("other")
)
_IGNORES = union_all(_MUTED, _BLOCKED)


class MutedPlayers:
    """The muted players in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mutes(self, player: int, other: int) -> bool:
        """Return whether a player has muted another one."""
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(_MUTED, asked).first() is not None)

    async def ignores(self, player: int, other: int) -> bool:
        """Return whether a player has muted or blocked another one."""
        asked = {"player": player, "other": other}
        return await self._database.read(lambda db: db.execute(_IGNORES, asked).first() is not None)

    async def mute(self, player: int, other: int) -> None:
        """Show a player no more phrases of another one."""
        pair = {"player": player, "muted": other}
        await self._database.write(lambda db: db.execute(insert_or(muted_players).on_conflict_do_nothing(), pair))

    async def unmute(self, player: int, other: int) -> None:
        """Show them again."""
        pair = and_(muted_players.c.player == player, muted_players.c.muted == other)
        await self._database.write(lambda db: db.execute(delete(muted_players).where(pair)))


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
