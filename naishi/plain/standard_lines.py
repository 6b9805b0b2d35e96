"""The lines of a terminal that belongs to this process, or of the pipes of a script."""

from __future__ import annotations

import getpass
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

from naishi.plain import signals
from naishi.plain.line_editing import LineEditing
from naishi.plain.line_reader import LineReader

ROOM = 10
"""So many columns are left to type in, behind a question in the same line."""


class StandardLines:
    """Standard input and output. At a terminal, nothing else goes on while a line is typed."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in = stdin or sys.stdin
        self._out = stdout or sys.stdout
        self._lines = LineReader(self._in)
        self.interactive = self._in.isatty()
        self.ascii_only = not _encodes(self._out, "é–…")
        self._broken_off = False
        """Whether a prompt still stands at the beginning of the line, because a signal has ended the typing."""
        self._editing = LineEditing() if self.interactive and self._in is sys.stdin else None

    def write(self, text: str) -> None:
        """Write a text that ends with its line."""
        self.end_line()
        self._out.write(text)
        self._out.flush()

    def end_line(self) -> None:
        """Go to a new line, where typing was broken off."""
        if self._broken_off:
            self._broken_off = False
            self._out.write("\n")
            self._out.flush()

    async def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""
        if self._editing is None:
            return self._lines.read()
        prompt = self._asked(prompt)
        self._broken_off = True
        try:
            with signals.noticed():
                line = input(prompt)
        except EOFError:
            self.end_line()
            return None
        self._broken_off = False
        return line

    def _asked(self, prompt: str) -> str:
        """Return what stands before the typed line; a question that fills its line is written before.

        Of a longer one, readline shows only the end at a terminal that can't move its cursor.
        """
        if len(prompt) + ROOM <= shutil.get_terminal_size().columns:
            return prompt
        self.write(f"{prompt.rstrip()}\n")
        return "> "

    async def read_secret(self, prompt: str) -> str | None:
        """Read a line that is not shown while it is typed."""
        if self._editing is None:
            return self._lines.read()
        try:
            with signals.noticed():
                return getpass.getpass(prompt)
        except EOFError:
            return None

    async def typed(self) -> str | None:
        """Wait for a line while something goes on; None at the end of the input."""
        await self._lines.wait()
        return self._lines.read()

    async def taken(self) -> None:
        """A write has waited already."""

    def ring(self) -> None:
        """Ring the bell of a terminal."""
        if self.interactive:
            self._out.write("\a")
            self._out.flush()

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Complete what a person types with Tab, to the words that this returns for it."""
        if self._editing is not None:
            self._editing.complete(words)

    def hand_over(self, to: str | None) -> None:
        """Have another person type, who doesn't find what the last one typed (see `LineEditing.hand_over`)."""
        if self._editing is not None:
            self._editing.hand_over(to)


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
