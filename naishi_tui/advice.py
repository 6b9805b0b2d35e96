"""Advice on the table: what the strong bot would do with what this seat knows."""

from __future__ import annotations

from typing import NamedTuple

from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action
from naishi_tui.widgets.card import BEST


class Advice(NamedTuple):
    """The best action and the second best."""

    sentence: str
    best: Action | None


def advise(view: PlayerView) -> Advice:
    """Ask for the two best actions, in words; takes a moment, so call it from a thread.

    Raises:
        BotNotReadyError: The bot's weights are missing or damaged.
    """
    from naishi.bots import advise as best_actions

    found = best_actions(view)
    if not found:
        return Advice(_("There is nothing to choose."), None)
    told = [
        _("{action} ({chance:.0%}, {points:+.0f})").format(
            action=", ".join(each.text for each in hint.turn if each.text != "end"),
            chance=hint.win_chance,
            points=hint.points,
        )
        for hint in found[:2]
    ]
    words = _("{mark} Best: {best}").format(mark=BEST, best=told[0])
    if len(told) > 1:
        words += _("; or {second}").format(second=told[1])
    return Advice(words + ".", found[0].action)
