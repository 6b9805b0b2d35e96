"""Line mode at a real prompt, with readline."""

from __future__ import annotations

import os
import termios
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests import forked
from tests.terminal import Terminal

END = "|"
"""Typed after a key, to see what the key has done."""


class Prompt(Terminal):
    """`naishi --plain` in a terminal that stays when the program has ended."""

    def __init__(self, folder: Path, *arguments: str, before: str = "") -> None:
        """Start it.

        Args:
            folder: Where games are saved.
            arguments: What is said to `naishi --plain`.
            before: Python to run in the process before the program, to put mistakes into it.
        """
        self.before = before
        home = {name: value for name, value in os.environ.items() if name.startswith("XDG_")}
        super().__init__(["--saves", str(folder), "--plain", *arguments], env=home)

    def start(self, command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, int]:
        """Start the program, from a process that has imported it already."""
        fd, self.kept = os.openpty()
        streams = (self.kept, self.kept, self.kept)
        self.forked: ForkServerProcess = forked.start(f"{self.before}\n{forked.NAISHI}", command, streams, environment)
        assert self.forked.pid is not None
        return self.forked.pid, fd

    def poll(self) -> int | None:
        """Return the exit code of the program, or minus the signal that ended it; None while it runs."""
        self.status = self.forked.exitcode
        return self.status

    @property
    def shows_what_is_typed(self) -> bool:
        """Whether the terminal is as a shell expects it: it echoes, and hands over whole lines."""
        modes = termios.tcgetattr(self.kept)[3]
        return bool(modes & termios.ECHO and modes & termios.ICANON)

    def type(self, line: str, until: str) -> None:
        """Type a line, and wait for what comes of it."""
        start = len(self.written)
        os.write(self.fd, f"{line}\r".encode())
        assert self.reads_until(lambda: until.encode() in self.written[start:]), self.text

    def after(self, key: str) -> str:
        """Return what stands after the prompt once a key is pressed, and leave an empty line there."""
        assert self.reads_until(lambda: self._line.endswith((">", "."))), self.text
        os.write(self.fd, f"{key}{END}".encode())
        assert self.reads_until(lambda: self._line.endswith(END)), self.text
        typed = self._line.rpartition("> ")[2].rpartition(". ")[2].removesuffix(END)
        os.write(self.fd, b"\x7f" * (len(typed) + len(END)))  # cutting it would put it where it can be put back from
        assert self.reads_until(lambda: not self._line.endswith(typed + END)), self.text
        return typed

    @property
    def _line(self) -> str:
        return self.screen.display[self.screen.cursor.y].rstrip()

    def close(self) -> None:
        """End the program, whatever it does."""
        super().close()
        os.close(self.kept)
