"""Advice on the table: what the strong bot would do with what this seat knows, and why."""

from __future__ import annotations

from typing import NamedTuple

from naishi.common.i18n import _
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action
from naishi.games.naishi.text.advised import advised
from naishi_tui.widgets.prompt import PromptLine


class Advice(NamedTuple):
    """The best action."""

    sentence: str
    reasons: tuple[str, ...]
    """What speaks for it, each in a sentence."""
    best: Action | None

    def line(self, after: str = "") -> PromptLine:
        """Return the line of the prompt that says what speaks for it, and what to press then."""
        return PromptLine("" if self.reasons else after, reasons=self.reasons, after=after)


def advise(view: PlayerView) -> Advice:
    """Ask for the best action, in words; takes a moment, so call it from a thread.

    Raises:
        BotNotReadyError: The bot's weights are missing or damaged.
    """
    from naishi.games.naishi.analysis.advice import advise as best_actions
    from naishi.games.naishi.analysis.reason_words import sentences

    found = best_actions(view)
    if not found:
        return Advice(_("There is nothing to choose."), (), None)
    best = found[0]
    reasons = sentences(best.reasons, view.names[1 - view.seat], view.names[view.seat])
    return Advice(advised(view, best.action, best.win_chance), reasons, best.action)
