"""Lines of text that repaint one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    role: str = ""
    """Empty for plain text, or one of `ROLES`."""
    fill: bool = False
    """Repeat the text over the room that the rest of the line leaves."""


Row = tuple[Span, ...]

ROLES = ("title", "strong", "quiet", "quieter", "key", "off", "good", "bad", "mark")


def heading(text: str) -> Row:
    """A line that names what is below it."""
    return (Span("─ ", "quieter"), Span(f"{text} ", "quiet"), Span("─", "quieter", fill=True))


class Rows(Widget, can_focus=False):
    """A block of lines. Setting `rows` repaints only the lines that differ: few bytes over a slow connection."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"rows--{role}" for role in ROLES}

    rows: var[tuple[Row, ...]] = var(())

    @dataclass
    class Picked(Message):
        """A line was clicked."""

        widget: Rows
        line: int

        @property
        def control(self) -> Rows:
            """The widget whose line it was."""
            return self.widget

    def watch_rows(self, before: tuple[Row, ...], after: tuple[Row, ...]) -> None:
        """Repaint what differs."""
        changed = (y for y in range(max(len(before), len(after))) if before[y : y + 1] != after[y : y + 1])
        if regions := [Region(0, y, self.size.width, 1) for y in changed]:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
        base = self.rich_style
        spans = self.rows[y] if y < len(self.rows) else ()
        room = self.size.width - sum(cell_len(span.text) for span in spans if not span.fill)
        segments = [
            Segment(
                span.text * max(0, room) if span.fill else span.text,
                base + self.get_component_rich_style(f"rows--{span.role}", partial=True) if span.role else base,
            )
            for span in spans
        ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Say which line was clicked."""
        self.post_message(self.Picked(self, event.y))
