"""Minimal terminal updates from frame to frame.

The codes of a style are written here: rich keeps those that a style had for the first terminal that it was drawn for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from operator import itemgetter

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

Cell = tuple[str, Style | None]
"""A character of a frame and how it looks; beside a wide one stands an empty text."""
Row = Sequence[Cell]

CLEAR = "\x1b[?25l\x1b[?7l\x1b[2J"
"""Begins a recording: no cursor, no wrapping, and nothing on the screen."""

GAP = 6
"""Cells that stay as they are between two that differ: with more of them, to move the cursor is shorter."""

_ATTRIBUTES = {"bold": 1, "dim": 2, "italic": 3, "underline": 4, "blink": 5, "reverse": 7, "strike": 9}


def cells(segments: Iterable[Segment]) -> Row:
    """Split a line into its cells."""
    row: list[Cell] = []
    for text, style, _control in segments:
        for letter in text:
            width = cell_len(letter)
            if not width and row:  # it belongs to the letter before it
                row[-1] = row[-1][0] + letter, row[-1][1]
            elif width:
                row += [(letter, style), *[("", style)] * (width - 1)]
    return row


def difference(before: Sequence[Row], after: Sequence[Row]) -> str:
    """Return what turns one frame into another, in a terminal of that size; nothing where they are alike."""
    return "".join(
        f"\x1b[{y};{start + 1}H{_written(new[start:end])}"
        for y, (old, new) in enumerate(zip_longest(before, after, fillvalue=()), 1)
        for start, end in _runs(old, new)
    )


def _runs(old: Row, new: Row) -> Iterator[tuple[int, int]]:
    """Yield from where to where two rows differ, nearby places in one."""
    differing = [x for x, (one, other) in enumerate(zip_longest(old, new)) if one != other and x < len(new)]
    start = end = -1
    for x in differing:
        if start >= 0 and x - end > GAP:
            yield start, end
            start = -1
        if start < 0:
            start = x - 1 if x and not new[x][0] else x  # a wide letter is written from its first cell on
        end = x + 2 if len(new) > x + 1 and not new[x + 1][0] else x + 1
    if start >= 0:
        yield start, end


def _written(row: Row) -> str:
    runs = groupby(row, key=itemgetter(1))
    return "".join(f"{_codes(style)}{''.join(text for text, _style in run)}" for style, run in runs) + "\x1b[0m"


@lru_cache(maxsize=4096)
def _codes(style: Style | None) -> str:
    codes = ["0"]
    if style is not None:
        codes += [str(code) for name, code in _ATTRIBUTES.items() if getattr(style, name)]
        codes += style.color.get_ansi_codes(foreground=True) if style.color else ()
        codes += style.bgcolor.get_ansi_codes(foreground=False) if style.bgcolor else ()
    return f"\x1b[{';'.join(codes)}m"
