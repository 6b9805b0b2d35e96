"""Sixel graphics, decoded and compared."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

from naishi.games.naishi.rules.cards import Card
from naishi_tui.games.naishi.cards.shapes import paint
from naishi_tui.pictures.formats import sixel
from tests.fuzzing import some
from tests.naishi_tui.pictures.scenes import colours_of

_PIECE = re.compile(r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|([$-])")


def drawn(graphics: str) -> NDArray[np.float64]:
    """Draw Sixel graphics as a terminal does; a pixel that nothing reaches is none of 0 to 100."""
    begin = re.match(r'\x1bP0;1q"1;1;(\d+);(\d+)', graphics)
    assert begin is not None
    assert graphics.endswith("\x1b\\")
    width, height = map(int, begin.groups())
    canvas = np.full((height + 5, width, 3), -1.0)
    body, at, x, y, colour = graphics[begin.end() : -2], 0, 0, 0, 0
    registers: dict[int, tuple[int, ...]] = {}
    while at < len(body):
        piece = _PIECE.match(body, at)
        assert piece is not None, body[at:]
        at = piece.end()
        register, red, green, blue, times, repeated, once, control = piece.groups()
        if control:
            x, y = 0, y + (6 if control == "-" else 0)
        elif register:
            colour = int(register)
            if red:
                registers[colour] = int(red), int(green), int(blue)
        else:
            set_bits = [bit for bit in range(6) if ord(repeated or once) - 63 >> bit & 1]
            canvas[[y + bit for bit in set_bits], x : x + int(times or 1)] = registers[colour]
            x += int(times or 1)
    assert (canvas[height:] == -1).all(), "nothing is drawn below the picture"
    return canvas[:height]


@given(st.integers(1, 30), st.integers(1, 20), st.integers(0, 2**32 - 1))
def test_a_terminal_draws_every_pixel(width: int, height: int, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 2, (height, width, 3), np.uint8) * 255
    assert (drawn(sixel(pixels)) == pixels / 2.55).all()


@pytest.mark.parametrize("card", some(Card, 4), ids=str)
def test_a_picture_is_a_few_kilobytes(card: Card) -> None:
    """For cells of 10 × 20 pixels."""
    assert len(sixel(paint(card, (230, 140), colours_of(card), shades=1))) < 5500
