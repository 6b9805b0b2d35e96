"""A list on a server that is followed while it is looked at: what changes is drawn, at most a few times a second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Iterator
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from naishi_tui.keys import back_bindings
from naishi_tui.screens.steady_screen import SteadyScreen
from naishi_tui.widgets.ground import Ground
from naishi_tui.widgets.key_line import KeyHint, KeyLine
from naishi_tui.widgets.match_list import MatchList, MatchRow
from naishi_tui.widgets.text_rows import Span, TextRows

REDRAWN = 0.25
"""Seconds between two drawings of a list, however much happens."""


class FollowedList(SteadyScreen[None], Ground):
    """A heading, rows to choose from, and a line for what is said of them."""

    CSS_PATH = "followed_list.tcss"
    AUTO_FOCUS = "#lists"
    BINDINGS: ClassVar[list[BindingType]] = [*back_bindings()]

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield TextRows(id="heading")
        yield MatchList(id="lists")
        yield Static("", id="said")
        yield KeyLine(self.key_hints(), id="keys")

    def heading(self) -> tuple[Span, ...]:
        """Return what stands above the list, after the name of the game."""
        raise NotImplementedError

    def rows(self) -> Iterator[MatchRow]:
        """Yield the rows as they are now."""
        raise NotImplementedError

    def key_hints(self) -> Iterator[KeyHint]:
        """Yield what the key line names."""
        raise NotImplementedError

    def changes(self) -> AsyncIterable[object]:
        """Return something each time that what is listed may be different."""
        raise NotImplementedError

    async def look(self) -> None:
        """Fetch what is listed, and draw it."""
        raise NotImplementedError

    async def choose(self, row: str) -> None:
        """Do what a row is for."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Draw the list, and follow it."""
        self.draw()
        self._follow()

    @work
    async def _follow(self) -> None:
        async for _change in self.changes():
            if self.is_current:
                await self.look()
            await asyncio.sleep(REDRAWN)

    async def on_screen_resume(self) -> None:
        """Draw what has changed while another screen lay above."""
        if self.is_mounted:
            await self.look()

    def draw(self) -> None:
        """Draw the list."""
        if self.can_draw:
            self.query_one("#heading", TextRows).rows = ((Span(" NAISHI ", "title"), *self.heading()),)
            self.shown.rows = tuple(self.rows())

    @property
    def shown(self) -> MatchList:
        """The rows as they are drawn, and the cursor."""
        return self.query_one("#lists", MatchList)

    def tell(self, text: str) -> None:
        """Say something below the list."""
        if self.can_draw:
            self.query_one("#said", Static).update(Content(text))

    @on(MatchList.Chosen)
    def _chosen(self, event: MatchList.Chosen) -> None:
        self._choose(event.id)

    @work(exclusive=True, group="row")
    async def _choose(self, row: str) -> None:
        await self.choose(row)

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        self.shown.action_choose()
