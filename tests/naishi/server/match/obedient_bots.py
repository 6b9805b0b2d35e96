"""Server bots under a test's control."""

from __future__ import annotations

import asyncio
from typing import Any

from naishi import Action, PlayerView
from naishi.common.i18n import BotFailedError
from naishi.sessions.process_executor import ProcessExecutor


class ObedientBots(ProcessExecutor):
    """Each choice waits until the test answers for it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.waiting: list[tuple[PlayerView, asyncio.Future[Action]]] = []
        self.stopped = 0
        """How many choices were cancelled."""

    def of(self, key: object) -> Any:
        """The same for everybody."""
        return self

    async def choose(self, game: str, kind: str, seed: int, view: PlayerView, *, key: object = None) -> Action:
        """Wait for the test."""
        answer: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        waiting = view, answer
        self.waiting.append(waiting)
        try:
            return await answer
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        finally:
            self.waiting.remove(waiting)

    def answer(self) -> None:
        """Have all that think do the first thing that is legal."""
        for view, answer in self.waiting:
            if not answer.done():
                answer.set_result(view.legal_actions[0])

    def fail(self) -> None:
        """Have all that think fail."""
        for _view, answer in self.waiting:
            if not answer.done():
                answer.set_exception(BotFailedError("It failed."))
