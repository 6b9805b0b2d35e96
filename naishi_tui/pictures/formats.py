"""Pictures as PNG files and as Sixel graphics."""

import struct
import zlib
from collections.abc import Iterator
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue."""


def png(pixels: Pixels) -> bytes:
    """Write a picture of at most 256 colours as a PNG file."""
    height, width, _channels = pixels.shape
    palette, indices = palette_of(pixels)
    rows = np.zeros((height, width + 1), np.uint8)  # each begins with the number of a filter: none
    rows[:, 1:] = indices
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def palette_of(pixels: Pixels) -> tuple[Pixels, NDArray[np.intp]]:
    packed = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    colours, indices = np.unique(packed, return_inverse=True)
    palette = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.uint8)
    return palette, indices.reshape(packed.shape)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


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
