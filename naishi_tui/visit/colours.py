"""Colours as a client's terminal can show them.

Rich remembers for each style the codes of the first terminal that it was drawn for, for the whole process. So every app
draws in true colour, and the codes are replaced on the way out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache

from rich.color import Color, ColorSystem

_SGR = re.compile(r"\x1b\[([\d;]*)m")
_TRUE = re.compile(r"(?<![\d])([34])8;2;(\d+);(\d+);(\d+)")
_TRUE_COLOUR_TERMS = ("-direct", "kitty", "ghostty", "alacritty", "foot", "wezterm", "truecolor")


class ColourDepth(IntEnum):
    """How many colours a terminal shows."""

    NONE = 0
    SIXTEEN = 1
    INDEXED = 2
    TRUE = 3


def depth_of(term: str, environment: Mapping[str, str]) -> ColourDepth:
    """Return what a terminal shows, by its type and what its client passed on."""
    if environment.get("NO_COLOR"):
        return ColourDepth.NONE
    if environment.get("COLORTERM") in {"truecolor", "24bit"} or any(name in term for name in _TRUE_COLOUR_TERMS):
        return ColourDepth.TRUE
    if "256" in term:
        return ColourDepth.INDEXED
    return ColourDepth.NONE if term in {"", "vt100", "vt102", "vt220"} or "mono" in term else ColourDepth.SIXTEEN


def downgraded(text: str, depth: ColourDepth) -> str:
    """Return output for a terminal that shows so many colours."""
    if depth is ColourDepth.TRUE:
        return text
    return _SGR.sub(lambda found: _downgraded_codes(found[0], depth), text)


@lru_cache(maxsize=4096)
def _downgraded_codes(sequence: str, depth: ColourDepth) -> str:
    if depth is ColourDepth.NONE:
        return _without_colours(sequence)
    system = ColorSystem.EIGHT_BIT if depth is ColourDepth.INDEXED else ColorSystem.STANDARD

    def nearest(found: re.Match[str]) -> str:
        ground, *rgb = found.groups()
        colour = Color.from_rgb(*map(int, rgb)).downgrade(system)
        return ";".join(colour.get_ansi_codes(foreground=ground == "3"))

    return _TRUE.sub(nearest, sequence)


def _without_colours(sequence: str) -> str:
    """Leave bold, reverse and the like."""
    kept, codes = [], iter(sequence[2:-1].split(";"))
    for code in codes:
        if code in {"38", "48"}:
            for _part in range(3 if next(codes, "") == "2" else 1):
                next(codes, None)
        elif not code.isdigit() or int(code) < 30:
            kept.append(code)
    return f"\x1b[{';'.join(kept)}m" if kept else ""
