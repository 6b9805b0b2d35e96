"""Canvas of cells, with click targets."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len

from naishi_tui.drawing.cells import cut, shortened
from naishi_tui.drawing.roles import AREAS, TEXT
from naishi_tui.widgets.text_rows import Span, TextRow

LETTERS = "ABCDE"
"""What stands for a player, by seat, in games of more than two."""


def seat_role(seat: int) -> str:
    """Return the role of what is in a player's colour, in games of more than two."""
    return f"seat-{seat}"


class Place(NamedTuple):
    """Cells of a line that stand for something that can be chosen."""

    line: int
    start: int
    stop: int
    words: str
    """How the text of an action begins that chooses it."""
    example: str
    """An action that begins so: whether it is legal, and why not, is asked about the place."""


class Drawing(NamedTuple):
    """Lines of a board, and its places."""

    rows: tuple[TextRow, ...]
    places: tuple[Place, ...] = ()

    def at(self, x: int, y: int) -> Place | None:
        """Return the place in a cell; the one drawn last, where several are."""
        return next((each for each in reversed(self.places) if each.line == y and each.start <= x < each.stop), None)


class Canvas:
    """Cells that text is written into; what doesn't fit is cut off."""

    def __init__(self, width: int, height: int, pointed: str = "") -> None:
        """Begin with blank cells.

        Args:
            width: The cells of a line.
            height: The lines.
            pointed: The beginning of an action's text that the cursor is on: its places are drawn so.
        """
        self.width, self.height, self.pointed = width, height, pointed
        self._cells: list[list[tuple[str, str]]] = [[(" ", "")] * width for _line in range(height)]
        self._places: list[Place] = []

    def put(self, x: int, y: int, text: str, role: str = "", width: int | None = None) -> int:
        """Write a text, and return the column behind it.

        Args:
            x: Its first column.
            y: Its line; one that isn't there is left out.
            text: The text.
            role: One of `naishi_tui.drawing.roles`.
            width: So many cells at most; a longer text ends with a mark.
        """
        if width is not None and cell_len(text) > width:
            text = shortened(text, max(width, 0)) if width > 1 else cut(text, max(width, 0))
        end = x + cell_len(text)
        if not 0 <= y < self.height:
            return end
        line = self._cells[y]
        for character in text:
            cells = cell_len(character)
            if not cells:
                before, was = line[x - 1] if 0 < x <= self.width else ("", "")
                if before:
                    line[x - 1] = (before + character, was)
                continue
            if x >= 0 and x + cells <= self.width:
                line[x] = (character, role)
                if cells == 2:
                    line[x + 1] = ("", role)
            x += cells
        return end

    def line(self, y: int, role: str = "quieter", *, joints: tuple[int, ...] = (), sign: str = "─") -> None:
        """Draw a line from side to side, with joints in some columns."""
        self.put(0, y, "─" * self.width, role)
        for x in joints:
            self.put(x, y, sign, role)

    def place(self, x: int, y: int, width: int, words: str, example: str = "") -> bool:
        """Have a click on some cells choose what the words begin; return whether the cursor is on it.

        There its cells are drawn as the cursor, once everything else is.
        """
        self._places.append(Place(y, max(x, 0), min(x + width, self.width), words, example or words))
        return self.is_pointed(words)

    def is_pointed(self, words: str) -> bool:
        """Return whether the cursor is on what the words begin, or on a part of it."""
        return bool(words) and (self.pointed == words or self.pointed.startswith(f"{words} "))

    def drawing(self) -> Drawing:
        """Return what was drawn."""
        for each in self._places:
            if self.is_pointed(each.words) and 0 <= each.line < self.height:
                line = self._cells[each.line]
                for x in range(each.start, each.stop):
                    line[x] = (line[x][0], "cursor-row")
        return Drawing(tuple(map(_spans, self._cells)), tuple(self._places))


def _spans(cells: list[tuple[str, str]]) -> TextRow:
    """Join neighbouring cells of one role; what is blank to the end is left to the ground."""
    spans = [Span("".join(text for text, _role in group), role) for role, group in groupby(cells, itemgetter(1))]
    if spans and not spans[-1].text.strip() and not _has_ground(spans[-1].role):
        spans.pop()
    elif spans and not spans[-1].role:
        spans[-1] = Span(spans[-1].text.rstrip())
    return tuple(spans)


def _has_ground(role: str) -> bool:
    return role in AREAS or bool(role and TEXT[role].ground)
