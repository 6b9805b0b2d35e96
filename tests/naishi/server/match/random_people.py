"""Bots of random speed, and terminals that record messages."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from naishi import Action, PlayerView
from naishi.common.i18n import BotFailedError
from naishi.server import MatchParticipant, Request, Visitor
from naishi.sessions.process_executor import ProcessExecutor


class RandomBots(ProcessExecutor):
    """Bots that take their time, and now and then fail."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(1)
        self.chance = chance
        self.thinking = 0
        """How many of them are asked."""

    def of(self, key: object) -> Any:
        return self

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView, *, key: object = None) -> Action:
        self.thinking += 1
        try:
            await asyncio.sleep(self.chance.choice((0.01, 1.0, 5.0)))
        finally:
            self.thinking -= 1
        if self.chance.random() < 0.1:
            raise BotFailedError("It failed.")
        return self.chance.choice(view.legal_actions)


class Terminal:
    """What someone sees of a match, as far as they were told that it has changed."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.at: MatchParticipant | None = None
        self.held: list[Request] = []
        """A menu that was opened some time ago."""
        self.seen: object = None
        self._following: asyncio.Task[None] | None = None
        self._going = asyncio.Lock()

    async def go(self, match: str | None) -> None:
        """Leave the match, and come to another one, if any; an app does so one at a time."""
        async with self._going:
            await self._leave()
            if match is not None:
                await self._come(match)

    async def _come(self, match: str) -> None:
        self.at = await self.visitor.attach(match)
        changes = self.at.changes()
        self.look(self.at)
        self._following = asyncio.create_task(self._follow(self.at, changes))

    async def _leave(self) -> None:
        participant, self.at = self.at, None
        if self._following is not None:
            self._following.cancel()
        if participant is not None:
            await self.visitor.detach(participant)

    async def _follow(self, participant: MatchParticipant, changes: Any) -> None:
        async for _change in changes:
            self.look(participant)

    def look(self, at: MatchParticipant) -> None:
        self.seen = (at.view, at.requests, at.allowed, at.news.latest, at.trouble, at.bots, at.watchers)
