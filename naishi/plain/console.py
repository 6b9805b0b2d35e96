"""Lines in, lines out, and waiting for the next one; texts for the ear, and in ASCII."""

from __future__ import annotations

import asyncio
import io
import os
import re
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, TextIO

from naishi.common.i18n import LETTERS, NaishiError, _, language, pgettext

if TYPE_CHECKING:
    from naishi.plain.protocol import Message
    from naishi.sessions import Participant
    from naishi.tabletop.game import View


_CODE = re.compile(r"(?<![\w-])([A-Z])([1-5])(?![\w-])")
"""A place as action texts name it, but not what looks like one within a name, such as R2-D2."""
_RANGE = re.compile(r"(?<=\d)–(?=\d)")
_MINUS = re.compile(r"(?<![\w–-])[-−](?=\d)")
_PLUS = re.compile(r"(?<![\w+])\+(?=\d)")
_ERROR = re.compile(r"\s?±\s?")
_TIMES = re.compile(r"\s?×\s?(?=\d)")
_PERCENT = re.compile(r"(?<=\d)\s?%")
_SHARE = re.compile(r"(?<![\w/.])(\d+)/(\d+)(?![\w/.])")


def spoken(line: str) -> str:
    """Return a line as it is said: "minus 5" for "-5", "48 to 5" for "48–5", "Hand 3" for "H3"."""
    rows = letters()
    line = _CODE.sub(lambda found: row_place(rows[found[1]], int(found[2])) if found[1] in rows else found[0], line)
    line = _SHARE.sub(lambda found: _("{part} of {all}").format(part=found[1], all=found[2]), line)
    words = {"–": pgettext("48 to 5", "to"), "minus": _("minus"), "plus": _("plus"), "±": _("plus or minus")}
    percent, times = _("percent"), _("times")
    line = _RANGE.sub(f" {words['–']} ", line)
    line = _MINUS.sub(f"{words['minus']} ", line)
    line = _PLUS.sub(f"{words['plus']} ", line)
    line = _TIMES.sub(f" {times} ", line)
    line = _PERCENT.sub(f" {percent}", line)
    return _ERROR.sub(f" {words['±']} ", line).replace(" · ", ", ")


def letters() -> dict[str, str]:
    here = {_("line")[0].upper(): "L", _("hand")[0].upper(): "H", _("river")[0].upper(): "R"}
    return {**(here if len(here) == 3 else {}), "L": "L", "H": "H", "R": "R"}


def row_place(letter: str, number: int) -> str:
    match letter:
        case "L":
            return _("Line {number}").format(number=number)
        case "H":
            return _("Hand {number}").format(number=number)
        case _:
            return _("River {number}").format(number=number)


_ASCII = str.maketrans({
    "–": "-", "—": "-", "…": "...", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "×": "x", "−": "-",
    "·": ".", "±": "+-", "→": "->", "←": "<-", "●": "*", "○": "o", "▲": "^", "★": "*",
})  # fmt: skip

_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
"""Letters that are no letter with an accent."""

BYTE_ORDER_MARK = "\ufeff"
"""What some editors of Windows begin a file with: no part of its first line."""


def to_ascii(text: str) -> str:
    """Write a text with ASCII alone: as the language does, or accents dropped; other letters as a question mark."""
    if text.isascii():
        return text
    for letter, plain in LETTERS.get(language(), {}).items():
        text = unicodedata.normalize("NFC", text).replace(letter, plain)
    plain = unicodedata.normalize("NFKD", text.translate(_ASCII))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.translate(_LETTERS).encode("ascii", "replace").decode()


def with_our_digits(text: str) -> str:
    """Write the digits of any script as 0 to 9: a Japanese editor types wide ones."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in text)


def folded(word: str) -> str:
    """Fold case and accents: whoever lacks a key for a letter types it without its accent."""
    return to_ascii(word).casefold()


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Write what the encoding of a stream lacks in ASCII, as the handler of such errors."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


class Lines(Protocol):
    """Lines in, lines out, and nothing else."""

    interactive: bool
    """Whether a person types, rather than a script."""
    ascii_only: bool
    """Whether nothing but ASCII can be written."""

    async def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: What a person is asked; a script isn't.
        """

    async def read_secret(self, prompt: str) -> str | None:
        """Read a line that is not shown while it is typed."""

    async def typed(self) -> str | None:
        """Wait for a line while something goes on; None at the end of the input."""

    def write(self, text: str) -> None:
        """Write a text that ends with its line; what was begun to be typed is not torn apart."""

    async def taken(self) -> None:
        """Wait until most of what was written has been read, where that can be known."""

    def ring(self) -> None:
        """Ring the bell of a person's terminal."""

    def end_line(self) -> None:
        """Go to a new line, where typing was broken off."""

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Complete what a person types with Tab, to the words that this returns for it."""

    def hand_over(self, to: str | None) -> None:
        """Have another person type, who doesn't find what the last one typed; None for nobody yet."""


COVER = 30
"""Blank lines that move what the last player read out of sight."""


