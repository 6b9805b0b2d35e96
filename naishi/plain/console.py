"""Lines in, lines out. Nothing is ever cleared, repainted or coloured, and the cursor only moves on."""

from __future__ import annotations

import getpass
import json
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from naishi.common.errors import NaishiError
from naishi.game.events import Event
from naishi.game.view import PlayerView
from naishi.plain.line_editing import LineEditing

COVER = 30
"""Blank lines that move what the last player read out of sight."""

_ASCII = str.maketrans({
    "–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "×": "x", "−": "-",
    "·": ".",
})  # fmt: skip

_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
"""Letters that are no letter with an accent."""


class Console:
    """Where line mode reads and writes: a terminal, or the pipes of a script."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None, *, ascii_only: bool = False) -> None:
        self._in = stdin or sys.stdin
        self._out = stdout or sys.stdout
        self._ascii = ascii_only or not _encodes(self._out, "é–…")
        self.line_number = 0
        """How many lines have been read."""
        self.interactive = self._in.isatty()
        """Whether a person types, rather than a script."""
        self._editing = LineEditing() if self.interactive and self._in is sys.stdin else None

    def write(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            self._out.write((to_ascii(line) if self._ascii else line) + "\n")
        self._out.flush()

    def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: What a person is asked; a script isn't.
        """
        self.line_number += 1
        if self._editing is not None:
            try:
                return input(to_ascii(prompt) if self._ascii else prompt)
            except EOFError:
                self.write("")
                return None
        line = self._in.readline()
        return line.rstrip("\r\n") if line else None

    def read_secret(self, prompt: str) -> str | None:
        """Read a line that is not shown while it is typed."""
        if self._editing is None:
            return self.read(prompt)
        self.line_number += 1
        try:
            return getpass.getpass(prompt)
        except EOFError:
            return None

    def refuse(self, error: NaishiError) -> None:
        """Say why something can't be done.

        Raises:
            NaishiError: A script asked for it; it ends there.
        """
        if not self.interactive:
            raise error
        self.write(str(error))

    def trouble(self, text: str) -> None:
        """Say what became of a save."""
        self.write(text)

    def show(self, view: PlayerView, events: Sequence[Event], trouble: str) -> None:
        """Hand a change to a program that reads along; a person has read it in words.

        Args:
            view: The game as the person at the keyboard may know it.
            events: What has happened since the last time.
            trouble: Why the game isn't saved as it stands; empty where it is.
        """

    def cover(self) -> None:
        """Move what was written out of sight, where a person reads on a terminal."""
        if self.interactive:
            self.write(*[""] * COVER)

    def complete(self, words: Callable[[], Iterable[str]]) -> None:
        """Complete words with Tab, where a person types."""
        if self._editing is not None:
            self._editing.complete(words)

    def hand_over(self, to: str | None) -> None:
        """Have another person type, who doesn't find what the last one typed (see `LineEditing.hand_over`)."""
        if self._editing is not None:
            self._editing.hand_over(to)


class JsonConsole(Console):
    """For programs: an object a line, the view and what has happened, or an error; no words."""

    def write(self, *lines: str) -> None:
        """Write nothing: words are for people."""

    def refuse(self, error: NaishiError) -> None:
        """Write why something can't be done."""
        self._write({"error": str(error)})

    def trouble(self, text: str) -> None:
        """Write what became of a save."""
        self._write({"trouble": text})

    def show(self, view: PlayerView, events: Sequence[Event], trouble: str) -> None:
        """Write the game as the seat to act may know it, and what has happened since the object before."""
        self._write(
            {
                "view": view.model_dump(mode="json"),
                "events": [event.model_dump(mode="json") for event in events],
                "trouble": trouble,
            }
        )

    def _write(self, thing: object) -> None:
        self._out.write(json.dumps(thing, ensure_ascii=self._ascii) + "\n")
        self._out.flush()


def to_ascii(text: str) -> str:
    """Write a text with ASCII alone: accents dropped, other letters shown as a question mark."""
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.translate(_LETTERS).encode("ascii", "replace").decode()


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
