"""The time that players have: how much was agreed on with the table, and what is left of it in a match."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNMET_AFTER = 5 * MINUTE
"""How long a game of minutes waits for both players before it can be called off without a loss."""

_DAYS = re.compile(r"(\d{1,3})d")
_MINUTES = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\+(\d{1,3})")

Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Moment = Annotated[float, Field(allow_inf_nan=False)]


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
        """Whether the time is for each turn."""
        return self.increment is None


def is_live(control: str) -> bool:
    """Return whether a clock is for a game in one sitting: minutes, not days."""
    time = TimeControl.from_text(control)
    return time is not None and not time.a_turn


CHOICES = ("10+5", "15+10", "30+20", "1d", "3d", "7d")
"""What players can choose with a table."""


class SeatTime(NamedTuple):
    """What is known of the time of one seat, beside what it has left."""

    turned: float
    """When it was asked what it has to decide."""
    warned: float | None = None
    """When it was warned that it may be taken to have left."""
    spare: float | None = None
    """What was left when it decided last: all that it has if that decision is withdrawn."""


class Clock(BaseModel):
    """The time of the players of a match. The moments in it are those of the server's clock, in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    control: str = Field(default="", pattern=rf"^(|{_DAYS.pattern}|{_MINUTES.pattern})$")
    """What was agreed on, as `TimeControl` reads it; empty for no clock."""
    left: Annotated[tuple[Seconds, ...], Field(min_length=2, max_length=10)] = (0.0, 0.0)
    """By seat, the seconds that were left at `since`."""
    turned: Moment = 0.0
    """When it became the turn of whoever is to act."""
    since: Moment | None = None
    """From when the time of whoever is to act counts: in the future during a pause, None while no moment is set."""
    waits: bool = False
    """Whether the time counts as soon as both players are at the match."""
    warned: Moment | None = None
    """When whoever is to act was warned that the other may claim the game."""
    by_seat: tuple[SeatTime, ...] = ()
    """What `turned` and `warned` are for each seat, where several decide at once; nothing where all are the same."""

    @model_serializer(mode="wrap")
    def _without_seats(self, serialise: SerializerFunctionWrapHandler) -> dict[str, object]:
        return {name: value for name, value in serialise(self).items() if value or name != "by_seat"}

    @classmethod
    def begun(cls, control: str, now: float, latest: float | None = None, *, seats: int = 2) -> Clock:
        """Return the clock of a game that begins: days count at once, minutes once both players are there.

        Args:
            control: What was agreed on.
            now: The time.
            latest: When minutes count in any case; None for never.
            seats: How many there are.
        """
        agreed = TimeControl.from_text(control)
        if agreed is None:
            return cls(left=(0.0,) * seats, turned=now)
        left, since = (agreed.time,) * seats, now if agreed.a_turn else latest
        return cls(control=control, left=left, turned=now, since=since, waits=not agreed.a_turn)

    @property
    def agreed(self) -> TimeControl | None:
        """How much time was agreed on; None for no clock."""
        return TimeControl.from_text(self.control)

    def deadline(self, turn: int | None) -> float | None:
        """Return when the time of the seat to act runs out; None where it doesn't count."""
        return None if turn is None or self.since is None else self.since + self.left[turn]

    def first_deadline(self, awaited: Iterable[int]) -> float | None:
        """Return when the time of the first of the awaited seats runs out; None where it doesn't count."""
        return min((found for seat in awaited if (found := self.deadline(seat)) is not None), default=None)

    def is_unmet(self, now: float) -> bool:
        """Return whether the players have not met at a game of minutes for so long that it can be called off."""
        return self.waits and self.since is None and now >= self.turned + UNMET_AFTER

    def left_of(self, seat: int, turn: int | None, now: float) -> float:
        """Return the seconds that a seat has left, with the seat to act."""
        used = 0.0 if seat != turn or self.since is None else max(0.0, now - self.since)
        return max(0.0, self.left[seat] - used)

    def paused_until(self, now: float) -> float | None:
        """Return when a pause ends; None where there is none."""
        return self.since if self.since is not None and self.since > now and not self.waits else None

    def passed(self, before: int, after: int | None, now: float, *, finished: bool = True) -> Clock:
        """Return the clock after the turn has passed from one seat to another.

        Args:
            before: Who was to act.
            after: Who is to act now; None once the game is over.
            now: The time.
            finished: Whether a turn was finished, and not undone: then there is an increment.
        """
        if after == before:
            return self
        changes: dict[str, object] = {"turned": now, "warned": None, "by_seat": ()}
        if (agreed := self.agreed) is not None:
            changes["left"] = self._left_after(agreed, before, now, finished=finished)
        if self.since is not None:
            changes["since"] = max(self.since, now)
        return self.model_copy(update=changes)

    def _left_after(self, agreed: TimeControl, before: int, now: float, *, finished: bool) -> tuple[float, ...]:
        if agreed.increment is None:
            return (agreed.time,) * len(self.left)
        left = [*self.left]
        left[before] = self.left_of(before, before, now) + (agreed.increment if finished else 0.0)
        return tuple(left)

    def started(self, now: float) -> Clock:
        """Return the clock that counts from now on."""
        return self.model_copy(update={"since": now, "waits": False})

    def pausing(self, turn: int, until: float, now: float) -> Clock:
        """Return the clock that stands still until a moment, and goes on by itself then."""
        return self.stopped((turn,), now).model_copy(update={"since": until})

    def continuing(self) -> Clock:
        """Return the clock of a pause that a player ends early: it waits for both, but no longer than the pause was.

        The other may be away and know nothing of it: the pause that they agreed on costs them nothing.
        """
        return self.model_copy(update={"waits": True})

    def stopped(self, awaited: Collection[int], now: float) -> Clock:
        """Return the clock with what was used until now taken off, to go on at another time: see `resumed`."""
        if not awaited or self.since is None or self.since > now:
            return self
        left = tuple(self.left_of(seat, seat if seat in awaited else None, now) for seat in range(len(self.left)))
        return self.model_copy(update={"left": left, "since": now})

    def resumed(self, now: float) -> Clock:
        """Return a stopped clock that goes on."""
        return self if self.since is None else self.model_copy(update={"since": max(self.since, now)})
