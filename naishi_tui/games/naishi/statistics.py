"""How everybody has done in all finished games, a person at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from naishi.common.i18n import _
from naishi.games.naishi.analysis.overview import StatisticsTable, summary, tables
from naishi.games.naishi.analysis.statistics import Statistics
from naishi_tui.dialogs.scroll_text import ScrollText
from naishi_tui.keys import bindings, shown
from naishi_tui.widgets.prompt import KeyHint, KeyLine

GAP = 2
"""Columns between those of a table."""


class StatisticsScreen(ScrollText):
    """Tables to scroll through; `v` shows the next player."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings({"statistics.next": "next_person"})]

    def __init__(self, everybody: Sequence[Statistics]) -> None:
        """Show the first person of at least one."""
        self.everybody, self.number = everybody, 0
        super().__init__(_("statistics"), _paragraphs(everybody[0]))

    def on_mount(self) -> None:
        """Name the keys."""
        self.query_one(KeyLine).show(self._key_hints())

    def _key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("scroll"))
        if len(self.everybody) > 1:
            yield KeyHint("next_person", shown("statistics.next"), _("next player"))
        yield KeyHint("back", _("Esc"), _("back"))

    async def action_next_person(self) -> None:
        """Show the next player."""
        self.number = (self.number + 1) % len(self.everybody)
        text = self.query_one("#text", VerticalScroll)
        with self.app.batch_update():
            await text.remove_children()
            await text.mount(*map(Static, _paragraphs(self.everybody[self.number])))
        text.scroll_home(animate=False)


def _paragraphs(of: Statistics) -> Iterator[Content]:
    yield Content(summary(of))
    for table in tables(of):
        head, *rows = _aligned(table)
        yield Content.assemble(Content.styled(head, "bold $accent"), *(f"\n{row}" for row in rows))


def _aligned(table: StatisticsTable) -> Iterator[str]:
    """The first column to the left, numbers to the right."""
    lines = (table.head, *table.rows)
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for first, *others in lines:
        cells = (" " * (GAP + width - cell_len(cell)) + cell for cell, width in zip(others, widths[1:], strict=True))
        yield set_cell_size(first, widths[0]) + "".join(cells)
