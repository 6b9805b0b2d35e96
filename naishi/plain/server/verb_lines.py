"""Where a verb writes: on one of the two streams of a channel; nothing is read from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Streams(NamedTuple):
    """The two streams of a client's channel."""

    answer: Callable[[bytes], None]
    """Takes bytes of what was asked for."""
    complain: Callable[[bytes], None]
    """Takes bytes that say why it can't be had."""
    newline: str = "\n"
    """What ends a line at the client's terminal."""


class VerbLines:
    """One line in, which came as a command, and lines out."""

    interactive = False
    ascii_only = False

    def __init__(self, send: Callable[[bytes], None], line: str | None = None, *, newline: str = "\n") -> None:
        """Begin.

        Args:
            send: Takes bytes for the client.
            line: What is read first.
            newline: What ends a line at the client's terminal.
        """
        self._send, self._line, self._newline = send, line, newline

    async def read(self, _prompt: str) -> str | None:
        """Return the line, once."""
        line, self._line = self._line, None
        return line

    async def read_secret(self, prompt: str) -> str | None:
        """Return the line, once."""
        return await self.read(prompt)

    async def typed(self) -> str | None:
        """Return the line, once."""
        return await self.read("")

    def write(self, text: str) -> None:
        """Write a text that ends with its line."""
        self._send(text.replace("\n", self._newline).encode("utf-8", "replace"))

    async def taken(self) -> None:
        """Wait for nothing: it is a few lines."""

    def ring(self) -> None:
        """Ring nothing: a program may read every byte."""

    def end_line(self) -> None:
        """Nothing is ever begun to be typed."""

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Nothing is completed."""

    def hand_over(self, to: str | None) -> None:
        """Nobody types here."""
