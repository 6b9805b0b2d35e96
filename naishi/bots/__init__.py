"""Bots, which choose an action from a `PlayerView`, and the interface for writing one.

NumPy is not imported before a bot is made.
"""

from __future__ import annotations

from naishi.bots.protocol import Bot, Clock
from naishi.bots.registry import LEVELS, make, names, register
from naishi.common.errors import BotNotReadyError, ThinkingCancelledError, UnknownBotError

__all__ = [
    "LEVELS",
    "Bot",
    "BotNotReadyError",
    "Clock",
    "ThinkingCancelledError",
    "UnknownBotError",
    "make",
    "names",
    "register",
]
