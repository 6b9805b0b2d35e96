"""Terminals in a lobby, without a transport."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from textual.pilot import Pilot
from textual.screen import Screen

from naishi.server import Lobby, Match, Visitor
from naishi_tui.lobby.lobby import LobbyScreen
from naishi_tui.public_address import PublicAddress
from naishi_tui.visit.app import LobbyApp
from naishi_tui.visit.arrival import InitialCommand
from tests.naishi.server.fresh import fresh
from tests.naishi_tui.framework_insides import strips_of
from tests.naishi_tui.ssh.rest import WatchedDatabase, WatchedLobby, at_rest, is_shown, rest
from tests.naishi_tui.waiting import settle, until


@contextmanager
def a_database(folder: Path) -> Iterator[WatchedDatabase]:
    database = WatchedDatabase(fresh(folder / "naishi.sqlite"))
    yield database
    database.close()


@asynccontextmanager
async def a_lobby(folder: Path, clock: Callable[[], float] = time.time) -> AsyncIterator[Lobby]:
    with a_database(folder) as database:
        lobby = WatchedLobby(database, clock=clock)
        yield lobby
        await lobby.close()


class At:
    """A terminal in the lobby."""

    def __init__(self, pilot: Pilot[None], app: LobbyApp) -> None:
        assert isinstance(app.visitor.lobby, WatchedLobby)
        self.pilot, self.app, self.lobby = pilot, app, app.visitor.lobby

    @property
    def text(self) -> str:
        """What is on the screen, without its line breaks."""
        lines = ("".join(strip.text for strip in line) for line in strips_of(self.app))
        return " ".join(" ".join(lines).split())

    @property
    def screen(self) -> Screen[object]:
        return self.app.screen

    async def press(self, *keys: str) -> None:
        for key in keys:
            await rest(lambda: is_shown(self.app) and at_rest(self.lobby, ()))
            await self.pilot.press(key)
        await rest(lambda: is_shown(self.app) and at_rest(self.lobby, ()))
        await settle(self.pilot)

    async def see(self, text: str) -> None:
        """Wait until a text is on the screen, however it is wrapped."""
        await until(lambda: text in self.text, f"{text!r} in {self.text}")
        await settle(self.pilot)

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
async def terminal(
    visitor: Visitor, size: tuple[int, int] = (80, 24), command: InitialCommand | None = None
) -> AsyncIterator[At]:
    app = LobbyApp(visitor, command or InitialCommand(), PublicAddress("naishi.example.org", 22))
    async with app.run_test(size=size) as pilot:
        at = At(pilot, app)
        await settle(pilot)
        yield at
