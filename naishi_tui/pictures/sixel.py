"""Pictures as Sixel graphics: six rows of pixels at a time, a line for each colour among them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from naishi_tui.pictures.png import Pixels, palette_of

BAND = 6
"""The rows that a character stands for."""


def sixel(pixels: Pixels) -> str:
    """Write a picture of at most 256 colours; what it doesn't reach keeps what is there."""
    height, width, _channels = pixels.shape
    palette, indices = palette_of(pixels)
    colours = (f"#{each};2;" + ";".join(str(round(part / 2.55)) for part in rgb) for each, rgb in enumerate(palette))
    bands = (_band(indices[top : top + BAND]) for top in range(0, height, BAND))
    return f'\x1bP0;1q"1;1;{width};{height}{"".join(colours)}{"-".join(bands)}\x1b\\'


def _band(indices: NDArray[np.intp]) -> str:
    """Write up to six rows, each colour from the left again."""
    weights = 1 << np.arange(len(indices))

    def lines() -> Iterator[str]:
        for colour in np.unique(indices):
            bits = (indices == colour).T @ weights
            runs = ((letter, len(list(run))) for letter, run in groupby(np.trim_zeros(bits, "b").tolist()))
            yield f"#{colour}{''.join(_repeated(*run) for run in runs)}"

    return "$".join(lines())


def _repeated(bits: int, times: int) -> str:
    letter = chr(63 + bits)
    return f"!{times}{letter}" if times > 3 else letter * times
