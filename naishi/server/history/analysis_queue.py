"""Queue of background analyses, fair between players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

from naishi.common.errors import NaishiError
from naishi.common.i18n import _

T = TypeVar("T")


class Turn:
    """Somebody's place in the queue."""

    def __init__(self, player: int, terminal: object) -> None:
        self.player, self.terminal = player, terminal
        self.ahead = 0
        """How many others have to end before this one may begin."""
        self.moved, self.left = asyncio.Event(), asyncio.Event()
        """Set when `ahead` has changed, and when the terminal is gone."""

    async def unless_left(self, work: Awaitable[T]) -> T:
        """Wait for something, but no longer than the terminal is there.

        Raises:
            NaishiError: It is gone.
        """
        task, left = asyncio.ensure_future(work), asyncio.ensure_future(self.left.wait())
        try:
            await asyncio.wait({task, left}, return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                raise NaishiError(_("The analysis was stopped."))
            return await task
        finally:
            task.cancel()
            left.cancel()
            await asyncio.gather(task, left, return_exceptions=True)

    async def wait(self) -> AsyncIterator[int]:
        """Yield how many are ahead, now and whenever that has changed, until nobody is."""
        while self.ahead:
            self.moved.clear()
            yield self.ahead
            await self.unless_left(self.moved.wait())


class AnalysisQueue:
    """Bounds how much of the machine analyses take, and lets in first who came first.

    Nobody can be in it twice, so that no player has to wait for all that another one wants.
    """

    def __init__(self, at_once: int) -> None:
        """Begin with nobody waiting.

        Args:
            at_once: How many processes may analyse; 0 where this place has no analyses.
        """
        self._at_once = at_once
        self._turns: list[Turn] = []
        """Of those who analyse, and after them of those who wait."""

    @asynccontextmanager
    async def turn(self, player: int, terminal: object) -> AsyncIterator[Turn]:
        """Take a place, and leave it at the end of the block. It may begin once nobody is ahead.

        Args:
            player: Whose place.
            terminal: At which terminal; see `leave`.

        Raises:
            NaishiError: There are no analyses here, or the player has a place already.
        """
        self.check(player)
        turn = Turn(player, terminal)
        self._turns.append(turn)
        self._move_up()
        try:
            yield turn
        finally:
            self._turns.remove(turn)
            self._move_up()

    def check(self, player: int) -> None:
        """Make sure that somebody may take a place.

        Raises:
            NaishiError: There are no analyses here, or the player has a place already.
        """
        if not self._at_once:
            raise NaishiError(_("This server makes no analyses."))
        if any(turn.player == player for turn in self._turns):
            raise NaishiError(_("An analysis of yours is under way already: one at a time."))

    def leave(self, terminal: object) -> None:
        """Stop what goes on for a terminal that is gone."""
        for turn in self._turns:
            if turn.terminal is terminal:
                turn.left.set()

    def _move_up(self) -> None:
        for place, turn in enumerate(self._turns):
            ahead = max(0, place - self._at_once + 1)
            if ahead != turn.ahead:
                turn.ahead = ahead
                turn.moved.set()
