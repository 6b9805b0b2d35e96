"""Pictures as PNG files of few colours: what Kitty's and iTerm2's protocols carry."""

from __future__ import annotations

import struct
import zlib

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
    """Return the colours of a picture, and for each pixel which of them it has."""
    packed = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    colours, indices = np.unique(packed, return_inverse=True)
    palette = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.uint8)
    return palette, indices.reshape(packed.shape)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
