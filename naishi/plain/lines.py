"""Where lines are read and written: a terminal, the pipes of a script, or the channel of somebody far away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol


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
        """Wait for a line while something goes on, with no prompt; None at the end of the input."""

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
