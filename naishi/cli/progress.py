"""Telling how far something has come: one line that changes on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType

EVERY_ON_TERMINAL = 0.2
EVERY_ELSEWHERE = 30.0


class Progress:
    """A line on standard error that says how far something has come."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self._terminal = sys.stderr.isatty()
        self._shown = 0.0
        self._text = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._terminal and self._text:
            self._stream.write("\n")
            self._stream.flush()

    def show(self, text: str, *, last: bool = False) -> None:
        """Show a text in place of the one before, unless that is too fresh.

        Args:
            text: What to show.
            last: Show it in any case.
        """
        now = time.monotonic()
        if not last and now - self._shown < (EVERY_ON_TERMINAL if self._terminal else EVERY_ELSEWHERE):
            return
        self._shown, self._text = now, text
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write("\r" + text[:width].ljust(width))
        else:
            self._stream.write(text + "\n")
        self._stream.flush()


def bar(done: float, width: int = 20) -> str:
    """Draw a share as a bar."""
    full = round(max(0.0, min(1.0, done)) * width)
    return "[" + "#" * full + "." * (width - full) + "]"
