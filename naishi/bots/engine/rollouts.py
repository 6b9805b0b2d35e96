"""Games played on from many matches at once, to see what a turn leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from naishi.bots.engine.evaluation import Evaluate
from naishi.bots.engine.matches import Match, results
from naishi.bots.engine.network import Floats
from naishi.bots.engine.observation import MIRROR
from naishi.bots.engine.selfplay import decide
from naishi.rules.actions import Action


def after(match: Match, actions: Sequence[Action]) -> Match:
    """Return a copy of a match after some actions."""
    twin = match.copy()
    for action in actions:
        twin.push(action)
    return twin


def rollouts(
    matches: Sequence[Match],
    seat: int,
    evaluate: Evaluate,
    draw: np.random.Generator,
    *,
    rounds: int,
    count_ends: bool = False,
    check: Callable[[], None] = lambda: None,
) -> Floats:
    """Play matches on, from after a turn of a seat, and return its chance to win and margin in each.

    Both seats play like the intermediate bot, one action at a time; then the network evaluates.

    Args:
        matches: They are changed.
        seat: The seat.
        evaluate: Evaluates observations.
        draw: Samples what a decree may bring.
        rounds: How far each is played: to the end of so many turns of the other seat.
        count_ends: See `decide`.
        check: Called often; raises to cancel.
    """
    for mover in (seat, 1 - seat) * rounds:
        while turn := [match for match in matches if match.playing and match.position.turn == mover]:
            check()
            for match, choice in zip(turn, decide(turn, evaluate, draw, count_ends=count_ends), strict=True):
                match.push(choice.action)
    values = np.empty((len(matches), 2), dtype=np.float32)
    playing = np.array([match.playing for match in matches])
    if playing.any():
        values[playing] = _expected([match for match in matches if match.playing], evaluate, draw, count_ends)
    if not playing.all():
        shares, margins = results([match for match in matches if not match.playing])
        values[~playing] = np.stack([shares, margins] if seat == 0 else [1 - shares, -margins], axis=1)
    return values


def _expected(matches: Sequence[Match], evaluate: Evaluate, draw: np.random.Generator, count_ends: bool) -> Floats:
    """Return the values of the best actions, averaged with those of their mirror images."""
    best = decide(matches, evaluate, draw, count_ends=count_ends)
    values = np.array([choice.best for choice in best], dtype=np.float32)
    known = [i for i, choice in enumerate(best) if choice.row is not None]
    if known:
        rows = np.stack([choice.row for choice in best if choice.row is not None])
        values[known] = (values[known] + evaluate(rows[:, MIRROR])) / 2
    return values
