"""The time of two players at one moment, as everybody at their match may know it."""

from __future__ import annotations

from dataclasses import dataclass

from naishi.server.storage.clock import DAY, HOUR, MINUTE, UNMET_AFTER, Clock

A_LITTLE = 0.02
"""Seconds after which it surely does: a timer may be a little early."""


@dataclass(frozen=True)
class TimeLeft:
    """What a clock shows."""

    clock: Clock
    turn: int | None
    """The seat to act; None once the game is over."""
    now: float

    def of(self, seat: int) -> float:
        """Return the seconds that a seat has left."""
        return self.clock.left_of(seat, self.turn, self.now)

    @property
    def deadline(self) -> float | None:
        """When the seat to act loses; None while no time counts."""
        return self.clock.deadline(self.turn) if self.running is not None else None

    @property
    def running(self) -> int | None:
        """The seat whose time counts now; None in a pause, and while one of the players has yet to come."""
        since = self.clock.since
        return self.turn if since is not None and since <= self.now else None

    @property
    def paused_until(self) -> float | None:
        """When the pause ends; None where there is none."""
        return None if self.turn is None else self.clock.paused_until(self.now)

    @property
    def waits(self) -> bool:
        """Whether the time counts once both players are there."""
        return self.turn is not None and self.clock.waits and self.running is None

    @property
    def unmet(self) -> bool:
        """Whether the other player has not come for so long that the game can be called off."""
        return self.turn is not None and self.clock.is_unmet(self.now)

    @property
    def starts_at(self) -> float | None:
        """When a clock that waits for both players starts in any case; None for never."""
        return self.clock.since if self.waits else None

    def until_it_reads_differently(self, viewer: int | None) -> float | None:
        """Return in how many seconds a viewer sees something else: see `clock_text.in_short`; None for never.

        Args:
            viewer: Whose last minute is counted by seconds; None for somebody who watches.
        """
        for moment in (self.paused_until, self.starts_at):
            if moment is not None:
                return moment - self.now
        if self.running is None:
            wait = self.clock.turned + UNMET_AFTER - self.now
            return wait + A_LITTLE if self.waits and wait >= 0 else None
        left = self.of(self.running)
        if left <= 0:
            return None
        if left > DAY:
            step = HOUR
        elif left > MINUTE:
            step = MINUTE
        else:
            step = 1.0 if self.running == viewer else MINUTE
        return left % step + A_LITTLE
