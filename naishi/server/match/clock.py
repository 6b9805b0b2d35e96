"""Match clocks: time control, each seat's time, and how they are stored."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, case, select, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from naishi.server.database.database import Database
from naishi.server.database.schema import alive, clocks, times

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR
BY_SECONDS = 10 * MINUTE
"""From when on players see their time by seconds."""
APART = 10.0
"""Seconds by which the processes of a server may be apart for a moment: what one has just begun is no pause to others.

Pauses are of days.
"""
UNMET_AFTER = 5 * MINUTE
"""How long a game of minutes waits for both players before it can be called off without a loss."""

_DAYS = re.compile(r"(\d{1,3})d")
_MINUTES = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\+(\d{1,3})")


class TimeControl(NamedTuple):
    """How much time players have: days for each turn, or minutes for the whole game."""

    time: float
    """In seconds."""
    increment: float | None = None
    """Seconds that are added after each turn; None where `time` is for each turn."""

    @classmethod
    def from_text(cls, text: str) -> TimeControl | None:
        """Read `3d`, three days a turn, or `15+10`, 15 minutes and 10 seconds more a turn; None for anything else."""
        if found := _DAYS.fullmatch(text):
            return cls(int(found[1]) * DAY)
        if found := _MINUTES.fullmatch(text):
            return cls(float(found[1]) * MINUTE, float(found[2]))
        return None

    @property
    def a_turn(self) -> bool:
        return self.increment is None


def is_live(control: str) -> bool:
    """Return whether a clock is for a game in one sitting: minutes, not days."""
    time = TimeControl.from_text(control)
    return time is not None and not time.a_turn


CHOICES = ("3+2", "5+3", "10+5", "15+10", "30+20", "1d", "3d", "7d")


WARN_AFTER = 13 * DAY
"""How long a player is awaited before the others may warn them."""
AFTER_WARNING = DAY
"""How long a player has from then on."""
OFFERED_AFTER = DAY
"""How long a player is awaited before the others are shown when they may claim the game."""


class Time(NamedTuple):
    """The time of one seat."""

    left: float = 0.0
    """The seconds that were left at `Clock.since`."""
    turned: float = 0.0
    """When the seat was asked what it has to decide, or decided last."""
    warned: float | None = None
    """When it was warned that it may be taken to have left."""
    spare: float | None = None
    """What was left when it decided last: all that it has if that decision is withdrawn."""


class Clock(NamedTuple):
    """The time of all players of a match. The moments in it are those of the server's clock, in seconds.

    It runs for every seat that is awaited, and each is charged until it has answered. One moment, `since`, does for
    all: at any change what was used until then is taken off what the awaited seats have left.
    """

    control: str
    """What was agreed on, as `TimeControl` reads it; empty for no clock."""
    times: tuple[Time, ...]
    """By seat."""
    since: float | None = None
    """From when the time of the awaited seats counts: in the future during a pause, None while no moment is set."""
    waits: bool = False
    """Whether the time counts as soon as all players are at the match."""

    @classmethod
    def begun(cls, control: str, seats: int, now: float, latest: float | None = None) -> Clock:
        """Return the clock of a game that begins: days count at once, minutes once all players are there.

        Args:
            latest: When minutes count in any case; None for never.
        """
        agreed = TimeControl.from_text(control)
        if agreed is None:
            return cls("", (Time(turned=now),) * seats)
        times = (Time(agreed.time, now),) * seats
        return cls(control, times, now if agreed.a_turn else latest, not agreed.a_turn)

    @property
    def agreed(self) -> TimeControl | None:
        return TimeControl.from_text(self.control)

    def deadline(self, awaited: Iterable[int]) -> float | None:
        """Return when the time of the first of the awaited seats runs out; None where it doesn't count."""
        if self.since is None:
            return None
        return min((self.since + self.times[seat].left for seat in awaited), default=None)

    def fallen(self, awaited: Iterable[int], now: float) -> tuple[int, ...]:
        """Return the awaited seats whose time ran out first and at the same moment; none while all have time."""
        awaited = tuple(awaited)
        deadline = self.deadline(awaited)
        if self.since is None or deadline is None or deadline > now:
            return ()
        return tuple(seat for seat in awaited if self.since + self.times[seat].left <= deadline)

    def left_of(self, seat: int, awaited: Collection[int], now: float) -> float:
        used = 0.0 if seat not in awaited or self.since is None else max(0.0, now - self.since)
        return max(0.0, self.times[seat].left - used)

    def is_unmet(self, awaited: Iterable[int], now: float) -> bool:
        """Return whether the players have not met at a game of minutes for so long that it can be called off."""
        last = max((self.times[seat].turned for seat in awaited), default=now)
        return self.waits and self.since is None and now >= last + UNMET_AFTER

    def paused_until(self, now: float) -> float | None:
        return self.since if self.since is not None and self.since > now + APART and not self.waits else None

    def passed(
        self,
        before: Collection[int],
        after: Collection[int],
        now: float,
        *,
        again: int | None,
        withdrawn: bool,
        finished: bool,
    ) -> Clock:
        """Return the clock after other seats have come to be awaited.

        Args:
            after: Who is now; nobody once the game is over.
            again: The seat that has finished a turn and is awaited at once with the next one.
            withdrawn: Whether a seat has withdrawn what it had decided, and goes on with the time it had left then.
        """
        if set(before) == set(after) and again is None:
            return self
        times = list[Time]()
        for seat, had in enumerate(self.times):
            renewed, left = seat == again, self.left_of(seat, before, now)
            has_finished = seat in before and (seat not in after or renewed)
            charged = self._answered(had, left, finished=finished) if has_finished else had._replace(left=left)
            is_asked = seat in after and (seat not in before or renewed)
            times.append(self._asked(charged, now, withdrawn=withdrawn) if is_asked else charged)
        since = None if self.since is None else max(self.since, now)
        return self._replace(times=tuple(times), since=since)

    def _answered(self, time: Time, left: float, *, finished: bool) -> Time:
        agreed = self.agreed
        if agreed is None:
            return time._replace(warned=None)
        added = 0.0 if agreed.increment is None or not finished else agreed.increment
        return Time(agreed.time if agreed.a_turn else left + added, time.turned, None, left)

    def _asked(self, time: Time, now: float, *, withdrawn: bool) -> Time:
        if withdrawn:
            return time._replace(left=time.left if time.spare is None else min(time.left, time.spare), spare=None)
        return Time(time.left, now) if self.agreed is None or not self.agreed.a_turn else Time(self.agreed.time, now)

    def started(self, awaited: Collection[int], now: float) -> Clock:
        return self.stopped(awaited, now)._replace(since=now, waits=False)

    def continuing(self) -> Clock:
        """Return the clock of a pause that a player ends early: it waits for all, but no longer than the pause was.

        The others may be away and know nothing of it: the pause that they agreed on costs them nothing.
        """
        return self._replace(waits=True)

    def stopped(self, awaited: Collection[int], now: float) -> Clock:
        """Return the clock with what was used until now taken off, to go on at another time: see `resumed`."""
        if not awaited or self.since is None or self.since > now:
            return self
        times = (time._replace(left=self.left_of(seat, awaited, now)) for seat, time in enumerate(self.times))
        return self._replace(times=tuple(times), since=now)

    def resumed(self, now: float) -> Clock:
        return self if self.since is None else self._replace(since=max(self.since, now))

    def warning(self, seat: int, now: float) -> Clock:
        times = (time._replace(warned=now) if each == seat else time for each, time in enumerate(self.times))
        return self._replace(times=tuple(times))


