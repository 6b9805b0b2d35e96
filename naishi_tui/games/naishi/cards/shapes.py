"""Smooth card pictures from the shapes in `card_shapes.toml`."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from textual.color import Color

from naishi.games.naishi.rules.cards import REPLACED, Card
from naishi_tui.games.naishi.cards.card_art import EMPTY, FILLED, drawn
from naishi_tui.pictures.formats import Pixels
from naishi_tui.pictures.protocols import Colours

Points = NDArray[np.float64]

WIDTH, HEIGHT = 23, 14
"""The units in which shapes are given: a picture of another form shows more or less of what is beside them."""
SAMPLES = 3
"""Points that are looked at in each direction of a pixel; how many are inside gives the edges their shade."""
SHADES = 3
"""How many steps an edge takes from one paint to the other, where it is to be smooth: the fewer, the fewer bytes."""
FRAME = 0.7
"""How thick the frame of a Legend is."""
ARC = 6
"""Straight pieces between two points of a curve."""


class Shape(NamedTuple):
    """A line of `card_shapes.toml`."""

    kind: str
    paint: str
    numbers: tuple[float, ...]
    mirrored: bool = False
    """About the middle."""


def paint(card: Card, size: tuple[int, int], colours: Colours, shades: int = SHADES) -> Pixels:
    """Paint a card: rows of pixels, red, green and blue."""
    width, height = size
    paints = {name: Color.parse(colour).rgb for name, colour in zip(EMPTY + FILLED, colours, strict=True)}
    canvas = np.empty((height, width, 3))
    canvas[:] = paints["."]
    scale = height / HEIGHT * SAMPLES
    middle = np.array([(width * SAMPLES / scale - WIDTH) / 2, 0])
    for shape in shapes_of(card):
        outlines = [(outline + middle) * scale for outline in _outlines(shape)]
        _paint_over(canvas, outlines, np.mean([paints[name] for name in shape.paint], axis=0), shades)
    return np.round(canvas).astype(np.uint8)


def shapes_of(card: Card) -> Iterator[Shape]:
    """Return the shapes of a card; one that is `both` comes twice, the second time mirrored.

    A Legend has those of the card it replaces, in a frame.
    """
    for line in drawn("card_shapes.toml")[str(REPLACED.get(card, card))].splitlines():
        kind, paint, *numbers = line.removeprefix("both ").split()
        for mirrored in (False, True)[: 1 + line.startswith("both ")]:
            yield Shape(kind, paint, tuple(map(float, numbers)), mirrored)
    if card in REPLACED:
        yield Shape("poly", "g", (0, 0, WIDTH, 0, WIDTH, FRAME, 0, FRAME))
        for mirrored in (False, True):
            yield Shape("poly", "g", (0, 0, FRAME, 0, FRAME, HEIGHT, 0, HEIGHT), mirrored)


def _outlines(shape: Shape) -> Iterator[Points]:
    """The closed outlines of a shape; what is in any of them is painted."""
    for outline in _unmirrored(shape.kind, shape.numbers):
        yield np.array([WIDTH, 0]) + outline * np.array([-1, 1]) if shape.mirrored else outline


def _unmirrored(kind: str, numbers: Sequence[float]) -> Iterator[Points]:
    if kind == "oval":
        yield _oval(*numbers)
    elif kind in {"poly", "blob"}:
        points = np.array(numbers).reshape(-1, 2)
        yield _curved(points, closed=True) if kind == "blob" else points
    else:
        thickness, *rest = numbers
        points = np.array(rest).reshape(-1, 2)
        yield from _stroke(_curved(points, closed=False) if kind == "curve" else points, thickness / 2)


def _oval(x: float, y: float, wide: float, high: float) -> Points:
    """An ellipse: its middle, and half its width and height."""
    turns = np.linspace(0, math.tau, 12 + 6 * round(wide + high), endpoint=False)
    return np.stack([x + wide * np.cos(turns), y + high * np.sin(turns)], axis=1)


def _stroke(points: Points, radius: float) -> Iterator[Points]:
    """A line with round ends."""
    for x, y in points:
        yield _oval(x, y, radius, radius)
    for one, other in pairwise(points):
        along = other - one
        if length := float(np.hypot(*along)):
            aside = np.array([-along[1], along[0]]) / length * radius
            yield np.array([one + aside, other + aside, other - aside, one - aside])


def _curved(points: Points, *, closed: bool) -> Points:
    """Return points on the Catmull-Rom spline through some points."""
    around = np.concatenate([points[-1:], points, points[:2]] if closed else [points[:1], points, points[-1:]])
    at = np.linspace(0, 1, ARC, endpoint=False)[:, None]
    pieces = [
        (2 * b + (c - a) * at + (2 * a - 5 * b + 4 * c - d) * at**2 + (3 * b - a - 3 * c + d) * at**3) / 2
        for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False)
    ]
    return np.concatenate(pieces if closed else [*pieces, points[-1:]])


def _paint_over(
    canvas: NDArray[np.float64], outlines: Sequence[Points], colour: NDArray[np.float64], shades: int
) -> None:
    """Paint what is in any of some outlines, given in samples."""
    height, width, _channels = canvas.shape
    corners = np.concatenate(outlines) / SAMPLES
    left, top = np.floor(corners.min(0)).clip(0, (width, height)).astype(int)
    right, bottom = np.ceil(corners.max(0)).clip(0, (width, height)).astype(int)
    part = canvas[top:bottom, left:right]
    mask = np.zeros((part.shape[0] * SAMPLES, part.shape[1] * SAMPLES), bool)
    for outline in outlines:
        _fill(mask, outline - np.array([left, top]) * SAMPLES)
    counts = sum(mask[y::SAMPLES, x::SAMPLES].astype(np.int8) for y in range(SAMPLES) for x in range(SAMPLES))
    share = np.round(counts * (shades / SAMPLES**2)) / shades
    part += share[..., None] * (colour - part)


def _fill(mask: NDArray[np.bool_], points: Points) -> None:
    """Add what is within an outline: each row of samples changes sides wherever an edge crosses it."""
    left, top = np.floor(points.min(0)).astype(int).clip(0, mask.shape[::-1])
    right, bottom = np.ceil(points.max(0)).astype(int).clip(0, mask.shape[::-1])
    (x, y), (to_x, to_y) = points.T[..., None], np.roll(points, -1, axis=0).T[..., None]
    rows = np.arange(top, bottom) + 0.5
    edge, row = np.nonzero((rows >= np.minimum(y, to_y)) & (rows < np.maximum(y, to_y)))
    x, y, to_x, to_y = (each[edge, 0] for each in (x, y, to_x, to_y))
    at = x + (rows[row] - y) * (to_x - x) / (to_y - y)
    crossings = np.zeros((bottom - top, right - left + 1), np.int8)
    np.add.at(crossings, (row, np.ceil(at - 0.5 - left).clip(0, right - left).astype(int)), 1)
    mask[top:bottom, left:right] |= crossings.cumsum(axis=1, dtype=np.int8)[:, :-1] % 2 == 1
