"""The clock of a match in lines: what is left, and a word when the last hour or minute of one's own time begins."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from naishi.common.i18n import _
from naishi.plain.context import Context
from naishi.plain.protocol import ClockObject
from naishi.server import MatchParticipant
from naishi.server.play import clock_text
from naishi.server.play.time_left import A_LITTLE, TimeLeft
from naishi.server.storage.clock import HOUR, MINUTE


class TellingTime:
    """Tells a player once in a turn that little time is left, and answers how much there is."""

    def __init__(self, context: Context, me: MatchParticipant) -> None:
        self._console, self._me = context.console, me
        self._told: tuple[float, float] | None = None
        """The turn, by when it began, and the least that was told of in it."""

    def left(self) -> Iterator[str]:
        """Say what both players have left."""
        if (time := self._me.time) is None:
            yield _("This game has no clock.")
        else:
            yield from clock_text.told(time, self._me.view.names, self._me.seat)

    def tell(self) -> None:
        """Say that the last hour or the last minute has begun, if it just has."""
        time = self._own_time()
        if time is None or (begun := self._begun(time)) is None:
            return
        before, self._told = self._told, (time.clock.turned, begun)
        if before is None or before[0] != time.clock.turned or before[1] > begun:
            last = _("Your last minute has begun.") if begun == MINUTE else _("Your last hour has begun.")
            self._console.write(last)

    async def alarm(self) -> AsyncIterator[None]:
        """Yield once when there is something to tell next."""
        time = self._own_time()
        if time is not None:
            left = time.of(self._me.seat or 0)
            ahead = [left - mark for mark in _marks(time) if mark < left]
            if ahead:
                await asyncio.sleep(min(ahead) + A_LITTLE)
                yield

    def _own_time(self) -> TimeLeft | None:
        """Return what is left while the player's own time counts."""
        time = self._me.time
        return time if time is not None and self._me.seat is not None and time.running == self._me.seat else None

    def _begun(self, time: TimeLeft) -> float | None:
        """Return the last hour or minute, if the player is in it."""
        left = time.of(self._me.seat or 0)
        return min((mark for mark in _marks(time) if left <= mark), default=None)


def clock_object(time: TimeLeft | None) -> ClockObject | None:
    """Return a clock for a program; None for no clock."""
    if time is None:
        return None
    return ClockObject(
        control=time.clock.control,
        left=(round(time.of(0), 1), round(time.of(1), 1)),
        deadline=time.deadline,
        paused_until=time.paused_until,
        waits=time.waits,
    )


def _marks(time: TimeLeft) -> tuple[float, ...]:
    """Return what a player is told of: an hour is short where there are days."""
    agreed = time.clock.agreed
    return (HOUR, MINUTE) if agreed is not None and agreed.a_turn else (MINUTE,)
