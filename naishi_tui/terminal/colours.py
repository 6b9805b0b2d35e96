"""Colours within a client terminal's range.

Rich remembers for each style the codes of the first terminal that it was drawn for, for the whole process. So every app
draws in true colour, and the codes are replaced on the way out: those of 256 colours by the nearest that people see as
such, which Rich, who counts in red, green and blue, misses for dark and for strong colours; with sixteen, the app has
the theme that is made for them.

The parameter `_environ` of Rich's `Console` is private, and this is the only file that uses it: it would otherwise obey
NO_COLOR and the like. Checked with rich 15.0.0.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.console import Console
from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor

from naishi.transports.capabilities import ColourDepth

_SGR = re.compile(r"\x1b\[([\d;]*)m")
_TRUE = re.compile(r"(?<![\d])([34])8;2;(\d+);(\d+);(\d+)")


_STEPS = (0, 95, 135, 175, 215, 255)
INDEXED = {
    **{
        16 + 36 * r + 6 * g + b: (_STEPS[r], _STEPS[g], _STEPS[b]) for r in range(6) for g in range(6) for b in range(6)
    },
    **{232 + grey: (8 + 10 * grey,) * 3 for grey in range(24)},
}
"""The colours that are the same on every terminal that has 256; the first sixteen aren't."""

CHOSEN = {(0x5A, 0x3B, 0x22): 94}
"""A brown that stays one: the nearest to it is grey."""


def draw_in_all_colours(app: App[None]) -> None:
    """Have an app draw in true colour, whatever the environment of the process says."""
    app.no_color = False
    app.console = Console(
        color_system="truecolor", file=app.console.file, force_terminal=True, legacy_windows=False,
        markup=True, highlight=False, emoji=False, safe_box=False, soft_wrap=False, _environ={},
    )  # fmt: skip


def without_environment(filters: Iterable[LineFilter]) -> Iterator[LineFilter]:
    """Return the filters of an app but for those that the NO_COLOR of the environment has added."""
    return (each for each in filters if not isinstance(each, Monochrome | NoColor))


def downgraded(text: str, depth: ColourDepth) -> str:
    if depth is ColourDepth.TRUE:
        return text
    return _SGR.sub(lambda found: _downgraded_codes(found[0], depth), text)


@lru_cache(maxsize=4096)
def _downgraded_codes(sequence: str, depth: ColourDepth) -> str:
    if depth is ColourDepth.NONE:
        return _without_colours(sequence)

    def nearest(found: re.Match[str]) -> str:
        ground, *rgb = found.groups()
        if depth is ColourDepth.INDEXED:
            return f"{ground}8;5;{nearest_of_256(*map(int, rgb))}"
        colour = Color.from_rgb(*map(int, rgb)).downgrade(ColorSystem.STANDARD)
        return ";".join(colour.get_ansi_codes(foreground=ground == "3"))

    return _TRUE.sub(nearest, sequence)


@lru_cache(maxsize=1024)
def nearest_of_256(red: int, green: int, blue: int) -> int:
    if (chosen := CHOSEN.get((red, green, blue))) is not None:
        return chosen
    wanted = _seen(red, green, blue)
    return min(INDEXED, key=lambda each: sum((a - b) ** 2 for a, b in zip(wanted, _seen(*INDEXED[each]), strict=True)))


@lru_cache(maxsize=1024)
def _seen(red: int, green: int, blue: int) -> tuple[float, float, float]:
    """Return a colour where distances are as people see them: lightness, green to red, blue to yellow, as in Oklab."""
    r, g, b = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


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
