"""Lines in two columns, of which the second goes on below itself where there is too little room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from naishi_tui.drawing.cells import wrap


class HangingText(Widget, can_focus=False):
    """A text whose lines are wrapped so that they go on beneath their second column."""

    def __init__(self, lines: Sequence[str], column: int) -> None:
        """Show lines.

        Args:
            lines: Each with its first column padded.
            column: Where the second column begins.
        """
        super().__init__()
        self.lines, self.column = lines, column

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines it takes in so many columns."""
        return sum(1 for _line in self._wrapped(width))

    def render(self) -> Content:
        """Return the lines as they fit."""
        return Content("\n".join(self._wrapped(self.size.width)))

    def _wrapped(self, width: int) -> Iterator[str]:
        for line in self.lines:
            first, *rest = wrap(line, width, self.column)
            yield first
            yield from (f"{' ' * self.column}{each}" for each in rest)
