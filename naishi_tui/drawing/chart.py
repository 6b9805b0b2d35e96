"""Curves and large numbers as lines of text."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby, pairwise, zip_longest
from operator import or_
from typing import NamedTuple

from naishi_tui.drawing.cells import right

Curve = Sequence[float]
"""From 0, at the bottom, to 1; evenly spread over the width."""

NONE, FIRST, SECOND, BOTH, HALF, CURSOR = "", "first", "second", "both", "half", "cursor"
"""What a piece of a chart belongs to: no curve, one of two, both, the line in the middle, or the one at a moment."""

_SIGNS = {NONE: " ", FIRST: "*", SECOND: "o", BOTH: "@", HALF: "-", CURSOR: "|"}
_FINE_SIGNS = {NONE: " ", HALF: "·", CURSOR: "│"}
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""By column and row of a character, the bit of each dot."""
_BLANK = 0x2800


class Piece(NamedTuple):
    """Part of a line."""

    text: str
    curve: str


class Mark(NamedTuple):
    """The sign that stands for a curve in a legend."""

    braille: str
    ascii: str


MARKS = {FIRST: Mark("⠤⠤", "*"), SECOND: Mark("⠄⠄", "o"), BOTH: Mark("", "@")}


def chart(
    curves: Sequence[Curve], width: int, height: int, *, ascii: bool, half: bool = False, at: int | None = None
) -> list[list[Piece]]:
    """Draw one or two curves; the second is dotted, so that nobody needs colours to tell them apart.

    Args:
        at: The column of a moment that is marked by an upright line behind the curves.
    """
    fine = (1, 1) if ascii else (2, 4)
    drawn = [_dots(curve, width * fine[0], height * fine[1]) for curve in curves]
    if len(drawn) > 1 and not ascii:
        drawn[1] = {(x, y) for x, y in drawn[1] if (x + y) % 2 == 0}
    return [_row(drawn, y, width, fine, half=half and y == height // 2, at=at) for y in range(height)]


def _dots(curve: Curve, width: int, height: int) -> set[tuple[int, int]]:
    """The dots of a curve: one in each column, and those between it and the next."""
    places = [_between(curve, x / max(width - 1, 1)) for x in range(width)]
    rows = [round((1 - min(max(each, 0.0), 1.0)) * (height - 1)) for each in places]
    dots = {(x, y) for x, y in enumerate(rows)}
    for x, (y, after) in enumerate(pairwise(rows)):
        middle = (y + after) // 2
        dots |= {(x, each) for each in range(min(y, middle), max(y, middle) + 1)}
        dots |= {(x + 1, each) for each in range(min(after, middle + 1), max(after, middle) + 1) if y != after}
    return dots


def _between(curve: Curve, share: float) -> float:
    at = share * (len(curve) - 1)
    low = min(int(at), len(curve) - 1)
    high = min(low + 1, len(curve) - 1)
    return curve[low] + (curve[high] - curve[low]) * (at - low)


def _row(
    drawn: Sequence[set[tuple[int, int]]], y: int, width: int, fine: tuple[int, int], *, half: bool, at: int | None
) -> list[Piece]:
    behind = HALF if half else NONE
    cells = [_cell(drawn, x, y, fine, behind=CURSOR if x == at else behind) for x in range(width)]
    return [
        Piece("".join(piece.text for piece in same), curve) for curve, same in groupby(cells, lambda piece: piece.curve)
    ]


def _cell(drawn: Sequence[set[tuple[int, int]]], x: int, y: int, fine: tuple[int, int], *, behind: str) -> Piece:
    wide, high = fine
    places = [(column, row) for column in range(wide) for row in range(high)]
    masks = [
        sum(_DOTS[column][row] for column, row in places if (x * wide + column, y * high + row) in dots)
        for dots in drawn
    ]
    if not any(masks):
        return Piece((_SIGNS if wide == 1 else _FINE_SIGNS)[behind], behind)
    curve = BOTH if all(masks) and len(masks) > 1 else FIRST if masks[0] else SECOND
    if wide == 1:
        return Piece(_SIGNS[curve], curve)
    return Piece(chr(reduce(or_, masks, _BLANK)), curve)


def scale(labels: dict[int, str], width: int) -> Iterator[str]:
    """Yield a label for each line of a chart, with a space after it; empty ones where there is none."""
    height = max(labels) + 1
    return (f"{right(labels.get(y, ''), width)} " for y in range(height))


def axis(numbers: Sequence[int], width: int) -> str:
    """Return a line with numbers below where each begins, as far as there is room.

    Args:
        numbers: One for each point of a curve but the last, none smaller than the one before.
    """
    line, free = "", 0
    for point, number in enumerate(numbers):
        if point and numbers[point - 1] == number:
            continue
        x = round(point * (width - 1) / max(len(numbers), 1))
        if x >= free and x + len(str(number)) <= width:
            line = f"{line:{x}}{number}"
            free = x + len(str(number)) + 1
    return line


HEIGHT = 3
"""In lines, each two pixels high; the last row of pixels stays empty."""

_DIGITS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "-": "... ... ### ... ...",
}
_BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def big(number: int) -> tuple[str, ...]:
    rows = [" ".join(each) for each in zip(*(_DIGITS[sign].split() for sign in str(number)), strict=True)]
    rows = [row.replace(" ", ".") for row in rows]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))
    return tuple("".join(_BLOCKS[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)
