"""Reference step: plain Python that measures the machine."""

from __future__ import annotations

import time

CALIBRATION_STEPS = 200_000
IDLE_STEP = 30e-9
"""Seconds that a step takes on the core to which all figures are brought."""


def calibrate(steps: int = CALIBRATION_STEPS) -> None:
    """Do some plain Python that never changes."""
    total = 0
    for i in range(steps):
        total += i & 3


def reference_step() -> float:
    """Return the seconds that a step of the reference takes now: the best of five times."""
    times = []
    for _ in range(5):
        began = time.process_time()
        calibrate()
        times.append((time.process_time() - began) / CALIBRATION_STEPS)
    return min(times)
