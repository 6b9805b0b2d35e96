"""Terminals in a lobby, without a transport."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from textual.pilot import Pilot
from textual.screen import Screen
from typing_extensions import override

from naishi.server import Match, Visitor
from naishi.transports.client import InitialCommand, PublicAddress
from naishi_tui.lobby.lobby import LobbyScreen
from naishi_tui.visit.app import LobbyApp
from tests.naishi.server.fresh import fresh
from tests.naishi_tui.framework_insides import strips_of
from tests.naishi_tui.ssh.rest import WatchedDatabase, WatchedLobby, at_rest, is_shown, rest
from tests.naishi_tui.waiting import settle, until

AnyTerminal = TypeVar("AnyTerminal", bound="Terminal")


@contextmanager
def a_database(folder: Path) -> Iterator[WatchedDatabase]:
    database = WatchedDatabase(fresh(folder / "naishi.sqlite"))
    yield database
    database.close()


@asynccontextmanager
async def a_lobby(folder: Path, clock: Callable[[], float] = time.time) -> AsyncIterator[WatchedLobby]:
    with a_database(folder) as database:
        lobby = WatchedLobby(database, clock=clock)
        yield lobby
        await lobby.close()


class Terminal:
    """A terminal at a server, without SSH."""

    def __init__(self, pilot: Pilot[None], app: LobbyApp) -> None:
        assert isinstance(app.visitor.lobby, WatchedLobby)
        self.pilot, self.app, self.lobby = pilot, app, app.visitor.lobby

    @property
    def text(self) -> str:
        """The lines on the screen."""
        lines = ("".join(strip.text for strip in line) for line in strips_of(self.app))
        return "\n".join(line.rstrip() for line in lines)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await rest(lambda: is_shown(self.app) and at_rest(self.lobby, ()))
            await self.pilot.press(key)
        await rest(lambda: is_shown(self.app) and at_rest(self.lobby, ()))
        await settle(self.pilot)

    async def see(self, text: str) -> None:
        """Wait until a text is on the screen, however it is wrapped."""
        await until(lambda: text in " ".join(self.text.split()), f"{text!r} in {self.text}")
        await settle(self.pilot)

    async def on_top(self, kind: type[object]) -> None:
        await until(lambda: isinstance(self.app.screen, kind), kind.__name__)
        await settle(self.pilot)


class At(Terminal):
    """A terminal in the lobby."""

    @property
    @override
    def text(self) -> str:
        """What is on the screen, without its line breaks."""
        return " ".join(super().text.split())

    @property
    def screen(self) -> Screen[object]:
        return self.app.screen

    async def look(self) -> None:
        """Have the lists of everybody and one's own be those of now."""
        await self.lobby.public.look()
        if isinstance(self.screen, LobbyScreen):
            await self.screen.lists.look()
        await settle(self.pilot)

    def point_at(self, match: Match) -> None:
        """Put the cursor on a match of the lists."""
        assert isinstance(self.screen, LobbyScreen)
        self.screen.lists.point_at(match.id)


@asynccontextmanager
async def terminal_of(
    kind: type[AnyTerminal], visitor: Visitor, size: tuple[int, int] = (80, 24), command: InitialCommand | None = None
) -> AsyncIterator[AnyTerminal]:
    """Open the lobby's app for a visitor."""
    app = LobbyApp(visitor, command or InitialCommand(), PublicAddress("naishi.example.org", 22))
    async with app.run_test(size=size) as pilot:
        at = kind(pilot, app)
        await settle(pilot)
        yield at


terminal = partial(terminal_of, At)
