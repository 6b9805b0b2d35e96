"""Removal of what is stale, and the audit log of operators' actions."""

import time
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, tuple_

from naishi.server.accounts.players import forget
from naishi.server.database import schema
from naishi.server.database.database import Database
from naishi.server.match.match import MatchStage
from naishi.server.moderation.sanctions import forget_lapsed

DAY = 24 * 3600.0

TABLE_AGE = 30 * DAY
"""How long a table waits for someone to join, and a tournament to begin."""
GAME_AGE = 365 * DAY
"""How long an unfinished game waits for its next action."""
GUEST_AGE = 60 * DAY
"""How long a guest's code is good after the last visit; the guest's unfinished games go with it."""
REPORT_AGE = 365 * DAY
"""How long a report is kept, and what an operator has done."""
IDLE_AGE = 30 * DAY
"""How long someone who has never played stays after the last visit."""

FEWEST = 2
"""How many people a game is for at least that goes on without one."""

PIECE = 50
"""How many rows one write looks at: others want to write, too."""

Position = Sequence[Any]
"""How far a walk through some rows has come: two columns of the last one, by which the rows are sorted."""

START: Position = (float("-inf"), "")

_gone = schema.is_gone(schema.players.c.name_key)
"""Players as whom nobody can come back."""
_NAMED_BY = (
    schema.seats.c.player,
    schema.matches.c.host,
    schema.rated_games.c.player_0,  # others' ratings follow from these games
    schema.rated_games.c.player_1,
    schema.tournament_players.c.player,  # standings name them
    schema.tournaments.c.host,
)
_needed = or_(*(select(each).where(each == schema.players.c.id).exists() for each in _NAMED_BY)).label("needed")

_other = schema.seats.alias("other")
_others_left = (
    select(func.count(_other.c.player.distinct()))
    .join(schema.players, schema.players.c.id == _other.c.player)
    .where(_other.c.match == schema.seats.c.match, _other.c.seat != schema.seats.c.seat, ~_gone)
    .correlate(schema.seats)
    .scalar_subquery()
)
"""How many others can come back to the match of a seat."""

_OLD_MATCHES = (
    select(schema.matches.c.updated, schema.matches.c.id)
    .where(schema.matches.c.state == bindparam("state"), schema.matches.c.public == bindparam("public"))
    .where(tuple_(schema.matches.c.updated, schema.matches.c.id) > tuple_(bindparam("updated"), bindparam("id")))
    .where(schema.matches.c.updated < bindparam("before"))
    .order_by(schema.matches.c.updated, schema.matches.c.id)
    .limit(PIECE)
)
_IDLE = (
    select(schema.players.c.last_seen, schema.players.c.id, schema.players.c.code, _needed)
    .where(tuple_(schema.players.c.last_seen, schema.players.c.id) > tuple_(bindparam("last_seen"), bindparam("id")))
    .where(schema.players.c.last_seen < bindparam("before"))
    .order_by(schema.players.c.last_seen, schema.players.c.id)
    .limit(PIECE)
)
_GONE_PLAYERS = (
    select(schema.players.c.id, schema.players.c.name_key)
    .where(schema.players.c.name_key > bindparam("name_key"), schema.players.c.name_key < schema.PAST_GONE)
    .order_by(schema.players.c.name_key)
    .limit(PIECE)
)
_ABANDONED = (
    select(schema.seats.c.match)
    .join(schema.matches, schema.matches.c.id == schema.seats.c.match)
    .where(schema.seats.c.player.in_(bindparam("players", expanding=True)))
    .where(or_(and_(schema.matches.c.state != MatchStage.OVER, _others_left < FEWEST), _others_left == 0))
    .limit(PIECE)
)
"""Unfinished games with too few left who can come back, and finished ones with nobody."""


