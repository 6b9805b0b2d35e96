"""Match list of the lobby, with headings and cursor."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from typing_extensions import override

from naishi_tui.drawing.cells import NO_BREAK, wrap
from naishi_tui.drawing.theme import styles
from naishi_tui.messages import bindings

CURSOR = "cursor-row"
"""The role of the row under the cursor, which is painted over the whole width."""


class MatchRow(NamedTuple):
    """A row of the list; it takes several lines where one has no room for it."""

    id: str | None
    """Of the match; None for a heading, or another row that can't be chosen."""
    text: str
    bold: bool = False
    joins: bool = False
    """Whether to choose it is to take a seat."""


class Line(NamedTuple):
    """A line of a row, as it is painted."""

    id: str | None
    text: str
    role: str


def lines_of(rows: Sequence[MatchRow], cursor: str | None, width: int) -> tuple[Line, ...]:
    """Return the lines of rows in so many columns, with a space at both ends of each."""
    room = width - 2
    return tuple(
        Line(row.id, f" {text} ", _role(row, cursor))
        for row in rows
        for text in ((row.text.replace(NO_BREAK, " "),) if cell_len(row.text) <= room else wrap(row.text, room))
    )


def _role(row: MatchRow, cursor: str | None) -> str:
    if row.id is None:
        return "section" if row.bold else "quiet"
    if row.id == cursor:
        return CURSOR
    return "strong" if row.bold else ""


def _find(match: str | None, rows: Sequence[MatchRow]) -> tuple[int, MatchRow] | None:
    return next(((place, row) for place, row in enumerate(rows) if row.id is not None and row.id == match), None)


def _nearest(place: int, rows: Sequence[MatchRow]) -> str | None:
    there = [(abs(number - place), number) for number, row in enumerate(rows) if row.id is not None]
    return rows[min(there)[1]].id if there else None


