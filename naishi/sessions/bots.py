"""Where the bots of a session think: beside the event loop, never in it."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Hashable
from typing import Any, Protocol

from naishi.bots.asking import THINKING_TIME, ask
from naishi.bots.protocol import Clock
from naishi.common.errors import BotFailedError
from naishi.common.i18n import _

GRACE = 5.0
"""Seconds to wait after the thinking time before giving up on a bot that ignores its clock."""
LONGEST_CHOICE = THINKING_TIME + GRACE
"""Seconds after which a bot has chosen or has failed."""


class BotExecutor(Protocol):
    """Runs the bots of a session."""

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        """Have a bot choose an action. Cancelling the call stops the thinking.

        Args:
            game: The key of the kind of game.
            kind: The name of the bot (see `naishi.bots.names`).
            seed: Draws all its chance.
            view: The game as its seat may know it.

        Raises:
            BotFailedError: It gave no answer.
        """


class BotExecutors(Protocol):
    """Runs the bots of many sessions, in fair turns."""

    def of(self, key: Hashable) -> BotExecutor:
        """Return an executor whose choices all belong to a key, such as the player who waits for them."""


class ThreadExecutor:
    """Has each bot think in a thread that no exit of the program waits for."""

    def __init__(self, thinking_time: float = THINKING_TIME, grace: float = GRACE) -> None:
        self._thinking_time = thinking_time
        self._grace = grace

    async def choose(self, game: str, kind: str, seed: int, view: Any) -> Any:
        """Have a bot choose an action in a thread of its own."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()
        cancelled = threading.Event()

        def deliver(action: Any, error: BaseException | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(action)

        def think() -> None:
            action, failure = None, None
            try:
                action = ask(game, kind, seed, view, Clock(self._thinking_time, cancelled=cancelled.is_set))
            except BotFailedError as error:
                failure = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(deliver, action, failure)

        threading.Thread(target=contextvars.copy_context().run, args=(think,), name=f"bot-{kind}", daemon=True).start()
        try:
            return await asyncio.wait_for(answer, self._thinking_time + self._grace)
        except TimeoutError:
            raise BotFailedError(_("It took too long.")) from None
        finally:
            cancelled.set()
