"""Pty with pyte screen, for tests and benchmarks.

`Stream` does some of what pyte's does in private. Checked with pyte 0.8.2.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte
from pyte import charsets, modes
from pyte.screens import Char, wcwidth

QUIET = 0.15
"""Seconds without output after which a program is taken to have finished drawing."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "f1": "\x1bOP",
    "ctrl+r": "\x12",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
    "space": " ",
}

NAISHI = (sys.executable, "-m", "naishi")


class Screen(pyte.Screen):
    """A screen that ignores surplus numbers, as terminals do: what is left of a frame that was given up has any.

    Letters of one column in one line are written at once, and lines read at once: pyte looks up the width of each.
    What a sequence says of colours is worked out once.
    """

    def cursor_position(self, line: int | None = None, column: int | None = None, *_others: int) -> None:
        super().cursor_position(line, column)

    def draw(self, data: str) -> None:
        start, cursor = self.cursor.x, self.cursor
        if (
            start + len(data) > self.columns
            or modes.IRM in self.mode
            or self.charset
            or self.g0_charset is not charsets.LAT1_MAP
            or not _is_narrow(data)
        ):
            super().draw(data)
            return
        line, attributes = self.buffer[cursor.y], cursor.attrs
        for x, letter in enumerate(data, start):
            line[x] = _cell(attributes, letter)
        cursor.x = start + len(data)
        self.dirty.add(cursor.y)

    def select_graphic_rendition(self, *attrs: int) -> None:
        if modes.DECSCNM in self.mode:  # what is default differs
            super().select_graphic_rendition(*attrs)
            return
        asked = self.cursor.attrs, attrs
        if asked not in _looks:
            super().select_graphic_rendition(*attrs)
            _looks[asked] = self.cursor.attrs
        self.cursor.attrs = _looks[asked]

    @property
    def display(self) -> list[str]:
        columns = range(self.columns)
        lines = ["".join([line[x].data for x in columns]) for line in map(self.buffer.__getitem__, range(self.lines))]
        return lines if all(map(_is_narrow, lines)) else super().display


_looks: dict[tuple[Char, tuple[int, ...]], Char] = {}
"""What letters look like after a sequence, by how they did and by what it says."""


class Stream(pyte.ByteStream):
    """Reads colours and places at once: pyte's own parser, which reads all else, takes one letter at a time."""

    def feed(self, data: bytes) -> None:  # type: ignore[override]  # as that of pyte
        if not self.use_utf8:
            super().feed(data)
            return
        screen = self.listener
        assert screen is not None
        text, offset, plain = self.utf8_decoder.decode(data), 0, self._taking_plain_text
        while offset < len(text):
            if plain and (match := self._text_pattern.match(text, offset)):
                screen.draw(match[0])
                offset = match.end()
            elif plain and (match := _SEQUENCE.match(text, offset)):
                if match[2] == "m":
                    screen.select_graphic_rendition(*_numbers(match[1]))
                else:
                    screen.cursor_position(*_numbers(match[1]))
                offset = match.end()
            else:
                plain = self._send_to_parser(text[offset])
                offset += 1
        self._taking_plain_text = plain


_SEQUENCE = re.compile("\x1b\\[([0-9;]*)([mH])")


@lru_cache(10_000)
def _numbers(written: str) -> tuple[int, ...]:
    return tuple(min(int(number or 0), 9999) for number in written.split(";"))


@lru_cache(10_000)
def _is_narrow(text: str) -> bool:
    return all(wcwidth(letter) == 1 for letter in text)


@lru_cache(10_000)
def _cell(attributes: Char, letter: str) -> Char:
    return attributes._replace(data=letter)


