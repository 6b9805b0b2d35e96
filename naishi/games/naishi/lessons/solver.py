"""Ways to the goal of a task, found by trying every action."""

from __future__ import annotations

from naishi.games.naishi.lessons.goals import Attempt, Goal
from naishi.games.naishi.rules.actions import Action


def shortest_way(attempt: Attempt, goal: Goal, longest: int) -> tuple[Action, ...] | None:
    """Return the fewest actions that reach a goal before the turn is over; None if more than `longest` are needed."""
    for length in range(longest + 1):
        if (way := _way(attempt, goal, length)) is not None:
            return way
    return None


def _way(attempt: Attempt, goal: Goal, length: int) -> tuple[Action, ...] | None:
    if length == 0:
        return () if goal.reached(attempt) else None
    position = attempt.position
    if position.turn != attempt.seat:
        return None
    for action in position.legal_actions():
        position.push(action)
        rest = _way(attempt._replace(actions=(*attempt.actions, action)), goal, length - 1)
        position.pop()
        if rest is not None:
            return action, *rest
    return None
