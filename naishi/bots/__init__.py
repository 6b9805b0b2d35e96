"""Bots: choosers of actions from a seat's view.

NumPy is not imported before a bot is made. A program that plays with bots does well to set `ONE_THREAD` before that.
"""

from naishi.bots.protocol import Bot, Clock
from naishi.bots.registry import LEVELS, make, names, register
from naishi.common.i18n import BotNotReadyError, ThinkingCancelledError, UnknownBotError
from naishi.common.numpy_threads import ONE_THREAD

__all__ = [
    "LEVELS",
    "ONE_THREAD",
    "Bot",
    "BotNotReadyError",
    "Clock",
    "ThinkingCancelledError",
    "UnknownBotError",
    "make",
    "names",
    "register",
]
