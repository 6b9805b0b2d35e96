"""Advice: the best two actions, with reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naishi.games.naishi.analysis.choices import CHOICES, WeighedTurn, ranked, why_copy, worlds_to_follow
from naishi.games.naishi.analysis.follow import follow, why_gift
from naishi.games.naishi.analysis.lines import Line
from naishi.games.naishi.analysis.reasons import Reason, first_reasons, reasons
from naishi.games.naishi.analysis.sampling import Depth, is_last_turn
from naishi.games.naishi.bots.engine import weights
from naishi.games.naishi.bots.engine.copying import copies
from naishi.games.naishi.bots.engine.evaluation import Evaluate, by_points
from naishi.games.naishi.bots.engine.features import margin
from naishi.games.naishi.bots.engine.observation import observe
from naishi.games.naishi.bots.players.learned import turns_of
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
    error: float = 0.0
    """The standard error of the chance."""


FIRST_LOOK = Depth(worlds=6, rounds=2, candidates=3, trials=0)
"""What is seen within 150 ms, before all is weighed: the same judge in an eighth of the deals."""


def first_look(view: PlayerView, evaluate: Evaluate | None = None) -> ActionAdvice | None:
    """Return what seems best at first sight, without points and reasons; `advise` takes some ten times as long.

    Its chance is less sure than that of `advise`, and its error says by how much. None is returned where it isn't the
    viewer's turn, and where there is no quicker way: last turns are counted, gifts and copies weighed at once.

    Args:
        view: What the seat knows.
        evaluate: The evaluation; by default that of the shipped weights.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if view.phase is not Phase.PLAY or is_last_turn(view) or not view.legal_actions:
        return None
    best = ranked(view, FIRST_LOOK, evaluate or weights.shipped_evaluation())[0]
    return ActionAdvice(best.turn[0], best.chance, 0.0, best.turn, error=best.error)


def advise(
    view: PlayerView, evaluate: Evaluate | None = None, *, weighed: Sequence[WeighedTurn] = ()
) -> tuple[ActionAdvice, ...]:
    """Return the best action and the second best; one if there is no other, none if it isn't the viewer's turn.

    They are the first of the choices at this moment (`analysis.choices.weigh`, quick).

    Args:
        view: What the seat knows.
        evaluate: The evaluation; by default that of the shipped weights.
        weighed: All choices, the best first, if they were weighed before; by default they are weighed now.

    Raises:
        BotNotReadyError: The weights are missing or damaged.
    """
    if not view.legal_actions:
        return ()
    evaluate = evaluate or weights.shipped_evaluation()
    found = weighed or ranked(view, CHOICES["quick"], evaluate)
    shown = _different(found)[:2]
    points = _points(view, shown)
    best, *others = (
        ActionAdvice(each.turn[0], each.chance, more, each.turn, error=each.error)
        for each, more in zip(shown, points, strict=True)
    )
    if view.phase is Phase.COPY:
        return best._replace(reasons=why_copy(view, found)), *others
    if view.phase is Phase.GIFT:
        why = why_gift(view, best.action, evaluate) if isinstance(best.action, Give) else ()
        return best._replace(reasons=why), *others
    worlds = worlds_to_follow(view)
    followed: dict[int, Line] = {}

    def line(at: int) -> Line:
        if at not in followed:
            followed[at] = follow(view, found[at].turn, worlds, evaluate)
        return followed[at]

    why = first_reasons(line(0), map(line, range(1, len(found))))
    behind = (reasons(line(found.index(each)), line(0)) for each in shown[1:])
    return best._replace(reasons=why), *(
        other._replace(reasons=each) for other, each in zip(others, behind, strict=True)
    )


def _points(view: PlayerView, found: Sequence[WeighedTurn]) -> list[float]:
    """Return the change of the seat's lead by each turn, as far as it sees; for a copy, the score it leads to."""
    if view.phase is Phase.GIFT:
        return [0.0] * len(found)
    if view.phase is Phase.COPY:
        totals: dict[Action, int] = {each.action: each.sheet.total for each in copies(view)}
        return [float(totals[each.turn[0]]) for each in found]
    listed, before = turns_of(view, by_points), float(margin(observe(view))[0])
    points = []
    for each in found:
        first, second = [*(action.code for action in each.turn), -1][:2]
        at = np.flatnonzero((listed.first == first) & (listed.second == second))
        points.append(float(listed.values[at[0], 1]) - before if at.size else 0.0)
    return points


def _different(found: Sequence[WeighedTurn]) -> list[WeighedTurn]:
    """Leave out those that begin with the same action as a better one."""
    kept: dict[Action, WeighedTurn] = {}
    for each in found:
        kept.setdefault(each.turn[0], each)
    return list(kept.values())
