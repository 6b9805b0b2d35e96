"""Bots, which choose an action from a `PlayerView`; advice for people; and the interface for writing a bot.

NumPy is not imported before a bot is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from naishi.bots.protocol import Bot, Clock, check_playable
from naishi.bots.registry import LEVELS, make, names, register
from naishi.common.errors import BotNotReadyError, ThinkingCancelledError, UnknownBotError
from naishi.game.view import PlayerView

if TYPE_CHECKING:
    from naishi.bots.advice import ActionAdvice

__all__ = [
    "LEVELS",
    "Bot",
    "BotNotReadyError",
    "Clock",
    "ThinkingCancelledError",
    "UnknownBotError",
    "advise",
    "check_playable",
    "make",
    "names",
    "register",
]


def advise(view: PlayerView) -> tuple[ActionAdvice, ...]:
    """Return the best action for the viewer and the second best, each with its value.

    Raises:
        BotNotReadyError: The weights of the learned bots are missing or damaged.
    """
    from naishi.bots import advice  # noqa: PLC0415 - imports numpy

    return advice.advise(view)
