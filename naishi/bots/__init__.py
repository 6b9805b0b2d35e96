"""Players that see a `PlayerView` and answer with an action; hints; and what anybody needs to write one.

NumPy is not imported before a bot is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from naishi.bots.protocol import Bot, Clock, ThinkingCancelledError
from naishi.bots.registry import LEVELS, BotNotReadyError, UnknownBotError, make, names, register
from naishi.game.view import PlayerView

if TYPE_CHECKING:
    from naishi.bots.hints import Hint

__all__ = [
    "LEVELS",
    "Bot",
    "BotNotReadyError",
    "Clock",
    "ThinkingCancelledError",
    "UnknownBotError",
    "hint",
    "make",
    "names",
    "register",
]


def hint(view: PlayerView) -> tuple[Hint, ...]:
    """Tell the best action for the viewer and the second best, each with what speaks for it.

    Raises:
        BotNotReadyError: The weights of the learned bots are missing or damaged.
    """
    from naishi.bots.hints import hints  # noqa: PLC0415 - numpy is not imported before it is needed

    return hints(view)
