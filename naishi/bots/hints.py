"""A hint: the best actions, and what speaks for each, by the strong bot's judgement and the seat's own knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naishi.bots.engine import weights
from naishi.bots.engine.copying import best_sheet, copies
from naishi.bots.engine.evaluation import Evaluate, by_network, by_points
from naishi.bots.engine.features import margin
from naishi.bots.engine.observation import facts_of
from naishi.bots.players.learned import gifts_of, turns_of
from naishi.game.view import PlayerView
from naishi.i18n import _
from naishi.rules.actions import Action, Give
from naishi.rules.legal import Phase


class Hint(NamedTuple):
    """An action, and what speaks for it."""

    action: Action
    win_chance: float
    """From 0 to 1, the whole turn being played as planned."""
    points: float
    """By how many points the turn changes the seat's lead, as far as the seat sees; at the end, what a copy earns."""
    turn: tuple[Action, ...]
    """The whole turn as planned; begins with `action`."""

    def sentence(self) -> str:
        """Say it in a sentence."""
        then = _(", then ").join(action.text for action in self.turn)
        return _("{turn}: {chance:.0f} % to win, {points:+.0f} points at once.").format(
            turn=then, chance=100 * self.win_chance, points=self.points
        )


def hints(view: PlayerView, evaluate: Evaluate | None = None) -> tuple[Hint, ...]:
    """Tell the best action and the second; one where there is no other, none where it isn't the viewer's turn.

    Args:
        view: What the seat knows.
        evaluate: How to judge; by the shipped weights if not told.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if not view.legal_actions:
        return ()
    judge = evaluate or by_network(weights.shipped())
    if view.phase is Phase.COPY:
        return _copies(view)
    if view.phase is Phase.GIFT:
        return _gifts(view, judge)
    able, plain = turns_of(view, judge), turns_of(view, by_points)
    before = float(margin(facts_of(view))[0])
    told = [
        Hint(
            able.actions(turn)[0],
            float(able.values[turn, 0]),
            float(plain.values[turn, 1]) - before,
            able.actions(turn),
        )
        for turn in able.different(0, 6)
    ]
    return _two(told)


def _two(told: Sequence[Hint]) -> tuple[Hint, ...]:
    """Keep the first, and the next that begins otherwise."""
    others = [hint for hint in told[1:] if hint.action != told[0].action]
    return (told[0], *others[:1])


def _gifts(view: PlayerView, judge: Evaluate) -> tuple[Hint, ...]:
    values = gifts_of(view, judge, 0)
    told = [Hint(Give(which + 1), float(values[which, 0]), 0.0, (Give(which + 1),)) for which in (0, 1)]
    return tuple(sorted(told, key=lambda hint: -hint.win_chance))


def _copies(view: PlayerView) -> tuple[Hint, ...]:
    theirs = best_sheet(view.theirs)
    told = []
    for action, sheet in copies(view):
        mine, other = (sheet.total, sheet.colours), (theirs.total, theirs.colours)
        chance = 0.5 if mine == other else float(mine > other)
        told.append(Hint(action, chance, sheet.total, (action,)))
    return _two(told)
