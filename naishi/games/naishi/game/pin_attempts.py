"""Wrong PINs: each costs a short wait."""

from __future__ import annotations

from time import monotonic

from naishi.common.tries import Patience, Tries
from naishi.games.naishi.game.pin import check_pin

LONGEST_WAIT = 4
"""Seconds that a wrong PIN makes one wait, at most; the first costs 1, the second 2."""


class PinAttempts(Tries):
    """How often each PIN was entered wrong, by its hash, and how long its player has to wait.

    It belongs to a program and outlives the cover: leaving the game and coming back doesn't shorten the wait.
    """

    def __init__(self) -> None:
        super().__init__(Patience(free=1, first_wait=1.0, longest_wait=LONGEST_WAIT), _now)

    def admits(self, typed: str, pin: str) -> bool:
        """Return whether a PIN is right; count it where it is wrong. While one has to wait, none is.

        Args:
            typed: What was typed.
            pin: The hash of the right one.
        """
        if self.wait(pin) > 0:
            return False
        if check_pin(typed, pin):
            self.forget(pin)
            return True
        self.record_wrong(pin)
        return False


def _now() -> float:
    return monotonic()  # looked up each time, so that a test can set it