class MatchList(ScrollView, can_focus=True):
    """Rows to choose from. Setting `rows` or moving the cursor repaints only the lines that differ.

    The cursor stays at its match wherever that moves to. Once the match is gone, or can't be joined any more, there is
    no cursor until the next key, which brings it to the match that is nearest: a key that was pressed for one match
    never acts on another.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", show=False),
        Binding("up", "move(-1)", show=False),
        *bindings({"list.down": "move(1)", "list.up": "move(-1)"}),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("home", "jump(0)", show=False),
        Binding("end", "jump(-1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    rows: var[tuple[MatchRow, ...]] = var(())
    cursor: var[str | None] = var(None)
    """The id of the match under the cursor; None where there is no match."""

    _place = 0
    """Where the cursor was before its match was gone."""
    _lines: tuple[Line, ...] = ()
    _height = 0

    @dataclass
    class Chosen(Message):
        """A match was chosen, by Enter or a click."""

        match_list: "MatchList"
        row: MatchRow
        """As it was when it was chosen."""

        @property
        def id(self) -> str:
            return self.row.id or ""

        @property
        def control(self) -> "MatchList":
            return self.match_list

    @property
    def ids(self) -> list[str]:
        return [row.id for row in self.rows if row.id is not None]

    def validate_cursor(self, cursor: str | None) -> str | None:
        return cursor if cursor in self.ids else self.cursor

    def watch_cursor(self) -> None:
        self._repaint()
        self._scroll_to_cursor()

    def watch_rows(self, before: tuple[MatchRow, ...], after: tuple[MatchRow, ...]) -> None:
        """Repaint what differs. The view stays where it is, except that a cursor that is seen stays in it."""
        with self._cursor_in_view():
            self.set_reactive(MatchList.cursor, self._kept(before, after))
            self._repaint()

    def _kept(self, before: Sequence[MatchRow], after: Sequence[MatchRow]) -> str | None:
        if not any(row.id for row in before):
            return _nearest(0, after)
        was, now = _find(self.cursor, before), _find(self.cursor, after)
        if was is not None and (now is None or now[1].joins != was[1].joins):
            self._place = was[0]
            return None
        return self.cursor

    def _take_up(self) -> bool:
        """Bring the cursor to the nearest match if it has lost its own; return whether that was so."""
        if lost := self.cursor is None:
            self.cursor = _nearest(self._place, self.rows)
        return lost

    def on_resize(self) -> None:
        with self._cursor_in_view():
            self._repaint()

    @contextmanager
    def _cursor_in_view(self) -> Iterator[None]:
        """Scroll to the cursor if it was seen before; someone may have scrolled away from it."""
        lines, top = self._cursor_lines(), self.scroll_offset.y
        seen = not lines or top <= lines[0] < top + self._height
        yield
        if seen:
            self._scroll_to_cursor()

    def _repaint(self) -> None:
        before, (width, height), top = self._lines, self.size, self.scroll_offset.y
        if not width:
            return
        rows, cursor = self.rows, self.cursor
        self._lines = lines_of(rows, cursor, width) if len(rows) <= height else ()
        if max(len(rows), len(self._lines)) > height:
            width -= self.styles.scrollbar_size_vertical
            self._lines = lines_of(rows, cursor, width)
        self._height = height
        # Whenever it changes, the whole screen is laid out: the number of lines counts only where they are scrolled.
        self.virtual_size = Size(width, max(len(self._lines), height))
        seen = zip_longest(before[top : top + height], self._lines[top : top + height])
        regions = [Region(0, y, self._reach(*pair), 1) for y, pair in enumerate(seen) if pair[0] != pair[1]]
        if regions:
            self.refresh(*regions)

    def _reach(self, *lines: Line | None) -> int:
        if any(line is not None and line.role == CURSOR for line in lines):
            return self.size.width
        return max(cell_len(line.text) for line in lines if line is not None)

    @override
    def render_line(self, y: int) -> Strip:
        base, width = self.visual_style.rich_style, self.scrollable_content_region.width
        ground = Style(bgcolor=base.bgcolor)  # all that spaces need: over SSH every byte is sent
        number = y + self.scroll_offset.y
        if number >= len(self._lines):
            return Strip.blank(width, ground)
        line = self._lines[number]
        style = base + styles(self.app.theme)[line.role] if line.role else base
        return Strip([Segment(line.text, style)]).adjust_cell_length(width, style if line.role == CURSOR else ground)

    def _cursor_lines(self) -> range:
        numbers = [number for number, line in enumerate(self._lines) if line.role == CURSOR]
        return range(numbers[0], numbers[-1] + 1) if numbers else range(0)

    def _scroll_to_cursor(self) -> None:
        """Scroll as far as needed to see the row under the cursor, and the headings right above it."""
        if lines := self._cursor_lines():
            above = [*takewhile(lambda line: line.id is None, reversed(self._lines[: lines[0]]))]
            first = lines[0] - len(above) if len(above) + len(lines) <= self.size.height else lines[0]
            region = Region(0, first, self.size.width, lines[-1] + 1 - first)
            self.scroll_to_region(region, force=True, animate=False, immediate=True)

    def action_move(self, step: int) -> None:
        """Move the cursor to the next match or the previous one; the first one follows the last."""
        if not self._take_up() and self.cursor is not None:
            self.cursor = self.ids[(self.ids.index(self.cursor) + step) % len(self.ids)]

    def action_page(self, step: int) -> None:
        if not self._take_up() and (lines := self._cursor_lines()):
            there = lines[0] + step * max(self.size.height, 1)
            ahead = self._lines[there:] if step > 0 else self._lines[: max(there + 1, 0)][::-1]
            self.cursor = next((line.id for line in ahead if line.id is not None), self.ids[-1 if step > 0 else 0])

    def action_jump(self, place: int) -> None:
        if self.ids:
            self.cursor = self.ids[place]

    def action_choose(self) -> None:
        if not self._take_up() and (chosen := _find(self.cursor, self.rows)) is not None:
            self.post_message(self.Chosen(self, chosen[1]))

    def on_click(self, event: events.Click) -> None:
        if (at := event.get_content_offset(self)) is None:
            return
        number = at.y + self.scroll_offset.y
        if number < len(self._lines) and (clicked := self._lines[number].id) is not None:
            self.cursor = clicked
            self.action_choose()
