"""Statistics of all finished games, by person."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static
from typing_extensions import override

from naishi.common.i18n import _
from naishi.games.naishi.analysis.statistics import Statistics, StatisticsTable, standing, summary, tables
from naishi.saves.last_played import OwnNames
from naishi_tui.dialogs.screens import AskLine, ScrollText
from naishi_tui.messages import bindings
from naishi_tui.widgets.text_rows import KeyHint, hint

GAP = 2
"""Columns between those of a table."""


class StatisticsScreen(ScrollText):
    """Tables to scroll through; `v` shows the next player.

    Args:
        names: Where a name can be changed; None where that is done elsewhere.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings({"statistics.next": "next_person", "statistics.rename": "rename"})
    ]

    def __init__(self, everybody: Sequence[Statistics], names: OwnNames | None = None, today: str = "") -> None:
        self.everybody, self.number, self.names, self.today = [*everybody], 0, names, today
        super().__init__(_("statistics"), _paragraphs(everybody[0], today))

    @override
    def key_hints(self) -> Iterator[KeyHint]:
        yield KeyHint("", "↑↓", _("scroll"))
        if len(self.everybody) > 1:
            yield hint("statistics.next", gives="next_person")
        if self.names is not None:
            yield hint("statistics.rename")
        yield KeyHint("back", _("Esc"), _("back"))

    async def action_next_person(self) -> None:
        self.number = (self.number + 1) % len(self.everybody)
        await self._draw()

    @work
    async def action_rename(self) -> None:
        if self.names is None:
            return
        shown_now, names = self.everybody[self.number], self.names

        async def take(answer: str) -> None:
            taken = [each.name for each in self.everybody if each is not shown_now]
            renamed = names.change(shown_now.name, answer, taken)
            self.everybody[self.number] = shown_now.model_copy(update={"name": renamed})

        question = _("What should {name} be called from now on? Esc: back.").format(name=shown_now.name)
        if await self.app.push_screen_wait(AskLine(question, take, shown_now.name)):
            await self._draw()

    async def _draw(self) -> None:
        with self.app.batch_update():
            await self.scrolled.remove_children()
            await self.scrolled.mount(*map(Static, _paragraphs(self.everybody[self.number], self.today)))
        self.scrolled.scroll_home(animate=False)


def _paragraphs(of: Statistics, today: str) -> Iterator[Content]:
    yield Content("\n".join(filter(None, (summary(of), *standing(of), today))))
    for table in tables(of):
        head, *rows = _aligned(table)
        yield Content.assemble(Content.styled(head, "bold $accent"), *(f"\n{row}" for row in rows))


def _aligned(table: StatisticsTable) -> Iterator[str]:
    lines = (table.head, *table.rows)
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for first, *others in lines:
        cells = (" " * (GAP + width - cell_len(cell)) + cell for cell, width in zip(others, widths[1:], strict=True))
        yield set_cell_size(first, widths[0]) + "".join(cells)
