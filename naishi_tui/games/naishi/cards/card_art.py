"""Card pictures in half-block pixels, from `card_art.toml`."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from naishi.games.naishi.rules.cards import REPLACED, Card
from naishi_tui.drawing.cells import plain
from naishi_tui.pictures.protocols import Colours, Picture

LEGEND = "♛"
"""The icon of a Legend."""


class Canvas(NamedTuple):
    """A size that pictures are drawn in."""

    name: str
    width: int
    """In cells, each a pixel wide."""
    height: int
    """In lines, each two pixels high."""


SMALL, LARGE = Canvas("small", 17, 4), Canvas("large", 23, 7)

EMPTY, FILLED = ".-k", "cwsrg"
"""Pixels that are left empty where there is no colour, and those that are filled: the silhouette."""


def canvas_for(width: int, height: int) -> Canvas | None:
    return next((each for each in (LARGE, SMALL) if each.width <= width and each.height <= height), None)


def pixels(card: Card, canvas: Canvas, width: int) -> tuple[str, ...]:
    """The rows of pixels of a picture, a letter each; where it is wider than its canvas, those at the edges go on."""
    left, right = (width - canvas.width) // 2, -((canvas.width - width) // 2)
    rows = tuple(row[0] * left + row + row[-1] * right for row in _art(card, canvas.name))
    return _framed(rows, "g") if card in REPLACED else rows


def colours(card: Card, variables: Mapping[str, str]) -> Colours:
    own = (variables[f"card-{card}-{part}"] for part in ("deep", "distance"))
    ink, *others = (variables[f"art-{paint}"] for paint in ("ink", "paper", "skin", "red", "gold"))
    return (*own, ink, variables[f"card-{card}"], *others)


@lru_cache(512)
def picture(card: Card, canvas: Canvas, colours: Colours, width: int) -> Picture:
    """Draw a card in half blocks."""
    rows = pixels(card, canvas, width)
    paint = dict(zip(EMPTY + FILLED, colours, strict=True))
    return tuple(
        _merged(_ways(upper, lower, paint) for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


_CROWN = plain(LEGEND)
"""What the frame of a Legend is made of in ASCII."""


@lru_cache(512)
def line_art(card: Card, canvas: Canvas, colours: Colours, width: int) -> Picture:
    """Draw a card in ASCII; the same arguments as for a `picture`."""
    style = _style(ink=colours[len(EMPTY) + 1], ground=colours[0])  # paper, on the ground of the picture
    lines = tuple(line.ljust(canvas.width).center(width) for line in _art(card, f"{canvas.name}-ascii"))
    if card in REPLACED:
        lines = (lines[0].strip().center(width, _CROWN), *_framed(lines, _CROWN)[1:])
    return tuple((Segment(line, style),) for line in lines)


def _art(card: Card, name: str) -> tuple[str, ...]:
    return tuple(drawn("card_art.toml")[str(REPLACED.get(card, card))][name].splitlines())


@cache
def drawn(file: str) -> dict[str, Any]:
    """Return how each card is drawn in a file of this folder."""
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files("naishi_tui.games.naishi.cards").joinpath(file).read_text("utf-8"))


def _framed(rows: Sequence[str], edge: str) -> tuple[str, ...]:
    """Put a frame around a picture, open below: it tells a Legend at sight."""
    return edge * len(rows[0]), *(f"{edge}{row[1:-1]}{edge}" for row in rows[1:])


class _Way(NamedTuple):
    """A way to draw a cell."""

    glyph: str
    ink: str | None
    """None where any will do."""
    ground: str | None


def _ways(upper: str, lower: str, paint: Mapping[str, str]) -> tuple[_Way, ...]:
    """The ways to draw two pixels in a cell: the silhouette has the ink, the rest is ground."""
    above, below = paint[upper], paint[lower]
    if above == below:
        return (_Way(" ", None, above) if upper in EMPTY else _Way("█", above, None),)
    ways = (_Way("▀", above, below), _Way("▄", below, above))
    if (upper in EMPTY) == (lower in EMPTY):
        return ways
    return ways[1:] if upper in EMPTY else ways[:1]


def _merged(cells: Iterable[tuple[_Way, ...]]) -> tuple[Segment, ...]:
    """Draw a line in few pieces: over a slow connection each change of colours costs more than a glyph."""
    pieces: list[_Way] = []
    for ways in cells:
        last = pieces[-1] if pieces else _Way("", None, None)
        way = next((way for way in ways if _agree(last.ink, way.ink) and _agree(last.ground, way.ground)), None)
        if way is None:
            pieces.append(ways[0])
        else:
            pieces[-1:] = [_Way(last.glyph + way.glyph, last.ink or way.ink, last.ground or way.ground)]
    return tuple(Segment(glyph, _style(ink, ground or ink)) for glyph, ink, ground in pieces)


def _agree(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other


@lru_cache(512)
def _style(ink: str | None, ground: str | None) -> Style:
    return Style(color=_rich(ink), bgcolor=_rich(ground))


def _rich(colour: str | None) -> str | None:
    return None if colour is None else Color.parse(colour).rich_color.name
