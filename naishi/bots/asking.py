"""Requests to a bot, and checks of its answers."""

from __future__ import annotations

from typing import Any

from naishi.bots.protocol import Clock
from naishi.bots.registry import make
from naishi.common.errors import BotFailedError, BotNotReadyError, UnknownBotError
from naishi.common.i18n import _
from naishi.tabletop.game import View
from naishi.tabletop.kinds import kind_of

THINKING_TIME = 10.0
"""Seconds that a bot has for one action, by its own clock."""


def ask(game: str, kind: str, seed: int, view: View, clock: Clock) -> Any:
    """Make a bot and have it choose.

    Args:
        game: The key of the kind of game.
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
        action = make(kind, seed, game).choose(view, clock)
    except (UnknownBotError, BotNotReadyError) as error:
        raise BotFailedError(str(error)) from None
    except Exception as error:
        raise BotFailedError(_("It failed ({kind}).").format(kind=type(error).__name__)) from None
    if not _is_legal(game, view, action):
        raise BotFailedError(_("It chose an action that the rules don't allow."))
    return action


def _is_legal(game: str, view: View, action: Any) -> bool:
    """Return whether an answer of a bot, whatever it is, is an action that its seat can do now."""
    legal = view.legal_actions
    if legal:
        return any(type(action) is type(each) and action == each for each in legal)
    try:  # there are too many to list
        return bool(kind_of(game).action(action.text) == action and view.refusal(action) is None)
    except Exception:  # what isn't an action may do anything when it is asked to be one
        return False
