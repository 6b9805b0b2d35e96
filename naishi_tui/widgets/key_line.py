"""The last line of a screen: the keys that always work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len
from textual import events

from naishi_tui.messages import Command
from naishi_tui.widgets.rows import Rows, Span


class Hint(NamedTuple):
    """A key, and what it does in a word."""

    id: str
    """The command that a click gives; empty for none."""
    key: str
    does: str


class KeyLine(Rows):
    """Keys and what they do, in a line; a click does it too."""

    def __init__(self, hints: Iterable[Hint], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.hints = tuple(hints)
        spans = ((Span(f" {hint.key}", "key"), Span(f" {hint.does} ", "quiet")) for hint in self.hints)
        self.rows = (tuple(span for pair in spans for span in pair),)

    def on_click(self, event: events.Click) -> None:
        """Give the command that was clicked."""
        end = 0
        for hint in self.hints:
            end += cell_len(f" {hint.key} {hint.does} ")
            if event.x < end:
                if hint.id:
                    self.post_message(Command(hint.id))
                return
