"""Partial line updates without stale remains.

Where a region of a widget is painted again, Textual writes each of its lines from the left edge of the widget. On a map
whose marks change here and there that is most of the screen, and over SSH every byte is sent. So a method of Textual's
is replaced, for the whole process, once this is imported. docs/textual-notes.md shows the fault, and the test of the
notes says when this can go. Checked with textual 8.2.8.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate


def render_segments(update: ChopsUpdate, console: Console) -> str:
    """Return what is written for an update."""
    written = list[str]()
    for y, start, stop in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, start), min(end, stop)
            if strip is not None and left < right:
                written += (Control.move_to(left, y).segment.text, strip.crop(left - x, right - x).render(console))
    return "".join(written)


ChopsUpdate.render_segments = render_segments  # type: ignore[assignment, method-assign]
