"""Players' reports to the operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, and_, delete, exists, func, insert, select, update

from naishi.common.errors import NaishiError
from naishi.common.i18n import _
from naishi.server.storage.database import Database
from naishi.server.storage.schema import matches, players, reports


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
