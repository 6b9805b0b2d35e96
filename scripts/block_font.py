"""Generator of the pages' block font: `pip install fonttools`, then `python scripts/block_font.py`.

A browser draws a terminal's cells as letters of whatever font it finds, whose blocks and lines leave gaps between cells
and between rows that are taller than the letters. Those of this font reach beyond their cell instead: a row cuts off
what is above and below it, and what is beside it is less than a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FILE = Path(__file__).parent.parent / "naishi" / "transports" / "web" / "pages" / "blocks.ttf"

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""
Outline = list[tuple[float, float]]

UNIT = 1000
WIDTH = 602
ASCENT, DESCENT = 928, 236
"""As DejaVu Sans Mono has them, and Menlo and Droid Sans Mono nearly so."""
MIDDLE = (ASCENT - DESCENT) // 2
"""Where a row has its middle, however tall it is."""
FAR = 1200
"""How far above and below the middle a glyph reaches: more than half of the tallest row."""
OVER = 24
"""How far it reaches into the cells beside it."""
LEFT, RIGHT, CENTRE = -OVER, WIDTH + OVER, WIDTH // 2
BOTTOM, TOP = MIDDLE - FAR, MIDDLE + FAR
LIGHT, HEAVY = 40, 90
"""Half of the thickness of lines is this much."""


def lower(eighths: int) -> float:
    """Return the height of a block that fills so many eighths of a row from below."""
    return -DESCENT + (ASCENT + DESCENT) * eighths / 8


def blocks() -> Iterator[tuple[str, list[Box]]]:
    """Yield the block elements."""
    yield "█", [(LEFT, BOTTOM, RIGHT, TOP)]
    yield "▀", [(LEFT, MIDDLE, RIGHT, TOP)]
    for eighths, char in zip((1, 2, 3, 5, 6, 7), "▁▂▃▅▆▇", strict=True):
        yield char, [(LEFT, BOTTOM, RIGHT, lower(eighths))]
    for eighths, char in zip((1, 2, 3, 5, 6, 7), "▏▎▍▋▊▉", strict=True):
        yield char, [(LEFT, BOTTOM, WIDTH * eighths / 8, TOP)]
    yield "▐", [(CENTRE, BOTTOM, RIGHT, TOP)]
    yield "▔", [(LEFT, lower(7), RIGHT, TOP)]
    yield "▕", [(WIDTH * 7 / 8, BOTTOM, RIGHT, TOP)]
    upper_left, upper_right = (LEFT, MIDDLE, CENTRE, TOP), (CENTRE, MIDDLE, RIGHT, TOP)
    lower_left, lower_right = (LEFT, BOTTOM, CENTRE, MIDDLE), (CENTRE, BOTTOM, RIGHT, MIDDLE)
    left, right = (LEFT, BOTTOM, CENTRE, TOP), (CENTRE, BOTTOM, RIGHT, TOP)
    halves: dict[str, list[Box]] = {
        "▄": [(LEFT, BOTTOM, RIGHT, MIDDLE)],
        "▌": [left],
        "▖": [lower_left],
        "▗": [lower_right],
        "▘": [upper_left],
        "▝": [upper_right],
        "▙": [left, lower_right],
        "▛": [left, upper_right],
        "▜": [right, upper_left],
        "▟": [right, lower_left],
        "▚": [upper_left, lower_right],
        "▞": [upper_right, lower_left],
    }
    yield from halves.items()
    yield "░", list(_dots(lambda row, column: column % 4 == row % 2 * 2))
    yield "▒", list(_dots(lambda row, column: (row + column) % 2 == 0))
    yield "▓", list(_dots(lambda row, column: column % 4 != row % 2 * 2))


def _dots(filled: Callable[[int, int], bool]) -> Iterator[Box]:
    """Yield those dots of a grid that are filled."""
    step = WIDTH / 12
    for row in range(round(-FAR / step), round(FAR / step)):
        for column in range(12):
            if filled(row, column):
                yield column * step, MIDDLE + row * step, (column + 1) * step, MIDDLE + (row + 1) * step


def lines() -> Iterator[tuple[str, list[Box]]]:
    """Yield the lines of boxes, light and heavy."""
    for thickness, chars in ((LIGHT, "─│┌┐└┘├┤┬┴┼╴╵╶╷"), (HEAVY, "━┃┏┓┗┛┣┫┳┻╋╸╹╺╻")):
        arms = ("lr", "ud", "rd", "ld", "ru", "lu", "udr", "udl", "lrd", "lru", "lrud", "l", "u", "r", "d")
        for char, reached in zip(chars, arms, strict=True):
            yield char, [_arm(direction, thickness) for direction in reached]
    for char, reached in zip("╭╮╯╰", ("rd", "ld", "lu", "ru"), strict=True):
        yield char, [_arm(direction, LIGHT) for direction in reached]


def _arm(direction: str, half: float) -> Box:
    """Return a line from the centre to one side."""
    left = LEFT if direction == "l" else CENTRE - half
    right = RIGHT if direction == "r" else CENTRE + half
    bottom = BOTTOM if direction == "d" else MIDDLE - half
    top = TOP if direction == "u" else MIDDLE + half
    return left, bottom, right, top


def signs() -> Iterator[tuple[str, list[Outline]]]:
    """Yield the signs of the kinds of cards, which many fonts draw wider than a cell."""
    for char, corners, radius in (("□", 4, 335), ("⬡", 6, 285), ("○", 36, 275)):
        yield char, [_polygon(corners, radius), _polygon(corners, radius - 60 * (1.4 if corners == 4 else 1))[::-1]]


def _polygon(corners: int, radius: float) -> Outline:
    """Return the corners of a regular polygon, clockwise; a square stands on a side."""
    start = 0.5 if corners == 4 else 0.0
    turns = [math.tau * (corner + start) / corners for corner in range(corners)]
    return [(CENTRE + radius * math.sin(turn), MIDDLE - 20 + radius * math.cos(turn)) for turn in turns]


def outlines(boxes: Iterable[Box]) -> list[Outline]:
    """Return the outlines of some rectangles."""
    return [[(left, bottom), (left, top), (right, top), (right, bottom)] for left, bottom, right, top in boxes]


def drawn(shapes: Iterable[Outline]) -> object:
    """Return the glyph of some outlines."""
    pen = TTGlyphPen(None)
    for shape in shapes:
        first, *others = [(round(x), round(y)) for x, y in shape]
        pen.moveTo(first)
        for corner in others:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def main() -> None:
    """Write the font."""
    shapes = {char: outlines(boxes) for char, boxes in (*blocks(), *lines())} | dict(signs())
    glyphs = {".notdef": drawn([])} | {f"u{ord(char):04X}": drawn(each) for char, each in shapes.items()}
    font = FontBuilder(UNIT, isTTF=True)
    font.setupGlyphOrder([*glyphs])
    font.setupCharacterMap({int(name[1:], 16): name for name in glyphs if name != ".notdef"})
    font.setupGlyf(glyphs)
    font.setupHorizontalMetrics({name: (WIDTH, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()})
    font.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    font.setupOS2(sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT)
    font.setupNameTable({"familyName": "Naishi blocks", "styleName": "Regular"})
    font.setupPost(isFixedPitch=1)
    font.updateHead(created=0, modified=0)
    font.save(FILE)


if __name__ == "__main__":
    main()
