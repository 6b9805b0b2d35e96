"""Pictures in tests: contents and sent pixels."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray
from textual.theme import Theme

from naishi.games.naishi.rules.cards import Card
from naishi_tui.drawing.theme import DARK, THEMES
from naishi_tui.games.naishi.cards.card import paint_card
from naishi_tui.games.naishi.cards.card_art import LARGE, Canvas, colours
from naishi_tui.games.naishi.cards.colours import card_variables
from naishi_tui.pictures.protocols import Colours, Scene

COLOURED = [theme for theme in THEMES if not theme.ansi]
"""The themes whose colours are known: the terminal's own aren't."""


def colours_of(card: Card, theme: Theme = DARK) -> Colours:
    """What a card is painted in."""
    return colours(card, card_variables(theme.name))


def scene(card: Card = Card.FORT, canvas: Canvas = LARGE, theme: Theme = DARK) -> Scene:
    """What the picture of a card shows."""
    return Scene(card, canvas.width, canvas.height, colours_of(card, theme), paint_card)


def pixels_of(file: bytes) -> NDArray[np.uint8]:
    """Read a PNG file of the kind that we write."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(file):
        (length,) = struct.unpack(">I", file[at : at + 4])
        name, data = file[at + 4 : at + 8], file[at + 8 : at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length : at + 12 + length]) == (zlib.crc32(name + data),)
        chunks[name] = data
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    assert b"IEND" in chunks
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any(), "no filter"
    return np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(-1, 3)[rows[:, 1:]]
