"""The prompt: what is asked for, and what the key under the finger would do, or why it can't."""

from __future__ import annotations

from rich.cells import cell_len

from naishi_tui.drawing.cells import wrap
from naishi_tui.widgets.text_rows import Span, TextRow, TextRows


class Prompt(TextRows):
    """Two lines: what now, and what here. A long sentence takes both, rather than being cut."""

    now = Span("", "strong")
    here = Span("", "quiet")
    failed = False

    def show(self, now: str, here: str, *, refused: bool = False, failed: bool = False) -> None:
        """Draw both lines.

        Args:
            now: What is asked for.
            here: What Enter would do.
            refused: Whether `here` says why something can't be done.
            failed: Whether `now` says that the game can't go on by itself.
        """
        self.now = Span(now, "bad" if failed else "strong")
        self.here = Span(here, "bad" if refused else "quiet")
        self.failed = failed
        self.rows = self.fitted()

    def fitted(self) -> tuple[TextRow, ...]:
        """Both lines; or one sentence over both, where it is too long for a line."""
        for span, alone in ((self.now, self.failed), (self.here, True), (self.now, True)):
            if alone and 0 < self.size.width <= cell_len(span.text):
                first, *rest = wrap(span.text, self.size.width - 1)
                return _row(first, span.role), _row(" ".join(rest), span.role)
        return _row(*self.now[:2]), _row(*self.here[:2])


def _row(text: str, role: str) -> TextRow:
    return (Span(f" {text}", role),)
