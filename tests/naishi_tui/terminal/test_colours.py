"""Colours of a terminal that has fewer of them."""

from __future__ import annotations

import re

import pytest
from textual.color import Color as Shade

from naishi.transports.capabilities import ColourDepth
from naishi_tui.terminal.colours import downgraded


@pytest.mark.parametrize(("colour", "number"), [("#262a33", 235), ("#14161b", 233), ("#d4402f", 160), ("#ffffff", 231)])
def test_a_colour_becomes_the_one_of_256_that_looks_like_it(colour: str, number: int) -> None:
    """Counted in red, green and blue, the body of a card would be navy."""
    red, green, blue = Shade.parse(colour).rgb
    assert downgraded(f"\x1b[48;2;{red};{green};{blue}m", ColourDepth.INDEXED) == f"\x1b[48;5;{number}m"


def test_colours_are_downgraded_for_each_client() -> None:
    text = "a\x1b[1;38;2;255;0;0;48;2;0;0;0mb\x1b[0m"
    assert downgraded(text, ColourDepth.TRUE) == text
    assert downgraded(text, ColourDepth.INDEXED) == "a\x1b[1;38;5;196;48;5;16mb\x1b[0m"
    assert re.fullmatch(r"a\x1b\[1;(3|9)1;40mb\x1b\[0m", downgraded(text, ColourDepth.SIXTEEN))
    assert downgraded(text, ColourDepth.NONE) == "a\x1b[1mb\x1b[0m"
    assert downgraded("\x1b[31;44mx\x1b[38;5;7my", ColourDepth.NONE) == "xy"
