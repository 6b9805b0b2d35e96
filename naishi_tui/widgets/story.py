"""A few words about a game, in as many lines as there are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

from naishi_tui.drawing.cells import wrap
from naishi_tui.widgets.text_rows import Span, TextRow, heading


class Story(NamedTuple):
    """The same at length and in short."""

    title: str = ""
    whole: str = ""
    short: str = ""
    figures: str = ""
    """What it changed, in numbers, with what these are."""
    bare_figures: str = ""

    def rows(self, width: int, height: int) -> tuple[TextRow, ...]:
        """Return the longest form that there is room for; nothing where there is none, or nothing to tell."""
        if not self.title:
            return ()
        return next((rows for rows in map(tuple, self._forms(width)) if len(rows) <= height), ())

    def _forms(self, width: int) -> Iterator[Iterator[TextRow]]:
        for words in (self.whole, self.short) if cell_len(self.title) + len("─  ─") <= width else ():
            yield iter([(), heading(self.title), *_lines(words, width), *_lines(self.figures, width, "strong")])
        title, figures = [*_lines(self.title, width, "title", "")], [*_lines(self.bare_figures, width, "", "")]
        for words in (self.whole, self.short):
            told = [*title, *_lines(words, width, "", ""), *figures]
            yield from (iter([(), *told]), iter(told))
        yield iter([*title, *figures])


def _lines(text: str, width: int, role: str = "", indent: str = " ") -> Iterator[TextRow]:
    return ((Span(indent), Span(line, role)) for line in wrap(text, width - len(indent)))
