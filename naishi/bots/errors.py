"""What can go wrong with a bot."""

from __future__ import annotations

from naishi.common.errors import NaishiError


class UnknownBotError(NaishiError):
    """There is no bot of that name."""


class BotNotReadyError(NaishiError):
    """A bot can't play: its weights are missing or damaged, or its package doesn't load."""


class ThinkingCancelledError(NaishiError):
    """The bot was cancelled while it was choosing an action."""
