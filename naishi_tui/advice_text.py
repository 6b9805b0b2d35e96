"""Advice on the table: what the strong bot would do with what this seat knows, and why."""

from __future__ import annotations

from typing import NamedTuple

from naishi.common.i18n import _
from naishi.game.view import PlayerView
from naishi.rules.actions import Action
from naishi.text.advised import advised
from naishi.text.reasons import reason


class Advice(NamedTuple):
    """The best action."""

    sentence: str
    reason: str
    """What speaks for it; empty where nothing can be said for sure."""
    best: Action | None


def advise(view: PlayerView) -> Advice:
    """Ask for the best action, in words; takes a moment, so call it from a thread.

    Raises:
        BotNotReadyError: The bot's weights are missing or damaged.
    """
    from naishi.analysis.advice import advise as best_actions

    found = best_actions(view)
    if not found:
        return Advice(_("There is nothing to choose."), "", None)
    best = found[0]
    return Advice(advised(view, best.action, best.win_chance), reason(view, best.turn[:1]), best.action)
