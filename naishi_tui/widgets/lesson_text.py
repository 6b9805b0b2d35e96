"""The text of a lesson."""

from __future__ import annotations

from naishi_tui.drawing.cells import cut_off, wrap
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class LessonText(TextRows):
    """A paragraph wrapped to the width; what is good stands out."""

    text = ""
    good = False

    def show(self, text: str, *, good: bool) -> None:
        """Draw a text."""
        self.text, self.good = text, good
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The text in lines."""
        if not self.size:
            return ()
        lines, (width, height) = wrap(self.text, self.size.width - 2), self.size
        shown = lines if len(lines) <= height else cut_off(lines, height, width - 2)
        return tuple((Span(f" {line}", "good" if self.good else ""),) for line in shown)