class Console:
    """What line mode says and asks, to a person or, in `JsonConsole`, to a program."""

    stops_by_enter = True
    """Whether Enter alone stops what takes long."""
    for_programs = False
    """Whether what is written are objects, and each request waits for a reply."""

    def __init__(self, lines: Lines, *, ascii_only: bool = False) -> None:
        self._lines = lines
        self.ascii_only = ascii_only
        self.line_number = 0
        """How many lines have been read."""

    @property
    def interactive(self) -> bool:
        return self._lines.interactive

    def write(self, *lines: str) -> None:
        self.write_exactly(*map(spoken, lines))

    def write_exactly(self, *lines: str) -> None:
        if lines:
            self._lines.write("".join(f"{self._shown(line)}\n" for line in lines))

    async def taken(self) -> None:
        """Wait until most of what was written has been read, where much more is to come."""
        await self._lines.taken()

    def end_line(self) -> None:
        self._lines.end_line()

    async def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input.

        Args:
            prompt: What a person is asked; a script isn't.
        """
        self.line_number += 1
        return await self._lines.read(self._shown(prompt))

    async def ask(self, question: str) -> str | None:
        """Ask for something that isn't a command; None at the end of the input."""
        return await self.read(question)

    async def ask_secret(self, question: str) -> str | None:
        self.line_number += 1
        return await self._lines.read_secret(self._shown(question))

    async def typed(self) -> str | None:
        """Wait for a line while something goes on; None at the end of the input."""
        line = await self._lines.typed()
        self.line_number += 1
        return line

    def refuse(self, error: NaishiError) -> None:
        """Say why something can't be done. Raises NaishiError: a script asked for it; it ends there."""
        if not self.interactive:
            raise error
        self.write(str(error))

    def notice(self, text: str) -> None:
        self.write_exactly(text)

    def trouble(self, text: str) -> None:
        """Say what became of a save."""
        self.write_exactly(text)

    def answer(self, **data: object) -> None:
        """Hand what was asked for to a program, which can't read it from words."""

    def done(self) -> None:
        """Tell a program that what it asked for is done; a person has read it in words."""

    def opened(self, game: str, kinds: tuple[str, ...], key: str = "") -> None:
        """Tell a program which game it plays from now on.

        Args:
            game: Its id; empty for none.
        """

    def send(self, make: Callable[[], Message]) -> None:
        """Send an object to a program; a person has heard what it says."""

    def show(self, view: View, participant: Participant) -> None:
        """Hand the state of the game to a program that reads along; a person has read it in words."""

    def ring(self) -> None:
        self._lines.ring()

    def cover(self) -> None:
        """Move what was written out of sight, where a person looks at a terminal: a screen reader would read it all."""
        if self.interactive and os.environ.get("ACCESSIBLE", "0") in {"", "0"}:
            self.write(*[""] * max(COVER, _height()))

    def clear(self) -> bool:
        """Have the terminal forget what it has shown, scrolled away or not; return whether it is one that can."""
        if not self.interactive or os.environ.get("TERM", "dumb") in {"", "dumb"}:
            return False
        self._lines.write("\x1b[H\x1b[2J\x1b[3J\n")
        return True

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        self._lines.complete(words)

    def hand_over(self, to: str | None) -> None:
        """Have another person type, who doesn't find what the last one typed; None for nobody yet."""
        self._lines.hand_over(to)

    def _shown(self, text: str) -> str:
        return to_ascii(text) if self.ascii_only or self._lines.ascii_only else text


def _height() -> int:
    """Return how many lines the terminal shows; none where that isn't known."""
    try:
        return os.get_terminal_size().lines
    except OSError:
        return 0


_CHUNK = 65_536


class LineReader:
    """Reads lines from a file, a pipe or a terminal, or from a text in memory.

    It keeps what it has read ahead itself: a stream's own buffer would hide whether there is another line.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._descriptor = _descriptor(stream)
        self._ahead = b""
        self._ended = False

    def read(self) -> str | None:
        """Read a line, without its end; None at the end of the input."""
        if self._descriptor is None:
            line = self._stream.readline()
            return line.rstrip("\r\n") if line else None
        while b"\n" not in self._ahead and not self._ended:
            self._read_on(self._descriptor)
        line_, newline, self._ahead = self._ahead.partition(b"\n")
        if not line_ and not newline:
            self._ended = False  # of a terminal: more may come after Ctrl+D
            return None
        return line_.decode(self._stream.encoding or "utf-8", "replace").rstrip("\r")

    async def wait(self) -> None:
        """Wait until a line can be read, or the end of the input; where nothing can tell, don't wait."""
        while self._descriptor is not None and b"\n" not in self._ahead and not self._ended:
            if not await _readable(self._descriptor):
                return
            self._read_on(self._descriptor)

    def _read_on(self, descriptor: int) -> None:
        more = os.read(descriptor, _CHUNK)
        self._ahead += more
        self._ended = not more


def _descriptor(stream: TextIO) -> int | None:
    with suppress(OSError, ValueError, io.UnsupportedOperation):
        return stream.fileno()
    return None


async def _readable(descriptor: int) -> bool:
    """Wait until something can be read; return False where that can't be waited for, as with a file."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    try:
        loop.add_reader(descriptor, event.set)
    except (OSError, NotImplementedError, ValueError):
        return False
    try:
        await event.wait()
    finally:
        loop.remove_reader(descriptor)
    return True
