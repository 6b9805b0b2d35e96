"""Colours of seats, as people see them who tell fewer colours apart."""

from __future__ import annotations

from itertools import combinations
from math import cbrt, dist

import pytest
from textual.color import Color

from naishi_tui.drawing.theme import THEMES, variables_of
from naishi_tui.table.widgets import LETTERS

Three = tuple[float, float, float]
Matrix = tuple[Three, Three, Three]

SEEN: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What becomes of linear red, green and blue. (Machado, Oliveira and Fernandes, 2009; severity 1.)"""
TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
APART = 10.0
"""Distance in CIELAB; 2.3 is the least that can be told with the colours side by side."""


def times(matrix: Matrix, vector: Three) -> Three:
    x, y, z = (sum(each * part for each, part in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: Color) -> Three:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.normalized)
    return r, g, b


def lab(seen: Three) -> Three:
    """A colour of linear red, green and blue, as far from another one as people find it."""
    r, g, b = (min(max(part, 0.0), 1.0) for part in seen)
    parts = (part / white for part, white in zip(times(TO_XYZ, (r, g, b)), WHITE, strict=True))
    x, y, z = (cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("theme", [theme.name for theme in THEMES if not theme.ansi])
def test_five_seats_have_five_colours_for_everybody(theme: str, eyes: str) -> None:
    variables = variables_of(theme)
    shown = [lab(times(SEEN[eyes], linear(Color.parse(variables[f"seat-{seat}"])))) for seat in range(len(LETTERS))]
    distances = {
        f"{LETTERS[a]} {LETTERS[b]}": round(dist(shown[a], shown[b]))
        for a, b in combinations(range(len(LETTERS)), 2)
        if dist(shown[a], shown[b]) < APART
    }
    assert distances == {}