class Claim(NamedTuple):
    """What those who wait may do about a player who stays away, where no time counts."""

    against: int
    turned: float
    warned: float | None
    now: float

    @classmethod
    def each(cls, clock: Clock | None, awaited: Iterable[int], now: float) -> tuple[Claim, ...]:
        """Return what may be done about awaited seats; nothing where time counts, or a moment is set for it."""
        if clock is None or clock.since is not None:
            return ()
        return tuple(cls(seat, clock.times[seat].turned, clock.times[seat].warned, now) for seat in awaited)

    @property
    def can_warn(self) -> bool:
        return self.warned is None and self.now >= self.turned + WARN_AFTER

    @property
    def possible_from(self) -> float:
        """When the game may be claimed, if the player is warned as soon as that is possible."""
        warned = max(self.now, self.turned + WARN_AFTER) if self.warned is None else self.warned
        return warned + AFTER_WARNING

    @property
    def is_possible(self) -> bool:
        return self.warned is not None and self.now >= self.possible_from

    @property
    def is_offered(self) -> bool:
        return self.now >= self.turned + OFFERED_AFTER


A_LITTLE = 0.02
"""Seconds after which it surely is later: a timer may be a little early."""


class TimeLeft(NamedTuple):
    """The time of all players at one moment, as everybody at their match may know it."""

    clock: Clock
    awaited: tuple[int, ...]
    """The seats that have to decide; nobody once the game is over."""
    now: float

    def of(self, seat: int) -> float:
        """Return the seconds that a seat has left."""
        return self.clock.left_of(seat, self.awaited, self.now)

    @property
    def deadline(self) -> float | None:
        """When the first of the awaited seats is out of time; None while no time counts."""
        return self.clock.deadline(self.running)

    @property
    def running(self) -> tuple[int, ...]:
        """The seats whose time counts now; nobody in a pause, and while some have yet to come."""
        since = self.clock.since
        ahead = 0.0 if self.clock.waits else APART
        return self.awaited if since is not None and since <= self.now + ahead else ()

    @property
    def paused_until(self) -> float | None:
        return self.clock.paused_until(self.now) if self.awaited else None

    @property
    def waits(self) -> bool:
        return bool(self.awaited) and self.clock.waits and not self.running

    @property
    def unmet(self) -> bool:
        return bool(self.awaited) and self.clock.is_unmet(self.awaited, self.now)

    @property
    def starts_at(self) -> float | None:
        """When a clock that waits for all players starts in any case; None for never."""
        return self.clock.since if self.waits else None

    def until_it_reads_differently(self, viewer: int | None) -> float | None:
        """Return in how many seconds a viewer sees something else: see `words.in_short`; None for never.

        Args:
            viewer: The seat of a player, who sees the last ten minutes by seconds; None for someone who watches.
        """
        if (pause := self.paused_until) is not None:
            return pause - APART - self.now
        if (start := self.starts_at) is not None:
            return start - self.now
        if not self.running:
            turned = max((self.clock.times[seat].turned for seat in self.awaited), default=self.now)
            wait = turned + UNMET_AFTER - self.now
            return wait + A_LITTLE if self.waits and wait >= 0 else None
        return min((self._until_step(seat, viewer) for seat in self.running if self.of(seat) > 0), default=None)

    def _until_step(self, seat: int, viewer: int | None) -> float:
        left = self.of(seat)
        step = MINUTE if left > BY_SECONDS or viewer is None else 1.0
        return left % (HOUR if left > DAY else step) + A_LITTLE


