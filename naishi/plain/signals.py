"""Signals that end line mode: they end it as Ctrl+C does, with everything in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = ("SIGHUP", "SIGTERM", "SIGQUIT")
"""By name: not every system has them all."""


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
