"""Signals that end line mode: they end it as Ctrl+C does, with everything in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = ("SIGHUP", "SIGTERM", "SIGQUIT")
"""By name: not every system has them all."""

_EVERY = 0.2, 1.0
"""Seconds to the first alarm, and between the others."""
_WAKING = 4
"""How many alarms there are."""


@contextmanager
def raised() -> Iterator[None]:
    """Have a signal raise `SystemExit` with 128 + its number.

    To die of it would leave the terminal as readline and getpass set it for a prompt: what is typed isn't shown. A
    signal that is ignored, as after `nohup`, stays ignored, and the first one is enough.
    """
    every = [signal.Signals[name] for name in SIGNALS if name in signal.Signals.__members__]
    before = {each: signal.getsignal(each) for each in every}
    heeded = [each for each in every if before[each] is signal.SIG_DFL]

    def end(number: int, _frame: object) -> None:
        for each in heeded:
            signal.signal(each, lambda *_arguments: None)
        raise SystemExit(128 + number)

    for each in heeded:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in heeded:
            signal.signal(each, before[each])


@contextmanager
def noticed() -> Iterator[None]:
    """Have signals noticed while readline waits for keys.

    One that comes just before it begins to wait is only remembered, and would be heeded after the next key. So an
    alarm wakes readline a few times at first.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    left = _WAKING

    def wake(_number: int, _frame: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            signal.setitimer(signal.ITIMER_REAL, 0)

    before = signal.signal(signal.SIGALRM, wake)
    signal.setitimer(signal.ITIMER_REAL, *_EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
