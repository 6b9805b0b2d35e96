"""The prompt: what is asked for, and what the key under the finger would do, or why it can't."""

from __future__ import annotations

from naishi_tui.widgets.rows import Rows, Span


class Prompt(Rows):
    """Two lines: what now, and what here."""

    def show(self, now: str, here: str, *, refused: bool = False) -> None:
        """Draw both lines; `refused` where the second one says why not."""
        self.rows = ((Span(f" {now}", "strong"),), (Span(f" {here}", "bad" if refused else "quiet"),))
