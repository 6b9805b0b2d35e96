"""Text cut and wrapped by terminal cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rich import _wrap
from rich.cells import cell_len, set_cell_size
from textual.content import Content

_wrap.re_word = re.compile(r"[^\S\xa0]*[\S\xa0]+[^\S\xa0]*")
"""Rich would break lines at a no-break space too, and begin one with the colon of a French sentence. Textual wraps all
its texts by this; neither has a setting for it. `_wrap` is private, and only used here. Checked with rich 15.0.0."""

cut = set_cell_size
"""Return a text cut or padded with spaces to exactly so many cells."""


def shortened(text: str, width: int) -> str:
    """Return a text padded to so many cells, or cut to them with a mark at the end."""
    return cut(text, width) if cell_len(text) <= width else cut(f"{cut(text, width - 1).rstrip()}…", width)


NO_BREAK = "\N{NO-BREAK SPACE}"
"""A space at which no text is wrapped; lines have an ordinary one in its place."""
_KEPT = "\ue000"


@lru_cache(512)
def wrap(text: str, width: int, hanging: int = 0) -> tuple[str, ...]:
    """Wrap a text into lines.

    Args:
        text: The text, with no line break.
        width: The cells of a line.
        hanging: How many cells all lines but the first are shorter.
    """
    kept = Content(text.replace(NO_BREAK, _KEPT)).wrap(max(width, 2))
    first, *rest = (line.plain.rstrip().replace(_KEPT, " ") for line in kept)
    if rest and hanging:
        rest = list(wrap(text[len(first) :].lstrip(), width - hanging))
    return first, *rest


def cut_off(lines: Sequence[str], height: int, width: int) -> tuple[str, ...]:
    """Keep the first lines of a text that has more than there is room for, with a mark at the end."""
    *kept, last = lines[:height]
    return *kept, f"{cut(last, min(cell_len(last), width - 1)).rstrip()}…"


def center(text: str, width: int, fill: str) -> str:
    """Center a text between characters of one cell."""
    text = cut(text, min(width, cell_len(text)))
    room = width - cell_len(text)
    left = room // 2 + (room & width & 1)  # as str.center does
    return f"{fill * left}{text}{fill * (room - left)}"


def right(text: str, width: int) -> str:
    """Move a text to the right of so many cells."""
    return " " * (width - cell_len(text)) + text
