"""Detection of a server at rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from sqlalchemy import Connection
from textual import events

from naishi.server import Database, Lobby
from naishi_tui.visit.app import LobbyApp
from naishi_tui.visit.terminal import Terminal
from tests.naishi_tui.framework_insides import unpainted
from tests.naishi_tui.waiting import NEVER, idle

T = TypeVar("T")

A_MOMENT = 0.002
"""Seconds in which what was written to a socket can be read at its other end."""


class WatchedDatabase(Database):
    """A database that knows how many wait for it."""

    waiting = 0

    async def read(self, work: Callable[[Connection], T]) -> T:
        self.waiting += 1
        try:
            return await super().read(work)
        finally:
            self.waiting -= 1

    async def write(self, work: Callable[[Connection], T]) -> T:
        self.waiting += 1
        try:
            return await super().write(work)
        finally:
            self.waiting -= 1


class WatchedLobby(Lobby):
    """A lobby that tells where it is stored."""

    def __init__(self, database: WatchedDatabase, **options: Any) -> None:
        super().__init__(database, **options)
        self.database = database


def hears(app: LobbyApp) -> bool:
    """Whether the screen of an app is painted: what is typed before that is dropped."""
    return events.Idle().time >= app.guard.open_from


def at_rest(lobby: WatchedLobby, terminals: Iterable[Terminal]) -> bool:
    """Whether nobody waits for the database, every key has been handled, and every screen is painted and hears."""
    return not lobby.database.waiting and all(map(_has_handled, terminals))


def _has_handled(terminal: Terminal) -> bool:
    app = terminal.app
    return not terminal.holds_input and (app is None or app.return_code is not None or is_shown(app))


def is_shown(app: LobbyApp) -> bool:
    """Whether the screen on top is painted and hears."""
    return bool(app.screen_stack) and hears(app) and app.screen not in unpainted(app)


async def rest(rests: Callable[[], bool]) -> None:
    """Wait until a server is at rest, and still is a moment later.

    Raises:
        AssertionError: It never is.
    """
    rested = 0
    try:
        async with asyncio.timeout(NEVER):
            while rested < 2:
                await asyncio.sleep(A_MOMENT)
                await idle()
                rested = rested + 1 if rests() else 0
    except TimeoutError:
        raise AssertionError("never: the server is at rest") from None