@dataclass(frozen=True)
class CleanUp:
    """One run: what is too old now, and what is left alone because someone is there."""

    now: float
    online: Container[int]
    """Players; looked at with each piece, since they come and go meanwhile."""
    is_live: Callable[[str], bool]
    """Whether a match has visitors, asked with each piece."""

    def expired(self, _after: Position, db: Connection) -> None:
        """Remove what has an end, all at once: there is little."""
        db.execute(delete(schema.link_codes).where(schema.link_codes.c.expires < self.now))
        db.execute(delete(schema.linked_players).where(schema.linked_players.c.until < self.now))
        db.execute(delete(schema.reports).where(schema.reports.c.at < self.now - REPORT_AGE))
        db.execute(delete(schema.audit).where(schema.audit.c.at < self.now - REPORT_AGE))
        forget_lapsed(db, self.now)
        for public in (False, True):
            unbegun = schema.tournaments.c.state == MatchStage.OPEN, schema.tournaments.c.public == public
            db.execute(delete(schema.tournaments).where(*unbegun, schema.tournaments.c.updated < self.now - TABLE_AGE))

    def old_matches(
        self, state: MatchStage, age: float, public: bool, after: Position, db: Connection
    ) -> Position | None:
        asked = {"state": state, "public": public, "before": self.now - age, "updated": after[0], "id": after[1]}
        found = db.execute(_OLD_MATCHES, asked).all()
        self._remove_matches(db, [row.id for row in found])
        return found[-1] if found else None

    def idle_players(self, after: Position, db: Connection) -> Position | None:
        """Have guests forgotten after a long time, and remove who has never played."""
        asked = {"before": self.now - IDLE_AGE, "last_seen": after[0], "id": after[1] or 0}
        found = db.execute(_IDLE, asked).all()
        self._remove_players(db, [row.id for row in found if not row.needed])
        for row in found:
            lapsed = row.code is not None and row.last_seen < self.now - GUEST_AGE
            if row.needed and lapsed and row.id not in self.online:
                forget(db, row.id)
        return found[-1][:2] if found else None

    def gone_players(self, after: Position, db: Connection) -> Position | None:
        """Remove the games of those who can't come back, unless someone else can; and them, if none is left."""
        found = db.execute(_GONE_PLAYERS, {"name_key": after[1] or schema.GONE}).all()
        if not found:
            return None
        gone = [row.id for row in found]
        abandoned = db.execute(_ABANDONED, {"players": gone}).scalars().all()
        if self._remove_matches(db, abandoned) and len(abandoned) == PIECE:
            return after  # there are more
        needless = select(schema.players.c.id).where(schema.players.c.id.in_(gone), ~_needed)
        self._remove_players(db, db.execute(needless).scalars())
        return found[-1]

    def _remove_matches(self, db: Connection, which: Iterable[str]) -> bool:
        """Remove matches that nobody is at; return whether there were any."""
        if left := {each for each in which if not self.is_live(each)}:
            db.execute(delete(schema.matches).where(schema.matches.c.id.in_(left)))
        return bool(left)

    def _remove_players(self, db: Connection, which: Iterable[int]) -> None:
        if absent := [each for each in which if each not in self.online]:
            for table in (schema.keys, schema.link_codes, schema.exercises, schema.solved):
                db.execute(delete(table).where(table.c.player.in_(absent)))
            db.execute(delete(schema.players).where(schema.players.c.id.in_(absent)))


async def clean_up(
    database: Database,
    *,
    online: Container[int] = (),
    is_live: Callable[[str], bool] = lambda _match: False,
    clock: Callable[[], float] = time.time,
) -> None:
    """Remove what nobody will come back to, in small pieces, beside the loop.

    Raises StorageError: the database can't be written; what was removed before is.
    """
    run = CleanUp(clock(), online, is_live)
    old = ((MatchStage.OPEN, TABLE_AGE), (MatchStage.PLAYING, GAME_AGE))
    walks: list[Callable[[Position, Connection], Position | None]] = [
        run.expired,
        *(partial(run.old_matches, state, age, public) for state, age in old for public in (False, True)),
        run.idle_players,
        run.gone_players,
    ]
    for walk in walks:
        position: Position | None = START
        while position is not None:
            position = await database.write(partial(walk, position))


T = TypeVar("T")


class Entry(NamedTuple):
    """One change."""

    at: float
    who: str
    """Which user of the system made it."""
    what: str
    whom: str = ""
    """A name as it was then, a key, a network, or the id of a match."""
    detail: str = ""
    until: float | None = None
    why: str = ""


class Audit:
    """The record in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, entry: Entry, change: Callable[[Connection], T]) -> T:
        """Make a change, and note it in the same write.

        Raises NaishiError: the change is refused; nothing is noted then; StorageError: it couldn't be stored.
        """

        def write(db: Connection) -> T:
            done = change(db)
            add_entry(db, entry)
            return done

        return await self._database.write(write)

    async def add(self, entry: Entry) -> int:
        return await self._database.write(lambda db: add_entry(db, entry))

    async def remove(self, number: int) -> None:
        await self._database.write(lambda db: db.execute(delete(schema.audit).where(schema.audit.c.number == number)))

    async def newest(self, count: int) -> Sequence[Entry]:
        """Return the newest entries, the oldest of them first."""
        columns = [schema.audit.c[name] for name in Entry._fields]
        newest = select(*columns).order_by(schema.audit.c.number.desc()).limit(count)
        rows = await self._database.read(lambda db: db.execute(newest).all())
        return [Entry(*row) for row in reversed(rows)]


def add_entry(db: Connection, entry: Entry) -> int:
    """Note a change; return its number."""
    return int(db.execute(insert(schema.audit).values(entry._asdict())).inserted_primary_key[0])  # type: ignore[index]