CLOCK_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(
    column.label(f"clock_{column.name}") for column in clocks.c if column is not clocks.c.match
)

_INSERT = insert_or(clocks)
_STORE = _INSERT.on_conflict_do_update(
    index_elements=["match"],
    set_={column.name: _INSERT.excluded[column.name] for column in clocks.c if column is not clocks.c.match},
)
_INSERT_TIME = insert_or(times)
_STORE_TIMES = _INSERT_TIME.on_conflict_do_update(
    index_elements=["match", "seat"],
    set_={name: _INSERT_TIME.excluded[name] for name in Time._fields},
)
TIME_COLUMNS: tuple[ColumnElement[Any], ...] = tuple(times.c[name].label(f"time_{name}") for name in Time._fields)
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
    found = ([getattr(seat, f"time_{name}") for name in Time._fields] for seat in timed)
    times = (Time(*values) for values in found if values[0] is not None)
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
        for table in (clocks, times):
            db.execute(table.delete().where(table.c.match == match))
        return
    values = {"control": clock.control, "since": clock.since, "waits": clock.waits}
    db.execute(_STORE, values | {"match": match, "deadline": clock.deadline(awaited)})
    rows = [{"match": match, "seat": seat, **known._asdict()} for seat, known in enumerate(clock.times)]
    db.execute(_STORE_TIMES, rows)


class Clocks:
    """All clocks of a server."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

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
        return await self._database.read(
            lambda db: (db.execute(_ALIVE).scalar(), db.execute(_RUNNING, now).first() is not None)
        )

    async def note(self) -> None:
        """Note for the other processes how far the time has come here. Raises StorageError: it couldn't be stored."""
        await self._database.write(lambda db: db.execute(_NOTE, {"id": 1, "at": self._clock()}))

    async def resume(self) -> None:
        """Have all clocks go on after the server was down: that time is charged to nobody.

        It is known to have been running at the last beat, so players may be given the seconds since then.

        Raises StorageError: it couldn't be stored.
        """

        def resume(db: Connection) -> None:
            if (last := db.execute(_ALIVE).scalar()) is not None:
                db.execute(_SHIFT, {"now": self._clock(), "alive": last})
            self._beat(db)

        await self._database.write(resume)

    def _beat(self, db: Connection) -> None:
        db.execute(_BEAT if self._database.live is None else _NOTE, {"id": 1, "at": self._clock()})