class Terminal:
    """A program in a pty of a given size.

    >>> with Terminal([*NAISHI, "--saves", "/tmp/saves"]) as terminal:     # doctest: +SKIP
    ...     terminal.press("n")
    ...     print(terminal.text)
    """

    def __init__(
        self, command: Sequence[str], size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None
    ) -> None:
        self.size = size
        self.screen = Screen(*size)
        self.stream = Stream(self.screen)
        self.written = bytearray()
        environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH", "LANG") if name in os.environ},
            "TERM": "xterm-256color",
            **(env or {}),
        }
        self.status: int | None = None
        self.pid, self.fd = self.start(command, environment)
        self.resize(*size)

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, int]:
        """Start a program in a new terminal; return its process and the terminal's other end."""
        pid, fd = pty.fork()
        if pid == 0:
            os.execvpe(command[0], list(command), dict(environment))
        return pid, fd

    def poll(self) -> int | None:
        """Return the exit code of the program, or minus the signal that ended it; None while it runs."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.size = width, height
        self.screen.resize(height, width)

    def read(self, timeout: float = 10.0, quiet: float = QUIET) -> bytes:
        """Read until nothing has come for `quiet` seconds, or the program has ended; at most for `timeout`."""
        got = bytearray()
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            ready, _, _ = select.select([self.fd], [], [], quiet)
            if not ready:
                if got:
                    break
                continue
            try:
                chunk = os.read(self.fd, 65536)
            except OSError:
                break
            if not chunk:
                break
            got += chunk
            try:
                self.stream.feed(chunk)
            except TypeError:  # a sequence that was cut off as the program ended: a terminal drops it, pyte stumbles
                self.stream = Stream(self.screen)
        self.written += got
        return bytes(got)

    def press(self, *keys: str, wait: bool = True) -> bytes:
        """Press keys, by name or as text, and return what the program wrote in answer to the last."""
        answer = b""
        for key in keys:
            os.write(self.fd, KEYS.get(key, key).encode())
            if wait:
                answer = self.read()
        return answer

    def click(self, column: int, row: int) -> bytes:
        """Click with the left button; columns and rows count from 0."""
        for end in "Mm":
            os.write(self.fd, f"\x1b[<0;{column + 1};{row + 1}{end}".encode())
        return self.read()

    def wait_for(self, text: str, timeout: float = 60.0) -> None:
        """Read until a text stands on the screen.

        Raises:
            AssertionError: It hasn't come in time; shows the screen.
        """
        if not self.reads_until(lambda: text in self.text, timeout):
            raise AssertionError(f"{text!r} never came. On the screen:\n{self.text}")

    def reads_until(self, true: Callable[[], object], timeout: float = 60.0) -> bool:
        """Read until something holds, and return whether it came to that in time."""
        end = time.monotonic() + timeout
        while not (held := bool(true())) and time.monotonic() < end:
            self.read(timeout=0.1, quiet=0.01)
        return held

    def wait_for_modes(self, modes: set[str]) -> None:
        """Read until these modes are on and no others.

        Raises:
            AssertionError: They never are.
        """
        assert self.reads_until(lambda: self.modes == modes), self.modes

    def insist(self, key: str, true: Callable[[], object], patience: float = 15.0) -> None:
        """Press a key until something holds: a program may drop what is typed before a screen of it is up.

        Args:
            key: The key.
            true: What it brings about.
            patience: Seconds after which it is taken to be dropped; long, where a second one would do more.

        Raises:
            AssertionError: It never holds; shows the screen.
        """
        for _try in range(5):
            self.press(key, wait=False)
            if self.reads_until(true, patience):
                return
        raise AssertionError(f"{key} did not help. On the screen:\n{self.text}")

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def find(self, text: str) -> tuple[int, int]:
        """Return the column and the row where a text begins on the screen.

        Raises:
            AssertionError: It isn't there.
        """
        for row, line in enumerate(self.screen.display):
            if text in line:
                return line.index(text), row
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    def wait(self, timeout: float = 60.0, reading: bool = True) -> int:
        """Wait for the program to end, and return its exit code, or minus the signal that ended it.

        Args:
            timeout: The longest it may take, in seconds.
            reading: Whether to read what it writes meanwhile, as a client does that hasn't stalled.

        Raises:
            TimeoutError: It goes on.
        """
        end = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise TimeoutError("the program goes on")
            if reading:
                self.read(timeout=0.05, quiet=0.02)
            else:
                time.sleep(0.02)
        if reading:
            self.read(timeout=0.2, quiet=0.02)
        return status

    def hang_up(self) -> None:
        """Close the terminal, as the end of an SSH connection does."""
        os.close(self.fd)
        self.fd = -1

    @property
    def modes(self) -> set[str]:
        """The private modes that are on, by number, after all that was read; and `kitty`, where its keys are asked for.

        A terminal begins with `7` (long lines wrap) and `25` (the cursor shows).
        """
        on = {"7", "25"}
        kitty = 0
        for mode, switch, keys in re.findall(rb"\x1b\[\?(\d+)([hl])|\x1b\[([<>])\d*u", self.written):
            if keys:
                kitty = max(0, kitty + (1 if keys == b">" else -1))
            elif switch == b"h":
                on.add(mode.decode())
            else:
                on.discard(mode.decode())
        return on | ({"kitty"} if kitty else set())

    def close(self) -> None:
        """End the program, whatever it does."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            while self.poll() is None:
                time.sleep(0.001)
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def saved(folder: Path) -> list[Path]:
    """List the saves in a folder."""
    return sorted(folder.glob("*.naishi.json"))
