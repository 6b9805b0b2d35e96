"""Stored match clocks, never charged for an outage."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, case, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.database import Database
from naishi.server.database.schema import alive, clocks, times
from naishi.server.match.clock import Clock, Time, TimeControl

CLOCK_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    column.label(f"clock_{column.name}") for column in clocks.c if column is not clocks.c.match
)
"""What `clock_of` reads."""

_INSERT = insert_or(clocks)
_STORE = _INSERT.on_conflict_do_update(
    index_elements=["match"],
    set_={column.name: _INSERT.excluded[column.name] for column in clocks.c if column is not clocks.c.match},
)
_INSERT_TIME = insert_or(times)
_STORE_TIMES = _INSERT_TIME.on_conflict_do_update(
    index_elements=["match", "seat"],
    set_={name: _INSERT_TIME.excluded[name] for name in ("left", "turned", "warned", "spare")},
)
TIME_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    times.c[name].label(f"time_{name}") for name in ("left", "turned", "warned", "spare")
)
"""What `clock_of` reads of each seat."""
TIMES = select(times.c.seat, *TIME_COLUMNS).where(times.c.match == bindparam("the_match")).order_by(times.c.seat)
"""The time of each seat of `the_match`."""
_REMOVE_TIMES = times.delete().where(times.c.match == bindparam("the_match"))
_REMOVE = clocks.delete().where(clocks.c.match == bindparam("the_match"))
_CONTROL = select(clocks.c.control).where(clocks.c.match == bindparam("the_match"))
_OVERDUE = select(clocks.c.match).where(clocks.c.deadline <= bindparam("now")).order_by(clocks.c.deadline)
_RUNNING = select(clocks.c.match).where(clocks.c.deadline > bindparam("now")).limit(1)
_ALIVE = select(alive.c.at).where(alive.c.id == 1)
_INSERT_ALIVE = insert_or(alive)
_BEAT = _INSERT_ALIVE.on_conflict_do_update(index_elements=["id"], set_={"at": _INSERT_ALIVE.excluded.at})
_NOTE = _INSERT_ALIVE.on_conflict_do_update(
    index_elements=["id"],
    set_={"at": case((_INSERT_ALIVE.excluded.at > alive.c.at, _INSERT_ALIVE.excluded.at), else_=alive.c.at)},
)
"""As one of several processes, which may be further than this one."""
_stood = case((clocks.c.since > bindparam("alive"), clocks.c.since), else_=bindparam("alive"))
_down = case((_stood < bindparam("now"), bindparam("now") - _stood), else_=0.0)
_SHIFT = (
    update(clocks)
    .where(clocks.c.deadline > 0.0)
    .values(since=clocks.c.since + _down, deadline=clocks.c.deadline + _down)
)


def clock_of(row: Any, timed: Iterable[Any]) -> Clock | None:
    """Return the clock of a match; None where there is none: against a bot, or from before clocks.

    Args:
        row: The match, with `CLOCK_COLUMNS`.
        timed: Its seats in order, with `TIME_COLUMNS`.

    Raises:
        ValueError: It is damaged.
    """
    if row.clock_control is None:
        return None
    times = (
        Time(seat.time_left, seat.time_turned, seat.time_warned, seat.time_spare)
        for seat in timed
        if seat.time_left is not None
    )
    return checked(Clock(row.clock_control, tuple(times), row.clock_since, bool(row.clock_waits)))


def checked(clock: Clock) -> Clock:
    """Return a clock that was read. Raises ValueError: it is damaged."""
    moments = [clock.since, *(moment for time in clock.times for moment in time)]
    if not all(moment is None or math.isfinite(moment) for moment in moments):
        raise ValueError(moments)
    if len(clock.times) < 2 or min(min(time.left, time.spare or 0.0) for time in clock.times) < 0.0:
        raise ValueError(clock.times)
    if clock.control and TimeControl.from_text(clock.control) is None:
        raise ValueError(clock.control)
    return clock


def store_clock(db: Connection, match: str, clock: Clock | None, awaited: Collection[int]) -> None:
    """Store the clock of a match; None for a match that has none any more.

    Args:
        awaited: The seats of people who have to decide: the deadline is when the first of them has no time left.
    """
    if clock is None:
        for remove in (_REMOVE, _REMOVE_TIMES):
            db.execute(remove, {"the_match": match})
        return
    values = {"control": clock.control, "since": clock.since, "waits": clock.waits}
    db.execute(_STORE, values | {"match": match, "deadline": clock.deadline(awaited)})
    rows = [{"match": match, "seat": seat, **known._asdict()} for seat, known in enumerate(clock.times)]
    db.execute(_STORE_TIMES, rows)


def control_of(db: Connection, match: str) -> str:
    """Return the clock that was chosen with a match, as text; empty for none."""
    return db.execute(_CONTROL, {"the_match": match}).scalar() or ""


class Clocks:
    """All clocks of a server."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def overdue(self) -> Sequence[str]:
        """Return the matches in which someone's time has run out, which nobody has looked at since."""
        now = {"now": self._clock()}
        return await self._database.read(lambda db: list(db.execute(_OVERDUE, now).scalars()))

    async def beat(self) -> bool:
        """Note that the server is running, if any clock is, and return whether one is.

        Raises StorageError: it couldn't be stored.
        """
        now = {"now": self._clock()}
        running = await self._database.read(lambda db: db.execute(_RUNNING, now).first()) is not None
        if running:
            await self._database.write(self._beat)
        return running

    async def last_beat(self) -> float | None:
        return await self._database.read(lambda db: db.execute(_ALIVE).scalar())

    async def agreed(self) -> tuple[float | None, bool]:
        """Return the time that the processes of a server have come to, and whether any clock runs.

        Raises StorageError: it can't be read.
        """
        now = {"now": self._clock()}

        def agreed(db: Connection) -> tuple[float | None, bool]:
            return db.execute(_ALIVE).scalar(), db.execute(_RUNNING, now).first() is not None

        return await self._database.read(agreed)

    async def note(self) -> None:
        """Note for the other processes how far the time has come here. Raises StorageError: it couldn't be stored."""
        await self._database.write(lambda db: db.execute(_NOTE, {"id": 1, "at": self._clock()}))

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
        db.execute(_BEAT if self._database.live is None else _NOTE, {"id": 1, "at": self._clock()})
