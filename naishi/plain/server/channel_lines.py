"""The lines of somebody far away: read from a channel and written to it, without ever waiting for either."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Awaitable, Callable, Iterable

from naishi.plain.server.line_typing import LineTyping

LONGEST_LINE = 1000
"""Letters; what is longer is cut, and answered without waiting for its end."""
FULL = 8192
"""So many letters may wait to be read before the client has to."""


class ChannelLines:
    """Lines in, lines out. What is written while somebody types stands on lines of its own, and the prompt after it."""

    interactive = True
    ascii_only = False

    def __init__(
        self, send: Callable[[bytes], None], *, edits: bool = False, taken: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Begin.

        Args:
            send: Takes bytes for the client.
            edits: Whether the client's terminal sends each key, and shows only what is sent to it.
            taken: Waits until the client has read most of what was sent.
        """
        self._send, self._taken = send, taken
        self._typing = LineTyping(LONGEST_LINE) if edits else None
        self._newline = "\r\n" if edits else "\n"
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._ahead = ""
        """What has come and was not read yet."""
        self._skipping = False
        """Whether the rest of a line comes that was too long."""
        self._ended = False
        self._more = asyncio.Event()
        self._prompt: str | None = None
        """What stands before the line that is being read; None while none is."""
        self._prompted = False
        """Whether it is the last thing on the screen."""
        self._prompt_again: asyncio.Handle | None = None

    @property
    def full(self) -> bool:
        """Whether so much waits to be read that no more should come."""
        return len(self._ahead) >= FULL

    def feed(self, data: bytes) -> None:
        """Take what the client has sent."""
        text = self._decoder.decode(data)
        if self._skipping:
            _rest, newline, text = text.partition("\n")
            self._skipping = not newline
        self._ahead += text
        self._more.set()

    def end(self, *, at_once: bool = False) -> None:
        """Take note that the client sends no more.

        Args:
            at_once: Whether what it has sent isn't read either.
        """
        if at_once:
            self._ahead = ""
        self._ended = True
        self._more.set()

    async def read(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""
        await self.taken()
        if self._typing is None and (line := self._next_line()) is not None:
            return line  # it was sent before anything was asked
        self._prompt = prompt
        self._show_prompt()
        try:
            while (line := self._next_line()) is None:
                if self._is_at_the_end():
                    return None
                self._more.clear()
                await self._more.wait()
        finally:
            self._stop_asking()
        return line

    async def taken(self) -> None:
        """Wait until the client has read most of what was sent to it."""
        if self._taken is not None:
            await self._taken()

    async def read_secret(self, prompt: str) -> str | None:
        """Read a line; nothing that is asked for here has to stay unseen."""
        return await self.read(prompt)

    async def typed(self) -> str | None:
        """Wait for a line, with no prompt; None at the end of the input."""
        return await self.read("")

    def write(self, text: str) -> None:
        """Write a text that ends with its line."""
        self.end_line()
        self._out(text)
        if self._prompt is not None and self._prompt_again is None:
            self._prompt_again = asyncio.get_running_loop().call_soon(self._show_prompt)

    def ring(self) -> None:
        """Ring the bell of a person's terminal."""
        self._out("\a")

    def end_line(self) -> None:
        """Go to a new line, where a prompt stands and perhaps what was begun to be typed."""
        if self._prompted:
            self._prompted = False
            self._out("\n")

    def complete(self, words: Callable[[str], Iterable[str]]) -> None:
        """Complete what a person types with Tab, to the words that this returns for it."""
        if self._typing is not None:
            self._typing.complete = words

    def hand_over(self, to: str | None) -> None:
        """Nobody else types here."""

    def _next_line(self) -> str | None:
        """Take the next line of what has come, if there is a whole one."""
        if self._typing is not None:
            return self._next_typed(self._typing)
        line, newline, rest = self._ahead.partition("\n")
        self._skipping = not newline and len(line) > LONGEST_LINE
        if not (newline or self._skipping or (self._ended and line)):
            return None
        self._ahead, self._prompted = rest, False  # the client's own terminal has ended the line
        return line.rstrip("\r")[:LONGEST_LINE]

    def _next_typed(self, typing: LineTyping) -> str | None:
        """Show what is typed, up to the end of a line."""
        while self._ahead and not typing.ended:
            key, self._ahead = self._ahead[0], self._ahead[1:]
            shown, line = typing.press(key)
            self._out(shown)
            if line is not None:
                self._prompted = False
                return line
        return None

    def _is_at_the_end(self) -> bool:
        return self._ended or (self._typing is not None and self._typing.ended)

    def _show_prompt(self) -> None:
        self._prompt_again = None
        if self._prompt:
            self._prompted = True
            self._out(self._prompt + (self._typing.text if self._typing is not None else ""))

    def _stop_asking(self) -> None:
        """Take note that nobody waits for a line."""
        if self._prompt_again is not None:
            self._prompt_again.cancel()
            self._prompt_again = None
        self._prompt = None

    def _out(self, text: str) -> None:
        if text:
            self._send(text.replace("\n", self._newline).encode("utf-8", "replace"))
