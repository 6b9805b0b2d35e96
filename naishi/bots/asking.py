"""Asking a bot for an action, whatever the bot does."""

from __future__ import annotations

from naishi.bots.protocol import Clock
from naishi.bots.registry import make
from naishi.common.errors import BotFailedError, BotNotReadyError, UnknownBotError
from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action

THINKING_TIME = 10.0
"""Seconds that a bot has for one action, by its own clock."""


def ask(kind: str, seed: int, view: PlayerView, clock: Clock) -> Action:
    """Make a bot and have it choose.

    Args:
        kind: The name of the bot (see `naishi.bots.names`).
        seed: Determines all its random choices.
        view: The game as its seat may know it.
        clock: Limits its thinking.

    Raises:
        BotFailedError: It can't be made, fails, or chooses what isn't legal. The text never quotes the bot: what it has
            seen may be in its words.
    """
    try:
        # A new one each time: one that was cancelled may still be thinking, in a thread of its own.
        action = make(kind, seed).choose(view, clock)
    except (UnknownBotError, BotNotReadyError) as error:
        raise BotFailedError(str(error)) from None
    except Exception as error:
        raise BotFailedError(_("It failed ({kind}).").format(kind=type(error).__name__)) from None
    if not isinstance(action, Action) or action not in view.legal_actions:
        raise BotFailedError(_("It chose an action that the rules don't allow."))
    return action
