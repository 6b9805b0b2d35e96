"""The text of a position, in a line."""

from __future__ import annotations

from textual.reactive import var

from naishi_tui.drawing.cells import cut
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class PositionLine(TextRows):
    """As much of a position text as there is room for."""

    text: var[str] = var("")

    def watch_text(self) -> None:
        """Draw the text."""
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """The text, cut at the end where it is too long."""
        room = max(self.size.width - 2, 1)
        shown = self.text if len(self.text) <= room else f"{cut(self.text, room - 1)}…"
        return ((Span(f" {shown}", "quieter"),),)
