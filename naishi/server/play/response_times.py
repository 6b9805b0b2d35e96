"""How long visitors wait for what their keys do."""

from __future__ import annotations

from collections import deque

LATEST = 1000
"""So many keys are remembered, of all visitors together."""


class ResponseTimes:
    """The seconds between a key and the frame that answers it."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=LATEST)

    def add(self, seconds: float) -> None:
        """Note how long somebody has waited."""
        self._seconds.append(seconds)

    @property
    def p95(self) -> float | None:
        """What 95 % of the latest keys took at most; None where there were none."""
        ranked = sorted(self._seconds)
        return ranked[len(ranked) * 95 // 100] if ranked else None
