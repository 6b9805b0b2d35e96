"""Lines in, lines out. Nothing is ever cleared, repainted or coloured, and the cursor only moves on."""

from __future__ import annotations

import getpass
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO

from naishi.common.errors import NaishiError
from naishi.common.i18n import LETTERS, language
from naishi.plain import signals
from naishi.plain.line_editing import LineEditing
from naishi.plain.line_reader import LineReader
from naishi.plain.spoken import spoken

if TYPE_CHECKING:
    from naishi.game.view import PlayerView
    from naishi.sessions import Participant

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
        self._lines = LineReader(self._in)
        self.line_number = 0
        """How many lines have been read."""
        self.interactive = self._in.isatty()
        """Whether a person types, rather than a script."""
        self._broken_off = False
        """Whether a prompt still stands at the beginning of the line, because a signal has ended the typing."""
        self._editing = LineEditing() if self.interactive and self._in is sys.stdin else None

    def write(self, *lines: str) -> None:
        """Write lines, as they are said aloud."""
        self.write_exactly(*map(spoken, lines))

    def write_exactly(self, *lines: str) -> None:
        """Write lines as they are: what is to be copied."""
        self.end_line()
        for line in lines:
            self._out.write((to_ascii(line) if self._ascii else line) + "\n")
        self._out.flush()

    def end_line(self) -> None:
        """Go to a new line, where typing was broken off."""
        if self._broken_off:
            self._broken_off = False
            self._out.write("\n")
            self._out.flush()

    def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: What a person is asked; a script isn't.
        """
        self.line_number += 1
        if self._editing is not None:
            self._broken_off = True
            try:
                with signals.noticed():
                    line = input(to_ascii(prompt) if self._ascii else prompt)
            except EOFError:
                self.end_line()
                return None
            self._broken_off = False
            return line
        return self._lines.read()

    def ask(self, question: str) -> str | None:
        """Ask for something that isn't a command; None at the end of the input."""
        return self.read(question)

    def ask_secret(self, question: str) -> str | None:
        """Ask for something that is not shown while it is typed."""
        if self._editing is None:
            return self.ask(question)
        self.line_number += 1
        try:
            with signals.noticed():
                return getpass.getpass(question)
        except EOFError:
            return None

    async def typed(self) -> str | None:
        """Wait for a line while something goes on; None at the end of the input."""
        await self._lines.wait()
        self.line_number += 1
        return self._lines.read()

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
        self.write_exactly(text)

    def answer(self, **data: object) -> None:
        """Hand what was asked for to a program, which can't read it from words."""

    def done(self) -> None:
        """Tell a program that what it asked for is done; a person has read it in words."""

    def opened(self, game: str, kinds: tuple[str, str]) -> None:
        """Tell a program which game it plays from now on; an empty id for none."""

    def show(self, view: PlayerView, participant: Participant) -> None:
        """Hand the state of the game to a program that reads along; a person has read it in words.

        Args:
            view: The game as the person at the keyboard may know it.
            participant: What bots do, and whether the game is saved.
        """

    def ring(self) -> None:
        """Ring the bell of a terminal."""
        if self.interactive:
            self._out.write("\a")
            self._out.flush()

    def cover(self) -> None:
        """Move what was written out of sight, where a person looks at a terminal: a screen reader would read it all."""
        if self.interactive and os.environ.get("ACCESSIBLE", "0") in {"", "0"}:
            self.write(*[""] * COVER)

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Complete what a person types with Tab, to the words that this returns for it."""
        if self._editing is not None:
            self._editing.complete(words)

    def hand_over(self, to: str | None) -> None:
        """Have another person type, who doesn't find what the last one typed (see `LineEditing.hand_over`)."""
        if self._editing is not None:
            self._editing.hand_over(to)


def to_ascii(text: str) -> str:
    """Write a text with ASCII alone: as the language does, or accents dropped; other letters as a question mark."""
    for letter, plain in LETTERS.get(language(), {}).items():
        text = unicodedata.normalize("NFC", text).replace(letter, plain)
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.translate(_LETTERS).encode("ascii", "replace").decode()


def folded(word: str) -> str:
    """Fold case and accents: whoever lacks a key for a letter types it without its accent."""
    return to_ascii(word).casefold()


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
