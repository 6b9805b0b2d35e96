"""Lobby list in an app of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Self

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot

from naishi_tui.drawing import theme
from naishi_tui.lobby.match_list import MatchList, MatchRow
from tests.naishi_tui.framework_insides import strips_of
from tests.naishi_tui.waiting import settle

WIDTH, HEIGHT = 40, 10


class Noting(MatchList):
    """Notes which lines are repainted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: set[int] = set()

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        if repaint:
            self.painted.update(y for region in regions or (self.size.region,) for y in region.line_range)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


class ListApp(App[None]):
    CSS = "Noting { overflow-x: hidden; }"

    def __init__(self, rows: tuple[MatchRow, ...]) -> None:
        super().__init__()
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = theme.DARK.name
        self.list = Noting()
        self.rows = rows
        self.chosen: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.list

    def on_mount(self) -> None:
        self.list.rows = self.rows

    def on_match_list_chosen(self, event: MatchList.Chosen) -> None:
        assert event.control is self.list
        self.chosen.append(event.id)


class Lists:
    """A list, its keys and its wheel."""

    def __init__(self, app: ListApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.list = app, pilot, app.list

    async def settle(self) -> None:
        await settle(self.pilot)

    async def show(self, *rows: MatchRow) -> set[int]:
        """Set the rows, and return the lines that were painted then."""
        self.list.painted.clear()
        self.list.rows = rows
        await self.settle()
        return self.list.painted

    async def press(self, *keys: str) -> set[int]:
        """Press keys, and return the lines that were painted then."""
        self.list.painted.clear()
        await self.pilot.press(*keys)
        await self.settle()
        return self.list.painted

    async def click(self, x: int, y: int) -> None:
        await self.pilot.click(self.list, offset=(x, y))
        await self.settle()

    async def turn_wheel(self, steps: int) -> None:
        kind = events.MouseScrollDown if steps > 0 else events.MouseScrollUp
        for _step in range(abs(steps)):
            self.list.post_message(kind(self.list, 1, 1, 0, steps, 0, False, False, False))
        await self.settle()

    @property
    def lines(self) -> list[str]:
        """What is seen."""
        return ["".join(strip.text for strip in line).rstrip() for line in strips_of(self.app)]


@asynccontextmanager
async def shown(*rows: MatchRow) -> AsyncIterator[Lists]:
    app = ListApp(rows)
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        lists = Lists(app, pilot)
        await lists.settle()
        yield lists


def heading(text: str) -> MatchRow:
    return MatchRow(None, text, bold=True)


def match(number: int, words: str = "") -> MatchRow:
    return MatchRow(f"m{number}", f"match {number} {words}".rstrip())


def matches(numbers: Iterable[int]) -> list[MatchRow]:
    return [match(number) for number in numbers]


FEW = (heading("Mine"), match(1), match(2), heading("Others"), match(3), match(4))
MANY = (heading("Mine"), *matches(range(20)), heading("Others"), *matches(range(20, 40)))
