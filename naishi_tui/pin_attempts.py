"""Wrong PINs: each costs a short wait."""

from __future__ import annotations

from time import monotonic

LONGEST_WAIT = 4
"""Seconds that a wrong PIN makes one wait, at most; the first costs 1, the second 2."""


class PinAttempts:
    """How often each PIN was entered wrong, and how long its player has to wait.

    It belongs to an app and outlives the cover: leaving the game and coming back doesn't shorten the wait.
    """

    def __init__(self) -> None:
        self._wrong: dict[str, tuple[int, float]] = {}
        """By the hash of the PIN: how often it was entered wrong, and when it may be tried again."""

    def record_wrong(self, pin_hash: str) -> None:
        """Make a player wait after a wrong PIN."""
        wrong, _until = self._wrong.get(pin_hash, (0, 0.0))
        self._wrong[pin_hash] = wrong + 1, monotonic() + min(2**wrong, LONGEST_WAIT)

    def forget(self, pin_hash: str) -> None:
        """Start anew after the right PIN."""
        self._wrong.pop(pin_hash, None)

    def wait(self, pin_hash: str) -> float:
        """Return the seconds until a PIN may be tried again; none or less where it may now."""
        return self._wrong.get(pin_hash, (0, 0.0))[1] - monotonic()
