"""Advice for a person: the best two actions, and why, by the strong bot's judgement and the seat's own knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naishi.bots.protocol import random_for
from naishi.games.naishi.analysis.follow import WORLDS, follow, why_gift
from naishi.games.naishi.analysis.lines import Line
from naishi.games.naishi.analysis.reasons import Reason, first_reasons, for_copy, reasons
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.belief import likely_determinizations
from naishi.games.naishi.bots.engine.copying import copies
from naishi.games.naishi.bots.engine.endgame import exact_at_end
from naishi.games.naishi.bots.engine.evaluation import Evaluate, by_points
from naishi.games.naishi.bots.engine.features import margin
from naishi.games.naishi.bots.engine.lookahead import look_ahead
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.engine.turns import Turns
from naishi.games.naishi.bots.players.learned import gift_values, turns_of
from naishi.games.naishi.game.view import PlayerView
from naishi.games.naishi.rules.actions import Action, Give
from naishi.games.naishi.rules.phase import Phase


class ActionAdvice(NamedTuple):
    """An action and its value."""

    action: Action
    win_chance: float
    """From 0 to 1, if the whole turn is played as planned."""
    points: float
    """The change of the seat's lead by the turn, as far as the seat sees; for a copy, the score it leads to."""
    turn: tuple[Action, ...]
    """The whole turn as planned; begins with `action`."""
    reasons: tuple[Reason, ...] = ()
    """For the best one, what speaks for it over the next; for another one, over the best."""


def advise(view: PlayerView, evaluate: Evaluate | None = None) -> tuple[ActionAdvice, ...]:
    """Return the best action and the second best; one if there is no other, none if it isn't the viewer's turn.

    Args:
        view: What the seat knows.
        evaluate: The evaluation; by default that of the shipped weights.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if not view.legal_actions:
        return ()
    evaluate = evaluate or weights.shipped_evaluation()
    if view.phase is Phase.COPY:
        return _advise_copy(view)
    if view.phase is Phase.GIFT:
        return _advise_gift(view, evaluate)
    by_value = _by_value(view, evaluate)
    at_once = turns_of(view, by_points)
    before = float(margin(observe(view))[0])
    ranked = [
        ActionAdvice(
            by_value.actions(turn)[0],
            float(by_value.values[turn, 0]),
            float(at_once.values[turn, 1]) - before,
            by_value.actions(turn),
        )
        for turn in by_value.different(0, 6)
    ]
    return _explained(view, _different(ranked), evaluate)


def advised(view: PlayerView, evaluate: Evaluate) -> Action:
    """Return the best action of a turn, as `advise` has it, without reasons."""
    by_value = _by_value(view, evaluate)
    return by_value.actions(by_value.different(0, 1)[0])[0]


def _by_value(view: PlayerView, evaluate: Evaluate) -> Turns:
    return look_ahead(view, turns_of(view, exact_at_end(evaluate)), evaluate, random_for(0, view))


def _explained(view: PlayerView, ranked: Sequence[ActionAdvice], evaluate: Evaluate) -> tuple[ActionAdvice, ...]:
    """Return the best two, with reasons."""
    worlds = likely_determinizations(view, WORLDS, random_for(0, view))
    followed: dict[int, Line] = {}

    def line(at: int) -> Line:
        if at not in followed:
            followed[at] = follow(view, ranked[at].turn, worlds, evaluate)
        return followed[at]

    best = ranked[0]._replace(reasons=first_reasons(line(0), map(line, range(1, len(ranked)))))
    return (best, *(other._replace(reasons=reasons(line(1), line(0))) for other in ranked[1:2]))


def _different(ranked: Sequence[ActionAdvice]) -> list[ActionAdvice]:
    """Leave out those that begin with the same action as a better one."""
    found: dict[Action, ActionAdvice] = {}
    for each in ranked:
        found.setdefault(each.action, each)
    return list(found.values())


def _advise_gift(view: PlayerView, evaluate: Evaluate) -> tuple[ActionAdvice, ...]:
    values = gift_values(view, evaluate, 0)
    first = int(values[1, 0] > values[0, 0])
    best, other = (
        ActionAdvice(Give(which + 1), float(values[which, 0]), 0.0, (Give(which + 1),)) for which in (first, 1 - first)
    )
    why = why_gift(view, Give(first + 1), evaluate)
    return best._replace(reasons=why), other


def _advise_copy(view: PlayerView) -> tuple[ActionAdvice, ...]:
    best, *others = copies(view)
    why = for_copy(best.sheet, others[0].sheet) if others else ()
    found = [ActionAdvice(action, share, sheet.total, (action,)) for action, sheet, share in (best, *others)]
    return (found[0]._replace(reasons=why), *found[1:2])
