"""Terminal queries about graphics, and their answers.

Kitty's graphics are drawn as Unicode placeholders, which move and vanish with the cells around them. No question tells
whether a terminal knows these, so it has to name itself as one that does; WezTerm and Konsole, which know the rest of
the protocol, are served by what else they say of themselves.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from naishi.transports.capabilities import Window

QUESTION = "\x1b[H\x1b_Gi=1,a=q,s=1,v=1,f=24;AAAA\x1b\\\x1b[>0q\x1b[16t\x1b[c"
"""Kitty's graphics with a pixel to try, name and version, the size of a cell, and last what every terminal answers."""

Cell = tuple[int, int]
"""How many pixels a cell is wide and high."""
CELL = 10, 20
"""The pixels of a cell where nothing else is known."""
SMALLEST_CELL, LARGEST_CELL = (4, 8), (24, 48)
"""What is believed."""

_WITH_PLACEHOLDERS = re.compile(r"\x1bP>\|(?:kitty\((?:0\.(?:2[89]|[3-9]\d)|[1-9])|ghostty )")
_ITERM = re.compile(r"\x1bP>\|(?:iTerm2 |WezTerm )")
_MULTIPLEXER = re.compile(r"\x1bP>\|(?:tmux|screen)", re.IGNORECASE)
_CELL_SIZE = re.compile(r"\x1b\[6;(\d{1,3});(\d{1,3})t")
_ATTRIBUTES = re.compile(r"\x1b\[\?([\d;]{1,64})c")


class Protocol(Enum):
    """A way to send pictures."""

    KITTY = "kitty"
    ITERM = "iterm"
    SIXEL = "sixel"


class Medium(NamedTuple):
    """How a terminal shows pictures."""

    protocol: Protocol
    cell: Cell = CELL


def cell_of(window: Window) -> Cell | None:
    """Return how many pixels a cell has in a window; None where that isn't known, or can't be."""
    columns, rows, width, height = window
    return _believed((width // columns, height // rows)) if columns and rows else None


def _believed(cell: Cell) -> Cell | None:
    fits = (low <= each <= high for low, each, high in zip(SMALLEST_CELL, cell, LARGEST_CELL, strict=True))
    return cell if all(fits) else None


class Answers:
    """The answers of one terminal, as they come."""

    def __init__(self, cell: Cell | None = None) -> None:
        """Begin with none.

        Args:
            cell: How many pixels a cell is wide and high, where the terminal doesn't answer that.
        """
        self.complete = False
        """Whether the last one has come: terminals answer in the order of the questions."""
        self._kitty = self._placeholders = self._iterm = self._sixel = self._multiplexer = False
        self._cell = cell

    def take(self, answer: str) -> None:
        """Take an answer: an escape sequence, without its end where that is a string terminator."""
        if found := _ATTRIBUTES.fullmatch(answer):
            self._sixel = "4" in found[1].split(";")[1:]
            self.complete = True
        elif found := _CELL_SIZE.fullmatch(answer):
            self._cell = _believed((int(found[2]), int(found[1]))) or self._cell
        elif answer == "\x1b_Gi=1;OK":
            self._kitty = True
        elif answer.startswith("\x1bP>|"):
            self._placeholders = _WITH_PLACEHOLDERS.match(answer) is not None
            self._iterm = _ITERM.match(answer) is not None
            self._multiplexer = _MULTIPLEXER.match(answer) is not None

    @property
    def medium(self) -> Medium | None:
        """How the terminal shows pictures; None if it doesn't, or not all is answered that has to be."""
        if not self.complete or self._multiplexer:
            return None
        if self._kitty and self._placeholders:
            return Medium(Protocol.KITTY, self._cell or CELL)
        if self._iterm:
            return Medium(Protocol.ITERM, self._cell or CELL)
        if self._sixel and self._cell is not None:  # its pixels have to fit the cells
            return Medium(Protocol.SIXEL, self._cell)
        return None
