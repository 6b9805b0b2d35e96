"""A room that line mode has at home, too, at a server: what happens meanwhile is told there as everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from naishi.common.i18n import _
from naishi.plain.commands import ACTIONS, Commands, CommandWord
from naishi.plain.room import Room
from naishi.plain.server.context import ServerContext
from naishi.plain.server.own_news import OwnNews
from naishi.plain.server.room import ServerRoom

LONG = {*ACTIONS, "analyse", "mistake", "moves", "curve"}
"""Commands that may wait for their turn: an analysis, and an answer to an exercise, which is judged."""


class InnerRoom(ServerRoom):
    """Reads what is typed for another room, which does it, until that one is left."""

    def __init__(self, context: ServerContext, news: OwnNews, room: Room, first_line: str = "") -> None:
        """Make a room.

        Args:
            context: What all rooms share.
            news: What the visitor has heard in all rooms.
            room: What is typed is done there.
            first_line: What is done on arrival, as if it were typed.
        """
        super().__init__(context, news)
        self._room, self._first_line = room, first_line
        room.stay_in = self._stay_in  # type: ignore[method-assign]

    @property
    def prompt(self) -> str:
        """What stands before the line that is typed."""
        return self._room.prompt

    def commands(self) -> Commands:
        """Return what can be typed there."""
        return self._room.commands()

    def help_groups(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the commands, in groups with a title."""
        return self._room.help_groups()

    def enter(self) -> None:
        """Say where this is."""
        self._room.enter()

    async def run(self) -> None:
        """Do what comes first, which is the answer to what has led here; then what is typed until the room is left."""
        if self._first_line:
            await self.take(self._first_line)
        await super().run()

    async def obey(self, command: CommandWord, words: Sequence[str]) -> None:
        """Have the room do what a command says."""
        try:
            await self._unless_stopped(command, words)
        finally:
            self.left = self.left or self._room.left

    async def _unless_stopped(self, command: CommandWord, words: Sequence[str]) -> None:
        """Do what takes long, unless a person stops it by an empty line; a program waits for its reply."""
        if command.id not in LONG or not self.console.stops_by_enter or self.context.typed_ahead is not None:
            await self._room.obey(command, words)
            return
        work = asyncio.ensure_future(self._room.obey(command, words))
        typed = asyncio.ensure_future(self.console.typed())
        try:
            await asyncio.wait({work, typed}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done() and typed.result() == "":
                self.console.write(_("Stopped."))
            else:
                await work
        finally:
            typed.cancel()
            work.cancel()
            await asyncio.gather(work, typed, return_exceptions=True)
            if typed.done() and not typed.cancelled() and typed.exception() is None and (line := typed.result()):
                self.put_back(line)

    async def tell_here(self) -> None:
        """Nothing happens there by itself."""

    async def _stay_in(self, room: Room) -> None:
        inner = InnerRoom(self.context, self.news, room)
        await inner.run()
        self.left = self.left or self.context.gone
