"""Graphics protocols: sending, placing and deleting pictures.

Kitty's graphics are drawn as Unicode placeholders, which move and vanish with the cells around them. No question tells
whether a terminal knows these, so it has to name itself as one that does; WezTerm and Konsole, which know the rest of
the protocol, are served by what else they say of themselves.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment

from naishi.transports.capabilities import Window

if TYPE_CHECKING:
    from naishi_tui.pictures.formats import Pixels


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
    """The answers of one terminal, as they come.

    Args:
        cell: How many pixels a cell is wide and high, where the terminal doesn't answer that.
    """

    def __init__(self, cell: Cell | None = None) -> None:
        self.complete = False
        """Whether the last one has come: terminals answer in the order of the questions."""
        self._kitty = self._sixel = False
        self._name, self._cell = "", cell

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
            self._name = answer

    @property
    def medium(self) -> Medium | None:
        """How the terminal shows pictures; None if it doesn't, or not all is answered that has to be."""
        if not self.complete or _MULTIPLEXER.match(self._name):
            return None
        if self._kitty and _WITH_PLACEHOLDERS.match(self._name):
            return Medium(Protocol.KITTY, self._cell or CELL)
        if _ITERM.match(self._name):
            return Medium(Protocol.ITERM, self._cell or CELL)
        if self._sixel and self._cell is not None:  # its pixels have to fit the cells
            return Medium(Protocol.SIXEL, self._cell)
        return None


FIRST_ID = 0x6E6100
"""The ids of our pictures in a terminal with Kitty's graphics: high, so that they are nobody else's."""
LONGEST_PIECE = 4096
"""Characters of a picture in one sequence, as Kitty wants it."""
ROW_HEIGHT = 20
"""Pixels of a row where the terminal makes the picture fit its cells."""
NARROWEST, WIDEST = 8, 12
"""And of a column: few sizes, so that a server paints few pictures."""

PLACEHOLDER = "\U0010eeee"
_DIACRITICS = (
    "\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c\u0350\u0351\u0352\u0357\u035b\u0363"
    "\u0364\u0365\u0366\u0367\u0368\u0369\u036a\u036b\u036c\u036d\u036e\u036f\u0483\u0484\u0485\u0486\u0487\u0592"
    "\u0593\u0594\u0595\u0597\u0598\u0599\u059c\u059d\u059e\u059f\u05a0\u05a1\u05a8\u05a9\u05ab\u05ac\u05af\u05c4"
)
"""What a placeholder's row and column are written in: the first of the marks that Kitty's protocol lists."""
MOST_COLUMNS, MOST_ROWS = len(_DIACRITICS), 16


Colours = tuple[str, ...]
"""What a picture is painted in, as a stylesheet names it; the first is its ground."""
Picture = tuple[tuple[Segment, ...], ...]


class Scene(NamedTuple):
    """A picture of a subject."""

    subject: Hashable
    columns: int
    """No more than `MOST_COLUMNS`."""
    rows: int
    colours: Colours
    """As for a picture in cells, but none of the terminal's own."""
    paint: "Callable[..., Pixels]"
    """Paints the subject: its arguments are the subject, the pixels in width and height, the colours, and as `shades`
    how many steps an edge takes.
    """


class Run(NamedTuple):
    """Neighbouring cells of a picture."""

    row: int
    column: int
    width: int


def transmission(medium: Medium, number: int, scene: Scene) -> str:
    """Return what a terminal is sent of a picture before it shows it for the first time."""
    if medium.protocol is not Protocol.KITTY:
        return ""
    data = b64encode(_file(scene, medium.cell)).decode()
    first, *others = (data[at : at + LONGEST_PIECE] for at in range(0, len(data), LONGEST_PIECE))
    begin = f"a=T,U=1,q=2,f=100,i={FIRST_ID + number},c={scene.columns},r={scene.rows}"
    pieces = [(begin, first), *(("q=2", piece) for piece in others)]
    return "".join(
        f"\x1b_G{keys},m={int(each < len(pieces))};{piece}\x1b\\" for each, (keys, piece) in enumerate(pieces, 1)
    )


def shown(medium: Medium, number: int, scene: Scene, run: Run) -> str:
    """Return what shows some cells of a picture at the cursor."""
    if medium.protocol is Protocol.KITTY:
        place = _DIACRITICS[run.row] + _DIACRITICS[run.column]  # the cells to the right count on from the first
        red, green, blue = (FIRST_ID + number).to_bytes(3, "big")
        return f"\x1b[38;2;{red};{green};{blue}m{PLACEHOLDER}{place}{PLACEHOLDER * (run.width - 1)}\x1b[39m"
    draw = _as_iterm if medium.protocol is Protocol.ITERM else _as_sixel
    return f"{' ' * run.width}\x1b7\x1b[{run.width}D{draw(scene, run, medium.cell)}\x1b8"


def forgotten(medium: Medium, number: int) -> str:
    return f"\x1b_Ga=d,d=I,q=2,i={FIRST_ID + number}\x1b\\" if medium.protocol is Protocol.KITTY else ""


def prepare(scenes: Iterable[Scene], medium: Medium) -> None:
    """Paint pictures before they are needed, which takes some hundredths of a second for each."""
    for scene in scenes:
        _file(scene, medium.cell)


@lru_cache(128)
def _file(scene: Scene, cell: Cell) -> bytes:
    """A PNG file of the proportions of a terminal's cells; the terminal makes it fit."""
    from naishi_tui.pictures.formats import png

    return png(_painted(scene, _alike(cell)))


def _alike(cell: Cell) -> Cell:
    """A cell of the same proportions, so small that a picture is a few kilobytes."""
    width, height = cell
    return min(max(round(ROW_HEIGHT * width / height), NARROWEST), WIDEST), ROW_HEIGHT


@lru_cache(512)
def _as_iterm(scene: Scene, run: Run, cell: Cell) -> str:
    from naishi_tui.pictures.formats import png

    data = b64encode(png(_part(scene, run, _alike(cell)))).decode()
    return f"\x1b]1337;File=inline=1;width={run.width};height=1;preserveAspectRatio=0:{data}\x07"


@lru_cache(512)
def _as_sixel(scene: Scene, run: Run, cell: Cell) -> str:
    from naishi_tui.pictures.formats import sixel

    return sixel(_part(scene, run, cell, shades=1))


def _part(scene: Scene, run: Run, cell: Cell, **options: int) -> "Pixels":
    width, height = cell
    across = slice(run.column * width, (run.column + run.width) * width)
    return _painted(scene, cell, **options)[run.row * height : (run.row + 1) * height, across]


@lru_cache(16)
def _painted(scene: Scene, cell: Cell, **options: int) -> "Pixels":
    return scene.paint(scene.subject, (scene.columns * cell[0], scene.rows * cell[1]), scene.colours, **options)
