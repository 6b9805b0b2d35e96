"""Text rows with line-wise repaints, and grounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import TRANSPARENT
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget
from typing_extensions import override

from naishi.common.i18n import _
from naishi_tui.drawing.cells import cut_off, shortened, wrap
from naishi_tui.drawing.theme import SHAPES, player_role, styles


class Unscrolled(Widget):
    """Never scrolls, so that one layout will do for another size.

    Textual lays out a screen again after each layout in which anything changed that a widget might be scrolled through.
    """

    virtual_size = var(Size(0, 0))


class Ground(Widget):
    """Holds other widgets, shows one colour where there are none, and never scrolls (see `Unscrolled`).

    Textual would draw each of its lines, cut it up around the widgets above it, and keep the pieces: at a table,
    three quarters of all that it keeps, though hardly any of it is ever seen. It has no border.

    Name this after the container that a class derives from: the rules of the first base are a widget's.
    """

    virtual_size = var(Size(0, 0))

    def render_lines(self, crop: Region) -> list[Strip]:
        ground = self.visual_style.background or TRANSPARENT
        line = Strip.blank(crop.width, Style(bgcolor=ground.rich_color))
        for each in self.get_line_filters():
            line = line.apply_filter(each, ground)
        return [line] * crop.height


class Column(Vertical, Ground):
    """Widgets below each other."""


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    role: str = ""
    """Empty for plain text, or one of `naishi_tui.drawing.theme`."""
    fill: bool = False
    """Repeat the text over the room that the rest of the line leaves."""


TextRow = tuple[Span, ...]


def heading(text: str) -> TextRow:
    return (Span("─ ", "quieter"), Span(f"{text} ", "quiet"), Span("─", "quieter", fill=True))


class TextRows(Unscrolled, can_focus=False):
    """A block of lines. Setting `rows` repaints only the lines that differ: few bytes over a slow connection."""

    rows: var[tuple[TextRow, ...]] = var(())

    _drawn_at: Size | None = None

    @dataclass
    class Picked(Message):
        """A line was clicked."""

        widget: TextRows
        line: int

        @property
        def control(self) -> TextRows:
            return self.widget

    def watch_rows(self, before: tuple[TextRow, ...], after: tuple[TextRow, ...]) -> None:
        height = max(len(before), len(after))
        pairs = ((before[y] if y < len(before) else (), after[y] if y < len(after) else ()) for y in range(height))
        regions = [Region(0, y, self._reach(*pair), 1) for y, pair in enumerate(pairs) if pair[0] != pair[1]]
        if regions:
            self.refresh(*regions)

    def _reach(self, *rows: TextRow) -> int:
        if any(span.fill for row in rows for span in row):
            return self.size.width
        return max(sum(cell_len(span.text) for span in row) for row in rows)

    def fitted(self) -> tuple[TextRow, ...]:
        """The lines as they should be at the present size; for widgets whose lines depend on it."""
        return self.rows

    def role_styles(self, theme: str) -> Mapping[str, Style]:
        return styles(theme)

    @override
    def render_line(self, y: int) -> Strip:
        if self._drawn_at != self.size:
            self._drawn_at = self.size
            self.set_reactive(TextRows.rows, self.fitted())
        base, role_styles = self.visual_style.rich_style, self.role_styles(self.app.theme)
        ground = Style(bgcolor=base.bgcolor)
        spans = self.rows[y] if y < len(self.rows) else ()
        room = self.size.width - sum(cell_len(span.text) for span in spans if not span.fill)
        segments: list[Segment] = []
        for text, role, fill in spans:
            shown = text * max(0, room) if fill else text
            style = base + role_styles[role] if role else base
            # A ground is all that spaces need: over SSH every byte is sent.
            segments.append(Segment(shown, style if shown.strip() else Style(bgcolor=style.bgcolor)))
        return (
            Strip(segment for segment in segments if segment.text)
            .adjust_cell_length(self.size.width, ground)
            .simplify()
        )

    def on_click(self, event: events.Click) -> None:
        self.post_message(self.Picked(self, event.y))


class TopLine(TextRows):
    """A first line in the longest of its forms that there is room for; beside a clock it is its note that yields."""

    forms: tuple[TextRow, ...] = ()
    """From the longest to the shortest."""
    yielding: tuple[TextRow, ...] = ()
    """Those in which the note is cut, where no whole form has room."""
    note = ""

    @override
    def fitted(self) -> tuple[TextRow, ...]:
        width = self.size.width
        row = self._longest_form(width)
        if self.yielding and row_width(row) > width:
            row = _with_note_cut(self.yielding, self.note, width)
        return (row,)

    def cuts_note(self, width: int) -> bool:
        return bool(self.note) and row_width(self._longest_form(width)) > width

    def _longest_form(self, width: int) -> TextRow:
        """The longest form that fits; the shortest where none does."""
        return next((form for form in self.forms if row_width(form) <= width), self.forms[-1] if self.forms else ())


def row_width(row: TextRow) -> int:
    """The cells that a line needs; a fill needs none."""
    return sum(cell_len(span.text) for span in row if not span.fill)


def _with_note_cut(forms: Sequence[TextRow], note: str, width: int) -> TextRow:
    """Return the first of some lines in which enough of a note is left; of the last, as much as there is room for."""
    for row in forms:
        keep = width - row_width(row) + cell_len(note)
        if keep >= ENOUGH:
            break
    short = f" {shortened(note, keep)} " if keep >= LEAST else ""
    return tuple(Span(short, *span[1:]) if span.text == f" {note} " else span for span in row)


ENOUGH, LEAST = 20, 8
"""Cells of a note that tell what it is about, and that are worth having at all."""


def mark(seat: int, count: int = 1) -> Span:
    return Span(SHAPES[seat] * count, player_role(seat))


class HangingText(Widget, can_focus=False):
    """A text whose lines are wrapped so that they go on beneath their second column.

    Args:
        column: Where the second column begins.
    """

    def __init__(self, lines: Sequence[str], column: int) -> None:
        super().__init__()
        self.lines, self.column = lines, column

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(1 for _line in self._wrapped(width))

    @override
    def render(self) -> Content:
        return Content("\n".join(self._wrapped(self.size.width)))

    def _wrapped(self, width: int) -> Iterator[str]:
        for line in self.lines:
            first, *rest = wrap(line, width, self.column)
            yield first
            yield from (f"{' ' * self.column}{each}" for each in rest)


class Log(TextRows):
    """What happened last, in sentences; as much as fits, the newest at the bottom."""

    sentences: var[tuple[tuple[int | None, str], ...]] = var(())
    """The seat that each is about, None for no one, and the sentence."""

    def show_sentences(self, sentences: Sequence[tuple[int | None, str]]) -> None:
        self.sentences = tuple(sentences)
        self.rows = self.fitted()

    def mark_of(self, seat: int) -> Span:
        return mark(seat)

    def fitted(self) -> tuple[TextRow, ...]:
        width, height = self.size
        rows: list[TextRow] = []
        for seat, words in reversed(self.sentences):
            lines = wrap(words, max(8, width - 2))
            if len(rows) + len(lines) > height - 1:
                if rows or height < 2:
                    break
                lines = cut_off(lines, height - 1, width - 2)
            role = "quiet" if rows else ""
            start = Span(" ") if seat is None else self.mark_of(seat)
            starts = (start, *[Span(" ")] * (len(lines) - 1))
            rows[:0] = [(start, Span(f" {line}", role)) for start, line in zip(starts, lines, strict=True)]
        return (heading(_("Log")), *rows)
