"""Numbers as large as three lines, in half blocks."""

from __future__ import annotations

from itertools import zip_longest

HEIGHT = 3
"""In lines, each two pixels high; the last row of pixels stays empty."""

_DIGITS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "-": "... ... ### ... ...",
}
_BLOCKS = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def big(number: int) -> tuple[str, ...]:
    """Return a number as lines of the same width."""
    rows = [" ".join(each) for each in zip(*(_DIGITS[sign].split() for sign in str(number)), strict=True)]
    rows = [row.replace(" ", ".") for row in rows]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="." * len(rows[0]))
    return tuple("".join(_BLOCKS[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs)
