"""The clocks of matches as they are stored: with what their match says, and never charged for an outage."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, case, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.storage.clock import Clock
from naishi.server.storage.database import Database
from naishi.server.storage.schema import alive, clocks

CLOCK_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    column.label(f"clock_{column.name}") for column in clocks.c if column is not clocks.c.match
)
"""What `clock_of` reads."""

_INSERT = insert_or(clocks)
_STORE = _INSERT.on_conflict_do_update(
    index_elements=["match"],
    set_={column.name: _INSERT.excluded[column.name] for column in clocks.c if column is not clocks.c.match},
)
_REMOVE = clocks.delete().where(clocks.c.match == bindparam("the_match"))
_CONTROL = select(clocks.c.control).where(clocks.c.match == bindparam("the_match"))
_OVERDUE = select(clocks.c.match).where(clocks.c.deadline <= bindparam("now")).order_by(clocks.c.deadline)
_RUNNING = select(clocks.c.match).where(clocks.c.deadline > bindparam("now")).limit(1)
_ALIVE = select(alive.c.at).where(alive.c.id == 1)
_INSERT_ALIVE = insert_or(alive)
_BEAT = _INSERT_ALIVE.on_conflict_do_update(index_elements=["id"], set_={"at": _INSERT_ALIVE.excluded.at})
_stood = case((clocks.c.since > bindparam("alive"), clocks.c.since), else_=bindparam("alive"))
_down = case((_stood < bindparam("now"), bindparam("now") - _stood), else_=0.0)
_SHIFT = (
    update(clocks)
    .where(clocks.c.deadline > 0.0)
    .values(since=clocks.c.since + _down, deadline=clocks.c.deadline + _down)
)


def clock_of(row: Any) -> Clock | None:
    """Return the clock in a row with `CLOCK_COLUMNS`; None where there is none: against a bot, or from before clocks.

    Raises:
        ValueError: It is damaged.
    """
    if row.clock_control is None:
        return None
    return Clock(
        control=row.clock_control,
        left=(row.clock_left_0, row.clock_left_1),
        turned=row.clock_turned,
        since=row.clock_since,
        waits=row.clock_waits,
        warned=row.clock_warned,
    )


def store_clock(db: Connection, match: str, clock: Clock | None, turn: int | None) -> None:
    """Store the clock of a match, with the seat to act; None for a match that has none any more."""
    if clock is None:
        db.execute(_REMOVE, {"the_match": match})
        return
    values = clock.model_dump(exclude={"left"}) | {"left_0": clock.left[0], "left_1": clock.left[1]}
    db.execute(_STORE, values | {"match": match, "deadline": clock.deadline(turn)})


def control_of(db: Connection, match: str) -> str:
    """Return the clock that was chosen with a match, as text; empty for none."""
    return db.execute(_CONTROL, {"the_match": match}).scalar() or ""


class Clocks:
    """All clocks of a server."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def overdue(self) -> Sequence[str]:
        """Return the matches in which somebody's time has run out, which nobody has looked at since."""
        now = {"now": self._clock()}
        return await self._database.read(lambda db: list(db.execute(_OVERDUE, now).scalars()))

    async def beat(self) -> bool:
        """Note that the server is running, if any clock is, and return whether one is.

        Raises:
            StorageError: It couldn't be stored.
        """
        now = {"now": self._clock()}
        running = await self._database.read(lambda db: db.execute(_RUNNING, now).first()) is not None
        if running:
            await self._database.write(self._beat)
        return running

    async def last_beat(self) -> float | None:
        """Return when the server was running last, as far as that was noted."""
        return await self._database.read(lambda db: db.execute(_ALIVE).scalar())

    async def resume(self) -> None:
        """Have all clocks go on after the server was down: that time is charged to nobody.

        It is known to have been running at the last beat, so players may be given the seconds since then.

        Raises:
            StorageError: It couldn't be stored.
        """

        def resume(db: Connection) -> None:
            if (last := db.execute(_ALIVE).scalar()) is not None:
                db.execute(_SHIFT, {"now": self._clock(), "alive": last})
            self._beat(db)

        await self._database.write(resume)

    def _beat(self, db: Connection) -> None:
        db.execute(_BEAT, {"id": 1, "at": self._clock()})
