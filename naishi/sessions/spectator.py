"""Participants of games played elsewhere, or stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Protocol

from typing_extensions import override

from naishi.common.i18n import _
from naishi.sessions.participant import Ask, BotStatus, Change, Participant
from naishi.tabletop.game import Game

INTERVAL = 1.0
"""Seconds between two looks at the file. Nothing is yielded where nothing has happened."""


class Followed(Protocol):
    """A game that is open elsewhere, wherever it is kept."""

    id: str
    trouble: str
    """Why its newest state can't be read; empty where it can."""

    @property
    def game(self) -> Game:
        """The game as it was read last."""

    @property
    def owner(self) -> object | None:
        """Which program has the game open, as `str` says it; None where none has any more."""

    def follow(self) -> bool:
        """Look again; return whether anything is different now."""


class Spectator(Participant):
    """The public's view of a game that is played in another program, read from its save."""

    def __init__(self, game: Followed, interval: float | None = None) -> None:
        self._game = game
        self._interval = INTERVAL if interval is None else interval
        self._view: Any = game.game.view()

    @property
    def id(self) -> str:
        """The id of the save, by which the game can be taken over."""
        return self._game.id

    @property
    def owner(self) -> object | None:
        """Which program has the game open; None where none has any more."""
        return self._game.owner

    @property
    def view(self) -> Any:
        """What everybody at the table sees."""
        return self._view

    @property
    def allowed(self) -> frozenset[Ask]:
        """The game can be taken over once no program has it open, and looked at again once it is over."""
        if not self.view.awaited:
            return frozenset({Ask.REPLAY})
        return frozenset() if self.owner is not None else frozenset({Ask.TAKE_OVER})

    @property
    @override
    def elsewhere(self) -> str:
        return _("It is open elsewhere: {owner}.").format(owner=self.owner) if self.owner else ""

    @property
    def bots(self) -> BotStatus:
        """The bots run in the other program."""
        return BotStatus()

    @property
    def trouble(self) -> str:
        """Why the newest state can't be read; empty where it can."""
        return self._game.trouble

    async def changes(self) -> AsyncIterator[Change]:
        """Yield what has changed in the file, for as long as someone reads."""
        while True:
            await asyncio.sleep(self._interval)
            if self._game.follow():
                before, self._view = self._view.events, self._game.game.view()
                now = self._view.events
                yield Change(now[len(before) :] if now[: len(before)] == before else (), self._view)

    def _why_not(self, ask: Ask) -> str:
        if ask is Ask.PLAY:
            return _("You are watching. To play on here, close the game in the other window.")
        if ask is Ask.REMATCH:
            return _("You are watching; start a new game from the home screen.")
        return _("You are watching; this game is being played elsewhere.")


class StaticParticipant(Participant):
    """One viewer of a game in which nothing happens: no bot plays, nothing is stored."""

    @property
    def bots(self) -> BotStatus:
        """No bot plays here."""
        return BotStatus()

    @property
    def trouble(self) -> str:
        """Nothing is stored here."""
        return ""

    async def changes(self) -> AsyncIterator[Change]:
        """Yield nothing."""
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change
