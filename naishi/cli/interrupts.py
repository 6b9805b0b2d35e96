"""Ctrl+C handling while the command starts, runs and ends."""

from __future__ import annotations

import os
import signal
import time

from naishi.cli.group import INTERRUPTED

PATIENCE = 3.0
"""Seconds that the program has to end after Ctrl+C, before another one ends it at once."""


class Interrupts:
    """Makes Ctrl+C end the program once, without a traceback.

    While the program starts, it ends at once: nothing is open yet. While it runs, Ctrl+C raises `KeyboardInterrupt`.
    What comes after that is ignored, for it must not cut short how a game is saved.
    """

    def __init__(self) -> None:
        """Start, unless Ctrl+C is ignored here."""
        self.came = False
        """Whether it was raised: an import that it cuts short, say, may fail with any error, not just this one."""
        self._at_once = True
        self._raises = False
        self._last_chance = 0.0
        self._heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._heeded:
            signal.signal(signal.SIGINT, self._interrupt)

    def run(self) -> None:
        """Raise `KeyboardInterrupt` from now on, once."""
        self._at_once, self._raises = False, True

    def end(self) -> None:
        """Raise nothing from now on."""
        self._raises = False

    def ignore(self) -> None:
        """Ignore Ctrl+C until the process is gone; the interpreter drops every other handler before that."""
        if self._heeded:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _interrupt(self, *_arguments: object) -> None:
        if self._at_once or (self.came and time.monotonic() > self._last_chance):
            os._exit(INTERRUPTED)
        if self._raises:
            self.came, self._raises = True, False
            self._last_chance = time.monotonic() + PATIENCE
            raise KeyboardInterrupt
