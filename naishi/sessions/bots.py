"""Where the bots of a session think: beside the event loop, never in it."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from typing import Protocol

from naishi.common.errors import BotFailedError
from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.actions import Action

THINKING_TIME = 10.0
"""Seconds that a bot has for one action, by its own clock."""

GRACE = 5.0
"""Seconds to wait after that before giving up on a bot that ignores its clock."""


class BotExecutor(Protocol):
    """Runs the bots of one session, or of many."""

    async def choose(self, kind: str, seed: int, view: PlayerView) -> Action:
        """Have a bot choose an action. Cancelling the call stops the thinking.

        Args:
            kind: The name of the bot (see `naishi.bots.names`).
            seed: Draws all its chance.
            view: The game as its seat may know it.

        Raises:
            BotFailedError: It gave no answer.
        """


class ThreadExecutor:
    """Has each bot think in a thread that no exit of the program waits for."""

    def __init__(self, thinking_time: float = THINKING_TIME, grace: float = GRACE) -> None:
        self._thinking_time = thinking_time
        self._grace = grace

    async def choose(self, kind: str, seed: int, view: PlayerView) -> Action:
        """Have a bot choose an action in a thread of its own."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Action] = loop.create_future()
        cancelled = threading.Event()

        def deliver(action: Action | None, error: BaseException | None) -> None:
            if answer.done():
                return
            if error is not None:
                answer.set_exception(error)
            elif action is not None:
                answer.set_result(action)

        def think() -> None:
            action, failure = None, None
            try:
                action = think_it_over(kind, seed, view, self._thinking_time, cancelled)
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


def think_it_over(kind: str, seed: int, view: PlayerView, seconds: float, cancelled: threading.Event) -> Action:
    """Have a bot choose in the current thread.

    Raises:
        BotFailedError: It can't be made, fails, or chooses what isn't legal. The text never quotes the bot: what it has
            seen may be in its words.
    """
    from naishi.bots import BotNotReadyError, Clock, UnknownBotError, check_playable, make  # noqa: PLC0415 - not before a bot plays

    try:
        # A new one each time: one that was cancelled may still be thinking, in a thread of its own.
        check_playable(view)
        action = make(kind, seed).choose(view, Clock(seconds, cancelled=cancelled.is_set))
    except (UnknownBotError, BotNotReadyError) as error:
        raise BotFailedError(str(error)) from None
    except Exception as error:
        raise BotFailedError(_("It failed ({kind}).").format(kind=type(error).__name__)) from None
    if action not in view.legal_actions:
        raise BotFailedError(_("It chose an action that the rules don't allow."))
    return action
